interface RememberedLookup<Value> {
  /** Resolves with null if there is no value. */
  find: (key: string) => Promise<Value | null>;
  /** The time that a result is trusted, counted from its query: the longest delay until a change is seen. */
  trustMilliseconds: number;
  /** From this age on, a used answer is refreshed in the background, so that no request waits. */
  refreshMilliseconds: number;
  entriesMax: number;
  /**
   * Returns false for a value that is about to change, which is then fetched each time. Without it every answer is
   * remembered.
   */
  isSettled?: (value: Value) => boolean;
  /** A monotonic clock. */
  nowMilliseconds: () => number;
}

/**
 * Looks up values that nearly every call needs, without asking the database each time. A missing value is never
 * remembered, so a new key works at once. Only time ends the trust, because a message could get lost.
 */
export function rememberedLookup<Value>(
  options: RememberedLookup<Value>,
): (key: string) => Promise<Value | null> | Value {
  interface Entry {
    value: Value;
    askedAt: number;
    isRefreshing: boolean;
  }
  /** In the order of their answers, so the first is the oldest. */
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
      // If the database does not answer, this is noticed when the trust ends.
      ask(key).catch(() => {});
    }
    return entry.value;
  };
}
