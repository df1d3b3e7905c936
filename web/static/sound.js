/** Small tones, made here; off until somebody wants them. */

import { preference } from "./keep.js";

/** @type {Record<string, [number, number][]>} frequency in Hz and length in seconds, one after the other */
const TONES = {
  mine: [[330, 0.05]],
  theirs: [[247, 0.07]],
  turn: [[392, 0.06], [523, 0.09]],
  end: [[392, 0.1], [494, 0.1], [587, 0.2]],
};

/** @type {AudioContext | undefined} */
let audio;

/** @param {"mine" | "theirs" | "turn" | "end"} what */
export function sound(what) {
  if (preference("sound", "off") !== "on") return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, seconds] of TONES[what]) {
    const [tone, loud] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
