/** Wakes all waiting steps. If none waits, the next wait ends at once. */
export interface Bell {
  ring(): void;
  heard(): Promise<void>;
}

export function createBell(): Bell {
  let next = Promise.withResolvers<void>();
  return {
    ring: () => next.resolve(),
    async heard() {
      await next.promise;
      next = Promise.withResolvers();
    },
  };
}
