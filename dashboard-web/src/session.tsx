import { createContext, type ComponentChildren } from "preact";
import { useCallback, useContext, useEffect, useMemo, useState } from "preact/hooks";
import { call, Refusal } from "./api.ts";
import type { SignedInMerchant } from "./generated/types.gen.ts";

interface Session {
  /** undefined until the server has said who it is. */
  merchant: SignedInMerchant | null | undefined;
  setMerchant(merchant: SignedInMerchant | null): void;
  /** Asks the server again who is signed in. */
  refresh(): Promise<void>;
  /** Any error as a refusal; one that says that the session has ended leads to the sign-in page. */
  onRefusal(cause: unknown): Refusal;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("no session around this component");
  return session;
}

/** Who is signed in, on pages that only somebody signed in can see. */
export function useMerchant(): SignedInMerchant {
  const { merchant } = useSession();
  if (!merchant) throw new Error("nobody is signed in");
  return merchant;
}

export function SessionProvider({ children }: { children: ComponentChildren }) {
  const [merchant, setMerchant] = useState<SignedInMerchant | null | undefined>();

  const onRefusal = useCallback((cause: unknown) => {
    if (!(cause instanceof Refusal)) throw cause;
    if (cause.code === "unauthorized") setMerchant(null);
    return cause;
  }, []);

  const refresh = useCallback(async () => {
    try {
      setMerchant(await call("getSession", {}));
    } catch (cause) {
      // Without an answer nobody is signed out: the pages say themselves that there is none.
      if (onRefusal(cause).code !== "unauthorized") setMerchant((known) => known ?? null);
    }
  }, [onRefusal]);

  useEffect(() => void refresh(), [refresh]);

  const session = useMemo(
    () => ({ merchant, setMerchant, refresh, onRefusal }),
    [merchant, refresh, onRefusal],
  );
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}
