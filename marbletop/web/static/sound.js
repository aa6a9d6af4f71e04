// Small sounds of glass and wood, for who has switched them on.
const TONES = {
  // hertz, seconds, volume
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

export function sound(name) {
  if (!TONES[name] || !/(?:^|; )sound=on/.test(document.cookie)) return;
  audio ||= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, lasts, loud] of TONES[name]) {
    const tone = audio.createOscillator(),
      volume = audio.createGain();
    volume.gain.setValueAtTime(loud, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
    tone.frequency.value = pitch;
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop((at += lasts));
  }
}
