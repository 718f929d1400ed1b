// Node.js loads this before a program with `--require`: api.telegram.org is on this machine.
// It is copied into a folder with the port and the authority to trust.

const fs = require("node:fs");
const https = require("node:https");
const path = require("node:path");

const here = (name) => fs.readFileSync(path.join(__dirname, name), "utf8");
const connect = https.Agent.prototype.createConnection;

https.Agent.prototype.createConnection = function divert(options, done) {
  const isTelegram = options.host === "api.telegram.org";
  const there = { host: "127.0.0.1", port: Number(isTelegram && here("port")), ca: isTelegram && here("authority.pem") };
  return connect.call(this, isTelegram ? { ...options, ...there, servername: options.host } : options, done);
};
