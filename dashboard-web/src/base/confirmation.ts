import { createContext } from "preact";
import { useContext } from "preact/hooks";

/**
 * Runs an action. If the server requires a code from the authenticator app, asks the person for the code and runs
 * the action again. The server then accepts the session for some minutes.
 */
type Confirmed = <Result>(deed: () => Promise<Result>) => Promise<Result>;

/** By default, actions run without a dialog. ui/confirmation.tsx provides the dialog. */
export const ConfirmationContext = createContext<Confirmed>((deed) => deed());

export const useConfirmation = (): Confirmed => useContext(ConfirmationContext);
