import { useEffect, useRef, useState } from "preact/hooks";
import {
  appLinkOf,
  readFacts,
  stepsFor,
  type Maker,
  type PhoneApp,
  type Problem,
  type Step,
  type StepName,
} from "../../../../web-shared/src/phone-setup/steps.ts";
import { adviceOn } from "../../../../web-shared/src/phone-setup/texts.ts";
import { reachOf } from "../../../../web-shared/src/reach.ts";
import { call, Refusal } from "../../base/api.ts";
import type { ListedDevice, PairingOffer } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { useSession } from "../../base/session.tsx";
import { cableTexts as t, setupTexts } from "./cable-texts.ts";
import { sourcesTexts } from "./sources-texts.ts";
import { nameOfRegistration, serverOf } from "./registration.ts";
import { UsbError } from "./usb-error.ts";
import type { UsbPhone } from "./usb-phone.ts";

export type Place = "connect" | "consent" | StepName | "arrival";

export type PlaceState = "done" | "running" | "failed" | "skipped";

export interface CableWork {
  places: readonly Place[];
  states: Partial<Record<Place, PlaceState>>;
  /** The problem of the failed step, with the next action. */
  problem: string | Refusal | null;
  phone: { name: string; maker: Maker | null } | null;
  arrived: ListedDevice | null;
  isWorking: boolean;
  /** Continues at the first place that is neither done nor skipped. */
  run(): Promise<void>;
  /** null if later places need this place. */
  skip: (() => Promise<void>) | null;
}

/** Stops the work. The message is for the person. */
class Stop extends Error {}

const placesFor = (steps: readonly { name: StepName }[]): Place[] => [
  "connect",
  "consent",
  ...steps.map(({ name }) => name),
  "arrival",
];

const skippable: ReadonlySet<Place> = new Set<StepName>([
  "restricted",
  "posting",
  "sensitive",
  "listening",
  "background",
]);

/**
 * Until the phone is known, the page shows the steps of the newest Android. An older Android needs fewer
 * steps.
 */
const newestSdk = Number.POSITIVE_INFINITY;

/** The state of the work, kept between renderings of the page. */
interface Progress {
  states: CableWork["states"];
  steps: readonly Step[];
  connection: UsbPhone | null;
  /** The serial number of the chosen phone. The next attempt uses it again. */
  serial: string | null;
  /** The phones that had registered before the link was opened. */
  known: ReadonlySet<string>;
  offer: PairingOffer | null;
  isLeft: boolean;
}

export function useCable(app: PhoneApp): CableWork {
  const { onRefusal } = useSession();
  const stepsOf = (sdk: number) => stepsFor(app, sdk, openedLink);
  const [steps, setSteps] = useState<readonly Step[]>(() => stepsOf(newestSdk));
  const [states, setStates] = useState<CableWork["states"]>({});
  const [problem, setProblem] = useState<CableWork["problem"]>(null);
  const [phone, setPhone] = useState<CableWork["phone"]>(null);
  const [arrived, setArrived] = useState<ListedDevice | null>(null);
  const now = useRef<Progress>({
    states: {},
    steps,
    connection: null,
    serial: null,
    known: new Set(),
    offer: null,
    isLeft: false,
  }).current;

  useEffect(
    () => () => {
      now.isLeft = true;
      void now.connection?.close();
    },
    [],
  );

  const mark = (place: Place, state: PlaceState | undefined) => {
    if (state === undefined) delete now.states[place];
    else now.states[place] = state;
    setStates({ ...now.states });
  };
  const isOver = (place: Place) => now.states[place] === "done" || now.states[place] === "skipped";

  async function openedLink(): Promise<string> {
    now.known = new Set((await call("listOwnDevices", { query: {} })).map(nameOfRegistration));
    now.offer = await call("offerPairing", { body: {} });
    const server = serverOf(now.offer);
    if (reachOf(server) === "computer") throw new Stop(sourcesTexts.devices.unreachable(server));
    return appLinkOf(server, now.offer.pairing_token);
  }

  async function connect(): Promise<UsbPhone> {
    mark("consent", undefined);
    mark("connect", "running");
    const { choosePhone, connectPhone } = await import("./usb-phone.ts");
    const chosen = await choosePhone(now.serial);
    if (now.serial !== null && now.serial !== chosen.serial) now.states = { connect: "running" };
    now.serial = chosen.serial;
    let isAsked = false;
    const connection = await connectPhone(chosen, () => {
      isAsked = true;
      mark("connect", "done");
      mark("consent", "running");
    });
    if (now.isLeft) {
      await connection.close();
      throw new UsbError("gone");
    }
    now.connection = connection;
    mark("connect", "done");
    if (!isAsked) mark("consent", "running");
    const facts = await readFacts(connection);
    if ("kind" in facts) throw new Stop(adviceOn(setupTexts, facts, app));
    mark("consent", "done");
    now.steps = stepsOf(facts.sdk);
    setSteps(now.steps);
    setPhone(facts);
    return connection;
  }

  async function setUp(): Promise<void> {
    for (const step of now.steps) {
      if (now.isLeft) throw new UsbError("gone");
      if (isOver(step.name)) continue;
      const connection = now.connection ?? (await connect());
      mark(step.name, "running");
      const found = await step.run(connection);
      if (found) throw new Stop(adviceOn(setupTexts, found, app));
      mark(step.name, "done");
    }
  }

  async function arrive(): Promise<void> {
    mark("arrival", "running");
    await now.connection?.close();
    now.connection = null;
    while (!now.isLeft && Date.now() < Date.parse(now.offer?.expires_at ?? "")) {
      const devices = await call("listOwnDevices", { query: {} });
      const device = devices.find((one) => !now.known.has(nameOfRegistration(one)));
      if (device) {
        mark("arrival", "done");
        setArrived(device);
        return;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, limits.pairingPollMilliseconds);
      });
    }
    mark("link", undefined);
    throw new Stop(t.cable.problems.offerEnded);
  }

  async function run(): Promise<void> {
    setProblem(null);
    for (const place of placesFor(now.steps)) {
      if (now.states[place] === "failed") mark(place, undefined);
    }
    try {
      // The steps of the newest Android are known before the phone is.
      if (!now.connection && !isOver("link")) await connect();
      await setUp();
      await arrive();
    } catch (cause) {
      if (now.isLeft) return;
      setProblem(wordsFor(cause));
      if (cause instanceof UsbError) {
        await now.connection?.close();
        now.connection = null;
      }
      const place = Object.entries(now.states).find(([, state]) => state === "running")?.[0];
      if (place) mark(place as Place, "failed");
    }
  }

  function wordsFor(cause: unknown): string | Refusal {
    if (cause instanceof Stop) return cause.message;
    if (cause instanceof Refusal) return onRefusal(cause);
    if (!(cause instanceof UsbError)) return t.cable.problems.unexpected;
    const { problem } = cause;
    if (problem === "none_chosen" || problem === "held" || problem === "no_access") {
      return t.cable.problems[problem];
    }
    return adviceOn(setupTexts, { kind: problem, printed: "" } satisfies Problem, app);
  }

  const places = placesFor(steps);
  const failed = places.find((place) => states[place] === "failed");
  return {
    places,
    states,
    problem,
    phone,
    arrived,
    isWorking: places.some((place) => states[place] === "running"),
    run,
    skip:
      failed && skippable.has(failed)
        ? () => {
            mark(failed, "skipped");
            return run();
          }
        : null,
  };
}
