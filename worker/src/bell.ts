/** Wakes a sleeper. A ring that nobody has waited for yet is not lost. */
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
