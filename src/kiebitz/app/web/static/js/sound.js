// Quiet sounds for those who want them: a card on the table, a trick that is taken.
import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

function tone(frequency, seconds, loudness) {
  audio ??= new AudioContext();
  const { currentTime: now } = audio;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.frequency.value = frequency;
  source.type = "triangle";
  volume.gain.setValueAtTime(loudness, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(now);
  source.stop(now + seconds);
}

export function cardSound() {
  if (settings.sound === "quiet") tone(220, 0.07, 0.05);
}

export function trickSound() {
  if (settings.sound === "quiet") tone(330, 0.16, 0.04);
}
