import type { ComponentChildren, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Maker, PhoneApp, StepName } from "../../../../web-shared/src/phone-setup/steps.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { Card, Loading, Page } from "../../ui/page.tsx";
import { cableTexts as t, setupTexts } from "./cable-texts.ts";
import { useCable, type Place, type PlaceState } from "./use-cable.ts";

/** Installs the Tepat app on a phone at this computer's USB port, and sets the app up. */
export function Cable() {
  const hindrance = hindranceHere();
  const isAnew = isLoadedHere();
  useEffect(() => {
    if (!isAnew) location.reload();
  }, []);
  if (!isAnew) return <Loading />;
  return (
    <Page title={t.cable.title} hint={t.cable.hint} back={{ to: "/devices", text: t.cable.back }}>
      {hindrance ? <OtherWays>{t.cable.hindrances[hindrance]}</OtherWays> : <WithApp />}
    </Page>
  );
}

/**
 * Returns whether the browser loaded this page as a new document. The documents of other pages
 * forbid USB, and moving within the dashboard keeps the old document.
 */
const isLoadedHere = () =>
  performance
    .getEntriesByType("navigation")
    .every(({ name }) => new URL(name).pathname === location.pathname);

/**
 * Returns the reason why this browser cannot use USB, or null. Browsers offer USB only on computers and
 * over secure connections.
 */
function hindranceHere(): keyof typeof t.cable.hindrances | null {
  if (/\b(?:Android|iPhone|iPad)\b/u.test(navigator.userAgent)) return "phone";
  if (!isSecureContext) return "insecure";
  return "usb" in navigator ? null : "browser";
}

const OtherWays = ({ children }: { children: string }) => (
  <>
    <Notice tone="warning">{children}</Notice>
    <div class="actions">
      <Button to="/devices">{t.cable.otherWays}</Button>
    </div>
  </>
);

/** Loads the app before the person begins, because each step contains the app's id. */
function WithApp() {
  const [app, setApp] = useState<PhoneApp | "none" | "failed" | null>(null);
  useEffect(() => {
    fetchApp().then(setApp, () => setApp("failed"));
    // Load this module early: browsers show their list of phones only right after a click.
    void import("./usb-phone.ts").catch(() => null);
  }, []);
  if (app === null) return <Loading />;
  if (app === "none") return <OtherWays>{t.cable.noApp}</OtherWays>;
  if (app === "failed") return <Notice tone="bad">{t.cable.problems.app}</Notice>;
  return <SetUp app={app} />;
}

async function fetchApp(): Promise<PhoneApp | "none"> {
  const response = await fetch("/app/tepat-worker.apk");
  const id = response.headers.get("x-app-id");
  if (response.status === 404 || (response.ok && id === null)) return "none";
  if (!response.ok || id === null) throw new Error(`HTTP ${response.status}`);
  const version = response.headers.get("x-app-version");
  return {
    id,
    version: version && decodeURIComponent(version),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

function SetUp({ app }: { app: PhoneApp }) {
  const cable = useCable(app);
  const { places, states, problem, phone, arrived, isWorking, run, skip } = cable;
  return (
    <>
      {arrived ? (
        <Card title={t.cable.endTitle}>
          <Notice tone="good">{t.cable.arrived(arrived.device_name)}</Notice>
          <ol class="steps">
            {t.cable.end.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <Button tone="primary" to="/devices">
            {t.cable.toDevices}
          </Button>
        </Card>
      ) : (
        <Preparation />
      )}
      <Card title={t.cable.steps}>
        <p class="hint">{t.cable.only}</p>
        {phone && (
          <p>
            <strong>{phone.name}</strong>
            {phone.maker && ` · ${setupTexts.makers[phone.maker]}`}
          </p>
        )}
        <ol class="checklist" aria-live="polite">
          {places.map((place, index) => (
            <Line
              key={place}
              number={index + 1}
              title={titleOf(place, app)}
              state={states[place]}
              hint={t.cable.waiting[place]}
            >
              {states[place] === "failed" && problem !== null && (
                <>
                  {typeof problem === "string" ? (
                    <Notice tone="bad">{problem}</Notice>
                  ) : (
                    <RefusalNotice refusal={problem} />
                  )}
                  <div class="actions">
                    <Button tone="primary" onClick={() => void run()}>
                      {t.common.tryAgain}
                    </Button>
                    {skip && <Button onClick={() => void skip()}>{t.cable.skip}</Button>}
                  </div>
                </>
              )}
            </Line>
          ))}
        </ol>
        {!arrived && problem === null && (
          <Button tone="primary" disabled={isWorking} onClick={() => void run()}>
            {isWorking ? t.cable.working : t.cable.start}
          </Button>
        )}
      </Card>
    </>
  );
}

const titleOf = (place: Place, app: PhoneApp): string =>
  place in t.cable.places
    ? t.cable.places[place as keyof typeof t.cable.places]
    : setupTexts.steps[place as StepName](app);

const Preparation = () => (
  <Card title={t.cable.before}>
    <ol class="steps">
      <li>{setupTexts.debugging}</li>
      <li>
        {t.cable.makers}:
        {makers.map((maker) => (
          <MakerHelp key={maker} maker={maker} />
        ))}
      </li>
      <li>{t.cable.cable}</li>
    </ol>
  </Card>
);

const makers = Object.keys(setupTexts.makers) as Maker[];

/** Loads the drawing when a person opens it. */
function MakerHelp({ maker }: { maker: Maker }) {
  const [Drawing, setDrawing] = useState<FunctionComponent<{ maker: Maker }> | null>(null);
  const load = () =>
    // Without the drawing, the text is enough.
    void import("./maker-drawing.tsx").then(
      ({ MakerDrawing }) => setDrawing(() => MakerDrawing),
      () => {},
    );
  return (
    <details class="hint" onToggle={load}>
      <summary>{setupTexts.makers[maker]}</summary>
      {Drawing && <Drawing maker={maker} />}
    </details>
  );
}

interface LineProps {
  number: number;
  title: string;
  state: PlaceState | undefined;
  /** The person's next action. */
  hint: string | undefined;
  children: ComponentChildren;
}

const Line = ({ number, title, state, hint, children }: LineProps) => (
  <li data-done={state === "done"}>
    <span class="mark">{state === "done" ? <Icon name="check" /> : number}</span>
    <div>
      <h3>
        {title}
        {state && state !== "done" && (
          <>
            {" "}
            <span class={`tag ${tones[state]}`}>{t.cable.states[state]}</span>
          </>
        )}
        {state === "done" && <span class="off-screen"> {t.cable.states.done}</span>}
      </h3>
      {state === "running" && hint !== undefined && <p class="hint">{hint}</p>}
      {children}
    </div>
  </li>
);

const tones = { running: "warning", failed: "bad", skipped: "" } as const;
