import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { call, type Refusal, type DataOf, type InputOf, type OperationName } from "./api.ts";
import { limits } from "./limits.ts";
import { useSession } from "./session.tsx";

export interface Query<Data> {
  /** The last answer; null before the first. While another question is asked, it is that of the one before. */
  data: Data | null;
  isStale: boolean;
  refusal: Refusal | null;
  reload(): Promise<void>;
}

/** An operation's answer, kept fresh while somebody looks at it. `input` null: not yet. */
export function useQuery<Name extends OperationName>(
  name: Name,
  input: InputOf<Name> | null,
): Query<DataOf<Name>> {
  const { onRefusal } = useSession();
  const [answer, setAnswer] = useState<{ key: string; data: DataOf<Name> } | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const key = JSON.stringify([name, input]);
  const current = useRef(key);
  current.current = key;

  const reload = useCallback(async () => {
    if (input === null) return;
    try {
      const data = await call(name, input);
      // A slow answer to an earlier question is not an answer to this one.
      if (current.current !== key) return;
      setAnswer({ key, data });
      setRefusal(null);
    } catch (cause) {
      if (current.current === key) setRefusal(onRefusal(cause));
    }
  }, [key, onRefusal]);

  useEffect(() => {
    setRefusal(null);
    void reload();
    return whileVisible(() => void reload());
  }, [reload]);

  return { data: answer?.data ?? null, isStale: answer?.key !== key, refusal, reload };
}

function whileVisible(refresh: () => void): () => void {
  const ask = () => {
    if (document.visibilityState === "visible") refresh();
  };
  const timer = setInterval(ask, limits.refreshMilliseconds);
  document.addEventListener("visibilitychange", ask);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", ask);
  };
}
