import { createContext, type ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import type { DataOf } from "./api.ts";
import { formatCount } from "./numbers.ts";
import { useMay } from "./session.tsx";
import { useQuery, type Query } from "./use-query.ts";

type Open = Query<DataOf<"getAttention">>;

const AttentionContext = createContext<Open | null>(null);

/**
 * Returns the open tasks. The menu and the page share one request. Returns null if the person's role
 * cannot see the tasks.
 */
export const useAttention = (): Open | null => useContext(AttentionContext);

export function AttentionProvider({ children }: { children: ComponentChildren }) {
  const may = useMay();
  return may("getAttention") ? <Asking>{children}</Asking> : <>{children}</>;
}

function Asking({ children }: { children: ComponentChildren }) {
  const attention = useQuery("getAttention", {});
  return <AttentionContext.Provider value={attention}>{children}</AttentionContext.Provider>;
}

/** Returns the number of transfers that wait for a decision, as text, or null if none waits. */
export function useUndecided(): string | null {
  const waiting = useAttention()?.data?.items.find(({ kind }) => kind === "transfer_waiting");
  return waiting ? `${formatCount(waiting.count)}${waiting.is_more ? "+" : ""}` : null;
}
