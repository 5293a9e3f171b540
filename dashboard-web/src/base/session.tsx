import { createContext, type ComponentChildren } from "preact";
import { useCallback, useContext, useEffect, useMemo, useState } from "preact/hooks";
import { call, Refusal, type OperationName } from "./api.ts";
import { operations } from "./generated/operations.gen.ts";
import type { SignedInPerson } from "./generated/types.gen.ts";
import { showTimesIn } from "./time.ts";

interface Session {
  /** undefined until the server has named the person. */
  merchant: SignedInPerson | null | undefined;
  /** True if the person's session has ended. The typed input is kept until the person signs in again. */
  isEnded: boolean;
  setMerchant(merchant: SignedInPerson | null): void;
  /** Asks the server again who is signed in. */
  refresh(): Promise<void>;
  /** Any error as a refusal; one that says that the session has ended asks the person to sign in again. */
  onRefusal(cause: unknown): Refusal;
}

type Known = Pick<Session, "merchant" | "isEnded">;

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("no session around this component");
  return session;
}

/** Distinguishes people who sign in one after the other; empty before the sign-in. */
export const personKey = (merchant: SignedInPerson | null): string =>
  merchant ? `${merchant.merchant_id} ${merchant.email}` : "";

/** The person signed in. Call it only on pages that need a sign-in. */
export function useMerchant(): SignedInPerson {
  const { merchant } = useSession();
  if (!merchant) throw new Error("no team member is signed in");
  return merchant;
}

/**
 * Says whether an operation is for the person's role. The server decides; pages only hide what it would refuse. A page
 * that names no operation is for every role that reads.
 */
export function useMay(): (name: OperationName | undefined) => boolean {
  const { role } = useMerchant().person;
  return (name = "getOverview") => operations[name][2].includes(role);
}

/** Says whether the person can change the settings of the whole gateway. */
export function useOwnsServer(): boolean {
  const { is_operator } = useMerchant();
  return useMay()("changeGatewayEmail") && is_operator;
}

/** Shows its children only to people whose role can call the operation. */
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

  // All components below write times in this form.
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
      // A missing response signs no person out: the pages show that the server does not answer.
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
