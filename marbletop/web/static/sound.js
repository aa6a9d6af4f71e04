// Small sounds of glass and wood, for players who have switched them on.
import {setting} from "./page.js";

// hertz, seconds, volume
const TONES = {
  call: [[660, 0.5, 0.15]],
  click: [[1250, 0.05, 0.04]],
  pop: [
    [520, 0.09, 0.1],
    [880, 0.06, 0.05],
  ],
  roll: [
    [300, 0.04, 0.08],
    [360, 0.04, 0.08],
    [280, 0.05, 0.08],
    [420, 0.06, 0.08],
  ],
};

let audio = null;

export function playSound(name) {
  if (!TONES[name] || setting("sound") !== "on") return;
  audio ||= new AudioContext();
  let start = audio.currentTime;
  for (const [pitch, seconds, loudness] of TONES[name]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.setValueAtTime(loudness, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    tone.frequency.value = pitch;
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    start += seconds;
    tone.stop(start);
  }
}
