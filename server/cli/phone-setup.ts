import { phoneSetupTexts, adviceOn as adviceIn } from "../../web-shared/src/phone-setup/texts.ts";
import type { ConnectedPhone, PhoneApp, Problem } from "../../web-shared/src/phone-setup/steps.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import {
  AdbError,
  runOnPhone,
  sendToPhone,
  type ListedPhone,
  type PhoneAddress,
} from "../outside/adb-server.ts";

/** The phones of this computer's adb server, and the advice for their problems. The steps are in web-shared. */

const texts = phoneSetupTexts.en;

export const stepTitle = (name: keyof typeof texts.steps, app: PhoneApp): string =>
  texts.steps[name](app);

export const adviceOn = (problem: Problem, app: PhoneApp): string => adviceIn(texts, problem, app);

export const connected = (phone: PhoneAddress): ConnectedPhone => ({
  run: (command) => runOnPhone(phone, command),
  send: (command, bytes) => sendToPhone(phone, command, bytes),
});

const debugging = `${texts.debugging} ${texts.makers.samsung} Use a cable that carries data.`;

/** Returns the phone to set up. Throws the problem if there is none. */
export function choosePhone(
  phones: readonly ListedPhone[],
  serial: string | undefined,
): ListedPhone {
  const named = serial === undefined ? phones : phones.filter((phone) => phone.serial === serial);
  const [first, ...others] = named;
  if (!first) {
    throw new DomainError(
      serial === undefined
        ? `No phone is connected. ${debugging}`
        : `No phone with the serial number ${serial} is connected. ${listOf(phones)}`,
    );
  }
  if (others.length > 0) {
    throw new DomainError(
      `Several phones are connected. Choose one with --device. ${listOf(phones)}`,
    );
  }
  if (first.state !== "device") throw new DomainError(stateAdvice(first));
  return first;
}

const listOf = (phones: readonly ListedPhone[]): string =>
  `Connected: ${phones.map(({ serial, state, model }) => `${serial} (${model ?? state})`).join(", ") || "none"}.`;

function stateAdvice({ serial, state }: ListedPhone): string {
  if (/^(?:unauthorized|authorizing)/.test(state)) return wordsFor("unauthorised");
  if (/^(?:offline|connecting)/.test(state)) return wordsFor("offline");
  if (state.startsWith("no permissions"))
    return `This computer does not let adb use the phone ${serial}. On Debian and Ubuntu install android-sdk-platform-tools-common, then plug the phone in again.`;
  return `The phone ${serial} is in the state "${state}". Start it normally, then run this command again.`;
}

/** Returns the advice for a problem that does not concern an app. */
const wordsFor = (kind: Problem["kind"], printed = ""): string =>
  adviceIn(texts, { kind, printed }, { id: "", version: null });

export const notAndroid = ({ kind, printed }: Problem): DomainError =>
  new DomainError(wordsFor(kind, printed));

const platformTools =
  "Install Android's platform tools (https://developer.android.com/tools/releases/platform-tools; on Debian and Ubuntu: apt-get install adb), connect the phone by cable, and run adb start-server.";

/** Returns the advice for a failed connection, or null for another error. */
export function connectionAdvice(cause: unknown): string | null {
  if (!(cause instanceof AdbError)) return null;
  if (cause.problem === "no_server") return `No adb server runs on this computer. ${platformTools}`;
  if (cause.problem === "refused")
    return `adb refused: ${cause.message}. Plug the phone in again, then run this command again.`;
  return wordsFor(cause.problem);
}
