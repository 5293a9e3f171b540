import { createContext, type ComponentChildren } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { OperationName } from "./api.ts";
import { useSession } from "./session.tsx";
import { watchChanges, type Topic } from "./watch-changes.ts";

interface Live {
  /**
   * Calls `onChange` when an operation's response might have changed. Returns a function that stops
   * this.
   */
  follow(name: OperationName, onChange: () => void): () => void;
  /** Returns whether the stream of changes is open. While it is open, timers can poll rarely. */
  isTold(): boolean;
  /** Whether the last request got no response. */
  isOffline: boolean;
  setOffline(isOffline: boolean): void;
}

const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error("no live updates around this component");
  return live;
}

interface Follower {
  topics: readonly Topic[];
  onChange(): void;
}

interface LiveProviderProps {
  /**
   * The kinds of changes that affect each operation's response. Operations without an entry are only
   * polled.
   */
  topics: Partial<Record<OperationName, readonly Topic[]>>;
  children: ComponentChildren;
}

/** Refreshes the queries on the screen after changes, while a person is signed in. */
export function LiveProvider({ topics, children }: LiveProviderProps) {
  const { merchant, isEnded, refresh } = useSession();
  const followers = useRef(new Set<Follower>());
  const isTold = useRef(false);
  const [isOffline, setOffline] = useState(false);
  const session_id = isEnded ? undefined : merchant?.session_id;

  useEffect(() => {
    if (session_id === undefined) return;
    const stop = watchChanges({
      onChange(topic) {
        if (topic === "session") void refresh();
        for (const follower of followers.current) {
          if (follower.topics.includes(topic)) follower.onChange();
        }
      },
      onStream(isOpen) {
        isTold.current = isOpen;
        for (const { onChange } of followers.current) onChange();
      },
    });
    return () => {
      stop();
      isTold.current = false;
    };
  }, [session_id, refresh]);

  const steady = useMemo(
    () => ({
      follow(name: OperationName, onChange: () => void) {
        const follower = { topics: topics[name] ?? [], onChange };
        followers.current.add(follower);
        return () => void followers.current.delete(follower);
      },
      isTold: () => isTold.current,
      setOffline(isCut: boolean) {
        // A failed request means that the stream is dead too, even if the stream looks open.
        if (isCut) isTold.current = false;
        setOffline(isCut);
      },
    }),
    [topics],
  );
  const live = useMemo(() => ({ ...steady, isOffline }), [steady, isOffline]);
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}
