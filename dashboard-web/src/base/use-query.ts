import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ask, type Refusal, type DataOf, type InputOf, type OperationName } from "./api.ts";
import { limits } from "./limits.ts";
import { useLive } from "./live.tsx";
import { useSession } from "./session.tsx";

export interface Query<Data> {
  /** The last response, or null before the first. During a new request, the previous response stays. */
  data: Data | null;
  /** The number of pages of a list with numbered pages. */
  pageCount: number;
  isStale: boolean;
  refusal: Refusal | null;
  reload(): Promise<void>;
}

interface Known<Data> {
  /** The operation and its input, as JSON. */
  key: string;
  data: Data;
  pageCount: number;
}

/** Requests an operation's data, and refreshes the data while the page is open. */
export function useQuery<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
): Query<DataOf<Name>> {
  const { onRefusal } = useSession();
  const { follow, isTold, setOffline } = useLive();
  const [answer, setAnswer] = useState<Known<DataOf<Name>> | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const key = JSON.stringify([name, input]);
  const current = useRef(key);
  current.current = key;
  const turns = useRef({ asked: 0, answered: 0 });

  const reload = useCallback(async () => {
    const turn = ++turns.current.asked;
    // Finds responses to an earlier query, and older responses to this query, which are dropped.
    const isLate = () => current.current !== key || turn < turns.current.answered;
    try {
      const { data, pagination } = await ask(name, input);
      if (isLate()) return;
      turns.current.answered = turn;
      setAnswer({ key, data, pageCount: pagination?.total_pages ?? 1 });
      setRefusal(null);
      setOffline(false);
    } catch (cause) {
      if (isLate()) return;
      const refused = onRefusal(cause);
      setRefusal(refused);
      setOffline(refused.code === "offline");
    }
  }, [key, onRefusal, setOffline]);

  useEffect(() => {
    setRefusal(null);
    void reload();
    const refresh = () => void reload();
    const ends = [follow(name, refresh), whileVisible(refresh, isTold)];
    return () => ends.forEach((end) => end());
  }, [reload, follow, isTold]);

  const isStale = answer?.key !== key;
  // frame/shell.tsx reports a failed refresh once for the whole page.
  const isSaidElsewhere = refusal?.code === "offline" && !isStale;
  return {
    data: answer?.data ?? null,
    pageCount: answer?.pageCount ?? 1,
    isStale,
    refusal: isSaidElsewhere ? null : refusal,
    reload,
  };
}

function whileVisible(refresh: () => void, isTold: () => boolean): () => void {
  let asked = Date.now();
  const ask = () => {
    if (document.hidden) return;
    asked = Date.now();
    refresh();
  };
  const timer = setInterval(() => {
    if (!isTold() || Date.now() - asked >= limits.quietRefreshMilliseconds) ask();
  }, limits.refreshMilliseconds);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", ask);
    window.removeEventListener("online", ask);
  };
}
