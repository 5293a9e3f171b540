import { useCallback, useEffect, useState } from "preact/hooks";

/** The sound of a payment: two rising tones, made without a file. */

const storageKey = "tepat_counter_sound";
const tones = [
  { hertz: 880, begins: 0 },
  { hertz: 1_318.5, begins: 0.16 },
] as const;
const toneSeconds = 0.5;

let context: AudioContext | null = null;

/**
 * Starts the audio. Browsers play no sound before a person has touched the page, so every touch of the counter
 * calls this function.
 */
function wake(): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

function ring(): void {
  if (!context) return;
  for (const { hertz, begins } of tones) {
    const from = context.currentTime + begins;
    const tone = new OscillatorNode(context, { type: "sine", frequency: hertz });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(0.4, from + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, from + toneSeconds);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + toneSeconds);
  }
}

export interface Chime {
  isMuted: boolean;
  setMuted(isMuted: boolean): void;
  ring(): void;
}

/** Stores the choice in this browser, because each till needs its own. */
export function useChime(): Chime {
  const [isMuted, setMuted] = useState(() => localStorage.getItem(storageKey) === "off");

  useEffect(() => {
    const until = new AbortController();
    for (const touch of ["pointerdown", "keydown"]) {
      addEventListener(touch, wake, { signal: until.signal, passive: true });
    }
    return () => until.abort();
  }, []);

  return {
    isMuted,
    setMuted(isWanted: boolean) {
      localStorage.setItem(storageKey, isWanted ? "off" : "on");
      setMuted(isWanted);
    },
    ring: useCallback(() => {
      if (!isMuted) ring();
    }, [isMuted]),
  };
}
