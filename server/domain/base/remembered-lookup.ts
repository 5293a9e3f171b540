interface RememberedLookup<Value> {
  /** Resolves with null if there is no value. */
  find: (key: string) => Promise<Value | null>;
  /** The time for which a result is trusted, counted from its query. A change is seen after this time at the latest. */
  trustMilliseconds: number;
  /** The age at which a used value is refreshed in the background, so that no request waits. */
  refreshMilliseconds: number;
  entriesMax: number;
  /**
   * Returns false for a value that is about to change, which is then fetched each time. Without this function, every
   * value is cached.
   */
  isSettled?: (value: Value) => boolean;
  /** A monotonic clock. */
  nowMilliseconds: () => number;
}

/**
 * Looks up values that nearly every call needs, without a query for each call. A missing value is never cached, so a
 * new key works at once. Only time ends the trust, because a message could get lost.
 */
export function rememberedLookup<Value>(
  options: RememberedLookup<Value>,
): (key: string) => Promise<Value | null> | Value {
  interface Entry {
    value: Value;
    askedAt: number;
    isRefreshing: boolean;
  }
  /** The entries in the order of their queries' results, so the first is the oldest. */
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
      // A database that does not respond is noticed when the trust ends.
      ask(key).catch(() => {});
    }
    return entry.value;
  };
}
