/** The fields that a watchlist needs of each watched object. */
export interface Watched {
  readonly followers: { readonly size: number };
  /** True if the object had no followers at the last round. */
  isIdle: boolean;
}

/**
 * The objects that people look at, by id. A look comes before its follower, so an object is dropped only after two
 * rounds without followers.
 */
export class Watchlist<Entry extends Watched> {
  readonly #entries = new Map<string, Entry>();
  readonly #make: () => Entry;
  readonly #forgotten: (entry: Entry) => void;

  constructor(make: () => Entry, forgotten: (entry: Entry) => void = () => {}) {
    this.#make = make;
    this.#forgotten = forgotten;
  }

  /** Returns the object, and watches it from now on. */
  watch(id: string): Entry {
    const entry = this.#entries.get(id) ?? this.#make();
    entry.isIdle = false;
    this.#entries.set(id, entry);
    return entry;
  }

  find(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  list(): [id: string, entry: Entry][] {
    return [...this.#entries];
  }

  forget(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#forgotten(entry);
  }

  forgetIdle(): void {
    for (const [id, entry] of this.#entries) {
      const hasNoFollower = entry.followers.size === 0;
      if (hasNoFollower && entry.isIdle) this.forget(id);
      entry.isIdle = hasNoFollower;
    }
  }

  clear(): void {
    for (const id of this.#entries.keys()) this.forget(id);
  }
}
