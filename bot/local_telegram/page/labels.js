// The words of the page where it shows a local Telegram by itself.

export const LABELS = {
  title: "Telegram on this machine", about: "Bots, and the phones of whoever talks to them",
  workshop: "Workshop", phones: "Phones", showPhone: "Show a phone", person: "Person", closePhone: "Put this phone away",
  bots: "Bots", botsAbout: "Write to one, or run a program with its token. Any other token makes a bot, too.",
  write: (name) => `Write to @${name}`, copyToken: (name) => `Copy the token of @${name}`, copied: "Copied",
  username: "Username", botName: "Name", makeBot: "Make a bot", botMade: (name) => `@${name} is there.`,
};
