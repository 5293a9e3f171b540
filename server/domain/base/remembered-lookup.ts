interface RememberedLookup<Value> {
  /** null where nothing is. */
  find: (key: string) => Promise<Value | null>;
  /** How long an answer is trusted, counted from its question: a change is seen by then, whatever happens. */
  trustMilliseconds: number;
  /** From this age on an answer that is still in use is asked for again, so that nobody waits for it. */
  refreshMilliseconds: number;
  entriesMax: number;
  /** What is about to change is asked for each time. Without it every answer is remembered. */
  isSettled?: (value: Value) => boolean;
  /** Monotonic. */
  nowMilliseconds: () => number;
}

/**
 * Looks up what nearly every call needs, without asking each time. What is not there is never remembered, so a new key
 * works at once. Time alone ends the trust, not a message that could get lost.
 */
export function rememberedLookup<Value>(
  options: RememberedLookup<Value>,
): (key: string) => Promise<Value | null> | Value {
  interface Entry {
    value: Value;
    askedAt: number;
    isRefreshing: boolean;
  }
  /** In the order of their answers, so the first is the one that was answered longest ago. */
  const entries = new Map<string, Entry>();

  async function ask(key: string): Promise<Value | null> {
    const askedAt = options.nowMilliseconds();
    const value = await options.find(key);
    entries.delete(key);
    if (value !== null && options.isSettled?.(value) !== false) {
      entries.set(key, { value, askedAt, isRefreshing: false });
      if (entries.size > options.entriesMax) entries.delete(entries.keys().next().value as string);
    }
    return value;
  }

  return (key) => {
    const entry = entries.get(key);
    if (!entry) return ask(key);
    const age = options.nowMilliseconds() - entry.askedAt;
    if (age >= options.trustMilliseconds) return ask(key);
    if (age >= options.refreshMilliseconds && !entry.isRefreshing) {
      entry.isRefreshing = true;
      // A database that does not answer is noticed when the trust ends.
      ask(key).catch(() => {});
    }
    return entry.value;
  };
}
