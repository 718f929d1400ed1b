// The tone of a message, made here; it is off until somebody switches it on.

export class Sound {
  constructor(kept) {
    this.kept = kept;
    this.context = null;
  }

  get on() {
    return this.kept.read("sound") === "on";
  }

  toggle() {
    this.kept.write("sound", this.on ? "off" : "on");
    this.ring();
    return this.on;
  }

  ring() {
    if (!this.on) return;
    this.context ??= new AudioContext();
    const { context } = this;
    const tone = context.createOscillator();
    const volume = context.createGain();
    const now = context.currentTime;
    tone.frequency.setValueAtTime(740, now);
    tone.frequency.exponentialRampToValueAtTime(988, now + 0.07);
    volume.gain.setValueAtTime(0.0001, now);
    volume.gain.exponentialRampToValueAtTime(0.12, now + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.3);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.32);
  }
}
