import { createContext, type ComponentChildren } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { OperationName } from "./api.ts";
import { useSession } from "./session.tsx";
import { watchChanges, type Topic } from "./watch-changes.ts";

/** The kinds of changes that affect an operation's answer. Operations that are not named are only asked again on a timer. */
const topicsOf: Partial<Record<OperationName, readonly Topic[]>> = {
  getAttention: ["payment", "device", "mutation", "webhook", "account"],
  getOverview: ["payment"],
  getChecklist: ["payment", "device", "account", "webhook"],
  searchPayments: ["payment"],
  getCounter: ["payment", "device", "account"],
  getCounterSale: ["payment", "mutation"],
  listInvoices: ["payment"],
  getInvoice: ["payment", "mutation"],
  getPaymentDetail: ["payment", "mutation", "webhook"],
  listOwnLikelyMutations: ["mutation"],
  listOwnMutationReasons: ["mutation", "payment"],
  getOwnMutation: ["mutation", "payment"],
  listOwnNearMisses: ["payment"],
  listUnreadTexts: ["mutation"],
  listTransfers: ["mutation", "payment"],
  listTransferCandidates: ["payment"],
  listOpenDifferences: ["mutation", "payment"],
  listLikelyTexts: ["mutation", "payment"],
  listStatementMonths: ["mutation"],
  listUnsupportedMutations: ["mutation"],
  getStatementMonth: ["mutation", "payment"],
  listStatementRows: ["mutation", "payment"],
  listReadingRules: ["mutation"],
  listOwnAccounts: ["account"],
  getOwnAccount: ["account"],
  getQuota: ["account", "payment"],
  listOwnDevices: ["device"],
  listDeliveries: ["webhook"],
  getDelivery: ["webhook"],
  listSessions: ["session"],
  getTeam: ["session"],
  listApiKeys: ["session"],
  getTwoFactor: ["session"],
  getSettings: ["session", "webhook"],
  listAuditEntries: ["session", "account", "device", "webhook"],
};

interface Live {
  /** Calls back when an operation's answer may have changed. Returns a function that ends this. */
  follow(name: OperationName, onChange: () => void): () => void;
  /** Whether the stream of changes is open, so that timers may ask rarely. */
  isTold(): boolean;
  /** Whether the last question had no answer. */
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

/** Tells the queries on the screen when to ask again, while somebody is signed in. */
export function LiveProvider({ children }: { children: ComponentChildren }) {
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
        for (const { topics, onChange } of followers.current) {
          if (topics.includes(topic)) onChange();
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
        const follower = { topics: topicsOf[name] ?? [], onChange };
        followers.current.add(follower);
        return () => void followers.current.delete(follower);
      },
      isTold: () => isTold.current,
      setOffline(isCut: boolean) {
        // Over a connection that carries no request a stream is dead too, whatever it says of itself.
        if (isCut) isTold.current = false;
        setOffline(isCut);
      },
    }),
    [],
  );
  const live = useMemo(() => ({ ...steady, isOffline }), [steady, isOffline]);
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}
