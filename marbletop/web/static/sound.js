// Small sounds of marbles, cards and wood, for players who have switched them on. All are made here, of tones and noise.
import {setting} from "./page.js";

// The parts of each sound: a pitch, or the pitch around which noise is heard, in hertz; when it begins and how long it lasts,
// in seconds. Glass rings at pitches that do not fit together; cards and rolling are noise.
const SOUNDS = {
  call: [{pitch: 660, lasts: 0.5, volume: 0.15}],
  marble: [
    {pitch: 2350, lasts: 0.07, volume: 0.05},
    {pitch: 3710, lasts: 0.04, volume: 0.03},
  ],
  roll: [
    {noise: 420, lasts: 0.3, volume: 0.2},
    {pitch: 1900, at: 0.26, lasts: 0.06, volume: 0.04},
  ],
  card: [{noise: 3200, lasts: 0.12, volume: 0.12}],
  tile: [{pitch: 310, lasts: 0.05, volume: 0.1}],
  pop: [
    {pitch: 520, lasts: 0.09, volume: 0.1},
    {pitch: 880, at: 0.09, lasts: 0.06, volume: 0.05},
  ],
  dice: [
    {pitch: 300, lasts: 0.04, volume: 0.08},
    {pitch: 360, at: 0.04, lasts: 0.04, volume: 0.08},
    {pitch: 280, at: 0.08, lasts: 0.05, volume: 0.08},
    {pitch: 420, at: 0.13, lasts: 0.06, volume: 0.08},
  ],
};

let audio = null;

export function playSound(name) {
  if (!SOUNDS[name] || setting("sound") !== "on") return;
  audio ||= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  for (const part of SOUNDS[name]) playPart(part);
}

function playPart({pitch, noise, at = 0, lasts, volume}) {
  const start = audio.currentTime + at;
  const source = pitch ? toneOf(pitch) : noiseOf(lasts);
  const fading = audio.createGain();
  fading.gain.setValueAtTime(volume, start);
  fading.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  const heard = noise ? source.connect(filterAt(noise)) : source;
  heard.connect(fading).connect(audio.destination);
  source.start(start);
  source.stop(start + lasts);
}

function toneOf(pitch) {
  const tone = audio.createOscillator();
  tone.frequency.value = pitch;
  return tone;
}

function noiseOf(seconds) {
  const length = Math.ceil(seconds * audio.sampleRate);
  const samples = Float32Array.from({length}, () => 2 * Math.random() - 1);
  const noise = audio.createBufferSource();
  noise.buffer = audio.createBuffer(1, length, audio.sampleRate);
  noise.buffer.copyToChannel(samples, 0);
  return noise;
}

function filterAt(pitch) {
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  return filter;
}

// Whoever switches sound on hears one; the setting is there only after this event.
document.getElementById("sound")?.addEventListener("change", () => setTimeout(playSound, 0, "marble"));
