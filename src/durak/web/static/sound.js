// @ts-check
/** Soft sounds, made here by WebAudio: no files, and nothing is heard before the first tap or key. */

/** @typedef {"card" | "take" | "word" | "low" | "end"} Sound */

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} */
let output = null;
let wanted = true;
/** @type {{name: Sound, at: number}} the same sound at once is heard once */
let latest = { name: "card", at: -1000 };

/** @param {boolean} on */
export function setSounds(on) {
  wanted = on;
  if (!on) void context?.suspend();
}

/** Browsers let a page be heard only after a gesture. */
export function wakeSounds() {
  if (!wanted) return;
  if (context === null) {
    if (typeof AudioContext === "undefined") return;
    context = new AudioContext();
    output = context.createGain();
    output.gain.value = 0.22;
    output.connect(context.destination);
  }
  if (context.state === "suspended") void context.resume();
}

/**
 * @param {Sound} name
 * @returns {boolean} whether it is heard
 */
export function play(name) {
  if (!wanted || context === null || output === null || context.state !== "running") return false;
  const now = performance.now();
  if (latest.name === name && now - latest.at < 60) return false;
  latest = { name, at: now };
  const at = context.currentTime + 0.01;
  if (name === "card") rustle(context, output, at, 0.06, 2600);
  if (name === "take") [0, 0.05, 0.1].forEach((later) => rustle(/** @type {AudioContext} */ (context), /** @type {GainNode} */ (output), at + later, 0.08, 1500));
  if (name === "word") tones(context, output, at, [587, 784], 0.13, 0.5);
  if (name === "low") tones(context, output, at, [440], 0.12, 0.45);
  if (name === "end") tones(context, output, at, [523, 659, 784], 0.16, 0.5);
  return true;
}

/**
 * A card on felt: a breath of noise.
 * @param {AudioContext} audio
 * @param {AudioNode} to
 * @param {number} at
 * @param {number} length
 * @param {number} pitch
 */
function rustle(audio, to, at, length, pitch) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3; // noise to hear, not chance of the game
  }
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.7 });
  noise.connect(filter).connect(to);
  noise.start(at);
}

/**
 * @param {AudioContext} audio
 * @param {AudioNode} to
 * @param {number} at
 * @param {number[]} pitches one after the other
 * @param {number} apart
 * @param {number} loud
 */
function tones(audio, to, at, pitches, apart, loud) {
  pitches.forEach((frequency, i) => {
    const start = at + i * apart;
    const tone = new OscillatorNode(audio, { type: "sine", frequency });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.35);
    tone.connect(gain).connect(to);
    tone.start(start);
    tone.stop(start + 0.4);
  });
}

/**
 * The sounds of what happened.
 * @param {import("./types.js").TableEvent[]} events
 * @returns {Sound[]}
 */
export function soundsOf(events) {
  /** @type {Set<Sound>} */
  const found = new Set();
  for (const { type } of events) {
    if (type === "dealended") found.add("end");
    else if (type === "taken") found.add("take");
    else if (["attacked", "covered", "transferred", "showntransfer", "swapped", "dealbegan"].includes(type)) found.add("card");
  }
  return [...found];
}
