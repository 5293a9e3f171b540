import { createContext, type ComponentChildren } from "preact";
import { useCallback, useContext, useEffect, useMemo, useState } from "preact/hooks";
import { call, Refusal, type OperationName } from "./api.ts";
import { operations } from "./generated/operations.gen.ts";
import type { SignedInPerson } from "./generated/types.gen.ts";
import { showTimesIn } from "./time.ts";

interface Session {
  /** The signed-in person: undefined until the server has responded, null without a sign-in. */
  merchant: SignedInPerson | null | undefined;
  /** Whether the person's session has ended. Typed input stays until the person signs in again. */
  isEnded: boolean;
  setMerchant(merchant: SignedInPerson | null): void;
  /** Asks the server again for the person who is signed in. */
  refresh(): Promise<void>;
  /** Turns any error into a refusal. If the session has ended, asks the person to sign in again. */
  onRefusal(cause: unknown): Refusal;
}

type Known = Pick<Session, "merchant" | "isEnded">;

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("no session around this component");
  return session;
}

/** Returns a key that differs for each person who signs in. Empty before the sign-in. */
export const personKey = (merchant: SignedInPerson | null): string =>
  merchant ? `${merchant.merchant_id} ${merchant.email}` : "";

/** Returns the person who is signed in. Throws an error on a page without a sign-in. */
export function useMerchant(): SignedInPerson {
  const { merchant } = useSession();
  if (!merchant) throw new Error("no team member is signed in");
  return merchant;
}

/**
 * Returns a function that tells whether the person's role can call an operation. The server decides; pages only hide
 * actions that it would refuse. Without a name, the function tells whether the role can
 * read at all.
 */
export function useMay(): (name: OperationName | undefined) => boolean {
  const { role } = useMerchant().person;
  return (name = "getOverview") => operations[name][2].includes(role);
}

/** Returns whether the person can change the settings of the whole gateway. */
export function useOwnsServer(): boolean {
  const { is_operator } = useMerchant();
  return useMay()("changeGatewayEmail") && is_operator;
}

/** Shows the children only to people whose role can call the operation. */
export function May({
  call: name,
  children,
}: {
  call: OperationName;
  children: ComponentChildren;
}) {
  return useMay()(name) ? <>{children}</> : null;
}

export function SessionProvider({ children }: { children: ComponentChildren }) {
  const [{ merchant, isEnded }, setKnown] = useState<Known>({
    merchant: undefined,
    isEnded: false,
  });

  // All components below format times in this zone.
  showTimesIn(merchant?.time_zone);

  const setMerchant = useCallback(
    (known: SignedInPerson | null) => setKnown({ merchant: known, isEnded: false }),
    [],
  );

  const onRefusal = useCallback((cause: unknown) => {
    if (!(cause instanceof Refusal)) throw cause;
    if (cause.code === "unauthorized") {
      setKnown((known) =>
        known.merchant ? { ...known, isEnded: true } : { merchant: null, isEnded: false },
      );
    }
    return cause;
  }, []);

  const refresh = useCallback(async () => {
    try {
      setMerchant(await call("getSession", {}));
    } catch (cause) {
      // A missing response does not sign the person out. The pages show that the server does not respond.
      if (onRefusal(cause).code !== "unauthorized")
        setKnown((known) => ({ ...known, merchant: known.merchant ?? null }));
    }
  }, [onRefusal, setMerchant]);

  useEffect(() => void refresh(), [refresh]);

  const session = useMemo(
    () => ({ merchant, isEnded, setMerchant, refresh, onRefusal }),
    [merchant, isEnded, setMerchant, refresh, onRefusal],
  );
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}
