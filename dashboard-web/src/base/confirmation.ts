import { createContext } from "preact";
import { useContext } from "preact/hooks";

/**
 * Runs an action. If the server wants a code of the authenticator app first, asks the person for a code and runs the
 * action again. One code is enough for some minutes.
 */
type Confirmed = <Result>(deed: () => Promise<Result>) => Promise<Result>;

/** Refuses before the sign-in. ui/confirmation.tsx provides the real dialog. */
export const ConfirmationContext = createContext<Confirmed>((deed) => deed());

export const useConfirmation = (): Confirmed => useContext(ConfirmationContext);
