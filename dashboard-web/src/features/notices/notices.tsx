import { useEffect, useState } from "preact/hooks";
import { call, type Refusal } from "../../base/api.ts";
import { browserName } from "../../base/browser-name.ts";
import { DeliveryStatusTag } from "../webhooks/delivery-status.tsx";
import { ConfirmButton, Dialog } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Choice, Done, Field, Form, Submit, Tick } from "../../ui/form.tsx";
import { Empty, Notice, RefusalNotice } from "../../ui/notice.tsx";
import { QueryResult, Card, Columns, Page } from "../../ui/page.tsx";
import { useCursor } from "../../ui/pager.tsx";
import { useConfirmation } from "../../base/confirmation.ts";
import type {
  NoticeChannel,
  NoticeMessage,
  Notices as Chosen,
} from "../../base/generated/types.gen.ts";
import { canBeTold, PushRefused, subscribe } from "./push.ts";
import { useOwnsServer, useSession } from "../../base/session.tsx";
import { zoneName } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { pageLanguage as language } from "../../base/page-language.ts";
import { useAnnounce } from "../../base/announce.tsx";
import { noticesTexts as t } from "./notices-texts.ts";
import { Button } from "../../ui/button.tsx";
import { languageNames } from "../../../../web-shared/src/language.ts";
import { RowList } from "../../ui/list.tsx";

/** The polling interval until the person presses Start, and until a test has a result. */
const lookMilliseconds = 2000;

export function Notices() {
  const chosen = useQuery("getNotices", {});
  const [testCount, setTestCount] = useState(0);
  return (
    <Page title={t.menu.notices} hint={t.notices.hint}>
      <Columns>
        <div>
          <QueryResult query={chosen}>
            {(data) => (
              <>
                <Places
                  chosen={data}
                  reload={chosen.reload}
                  onTested={() => setTestCount((count) => count + 1)}
                />
                <Wishes chosen={data} reload={chosen.reload} />
              </>
            )}
          </QueryResult>
        </div>
        <div>
          <Messages testCount={testCount} />
        </div>
      </Columns>
    </Page>
  );
}

interface ChosenProps {
  chosen: Chosen;
  reload(): Promise<void>;
}

const channels: readonly NoticeChannel[] = ["email", "telegram", "push"];

function Places({ chosen, reload, onTested }: ChosenProps & { onTested(): void }) {
  const announce = useAnnounce();
  const { onRefusal } = useSession();
  const confirmed = useConfirmation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refusal | PushRefused["reason"] | null>(null);
  const [isTested, setTested] = useState(false);
  const [link, setLink] = useState<{ link: string; valid_seconds: number } | null>(null);

  async function act(deed: () => Promise<unknown>) {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    setTested(false);
    try {
      await confirmed(deed);
      await reload();
    } catch (cause) {
      setProblem(cause instanceof PushRefused ? cause.reason : onRefusal(cause));
    } finally {
      setBusy(false);
    }
  }

  const enable = () =>
    act(async () => {
      const subscription = await subscribe(chosen.channels.push);
      await call("addPushTarget", { body: subscription });
    });
  const connect = () => act(async () => setLink(await call("offerTelegramLink", { body: {} })));
  const test = (channel: NoticeChannel) =>
    act(async () => {
      await call("sendTestNotice", { body: { channel } });
      setTested(true);
      announce(t.notices.tested);
      onTested();
    });

  const actions = (channel: NoticeChannel) => {
    const targets = chosen.targets.filter((each) => each.channel === channel);
    const canTest =
      channel === "email"
        ? chosen.channels.email !== null
        : targets.some(({ broken_reason }) => broken_reason === null);
    return (
      <div class="actions">
        {channel === "telegram" && chosen.channels.telegram && (
          <Button aria-disabled={isBusy} onClick={() => void connect()}>
            {targets.length > 0 ? t.notices.connectAgain : t.notices.connect}
          </Button>
        )}
        {channel === "push" && canBeTold() && (
          <Button aria-disabled={isBusy} onClick={() => void enable()}>
            {t.notices.enable}
          </Button>
        )}
        {canTest && (
          <Button
            aria-disabled={isBusy}
            aria-label={`${t.notices.test}: ${t.notices.channels[channel]}`}
            onClick={() => void test(channel)}
          >
            {t.notices.test}
          </Button>
        )}
      </div>
    );
  };

  return (
    <Card title={t.notices.where}>
      {problem !== null &&
        (typeof problem === "string" ? (
          <Notice tone="bad">{t.notices[problem]}</Notice>
        ) : (
          <RefusalNotice refusal={problem} />
        ))}
      {isTested && <p class="done">{t.notices.tested}</p>}
      <ul class="rows plain">
        {channels.map((channel) => (
          <li class="row" key={channel}>
            <div class="row-title">
              <strong>{t.notices.channels[channel]}</strong>
            </div>
            <ChannelState channel={channel} chosen={chosen} reload={reload} />
            {actions(channel)}
          </li>
        ))}
      </ul>
      {link && (
        <TelegramDialog link={link} chosen={chosen} reload={reload} onClose={() => setLink(null)} />
      )}
    </Card>
  );
}

/** Shows the destination of a channel, and its problem if there is one. */
function ChannelState({ channel, chosen, reload }: ChosenProps & { channel: NoticeChannel }) {
  const isOwner = useOwnsServer();
  const canSetUp =
    isOwner &&
    ((channel === "email" && chosen.channels.email === null) ||
      (channel === "telegram" && !chosen.channels.telegram));
  const targets = chosen.targets.filter((each) => each.channel === channel);
  const missing = {
    email: chosen.channels.email === null && t.notices.noEmail,
    telegram: chosen.channels.telegram
      ? targets.length === 0 && t.notices.notConnected
      : t.notices.noTelegram,
    push: canBeTold() ? targets.length === 0 && t.notices.noBrowsers : t.notices.noPush,
  }[channel];
  return (
    <div class="row-details">
      {channel === "email" && chosen.channels.email !== null && (
        <span>{chosen.channels.email}</span>
      )}
      {canSetUp ? (
        <Button tone="link" to="/server" of={t.notices.channels[channel]}>
          {t.notices.setUp}
        </Button>
      ) : (
        missing && <span class="hint">{missing}</span>
      )}
      {targets.map((target) => {
        const name =
          channel === "push" ? browserName(target.target_name) : (target.target_name ?? null);
        return (
          <div key={target.target_id}>
            {channel !== "email" && (
              <span>
                {name ?? t.notices.channels[channel]}{" "}
                <ConfirmButton
                  aria-label={`${t.common.remove}: ${name ?? t.notices.channels[channel]}`}
                  title={t.notices.removeTitle}
                  action={t.common.remove}
                  submit={() =>
                    call("removeNoticeTarget", { path: { target_id: target.target_id } }).then(
                      reload,
                    )
                  }
                >
                  {t.notices.removeHint}
                </ConfirmButton>
              </span>
            )}
            {target.broken_reason && (
              <Notice tone="warning">{t.notices.broken[target.broken_reason]}</Notice>
            )}
          </div>
        );
      })}
    </div>
  );
}

interface TelegramDialogProps extends ChosenProps {
  link: { link: string; valid_seconds: number };
  onClose(): void;
}

function TelegramDialog({ link, chosen, reload, onClose }: TelegramDialogProps) {
  const announce = useAnnounce();
  const [before] = useState(() => chosen.targets.map(({ target_id }) => target_id));
  const isConnected = chosen.targets.some(
    ({ channel, target_id }) => channel === "telegram" && !before.includes(target_id),
  );
  useEffect(() => {
    if (isConnected) {
      announce(t.notices.connected);
      return;
    }
    const timer = setInterval(() => void reload(), lookMilliseconds);
    return () => clearInterval(timer);
  }, [isConnected]);
  return (
    <Dialog title={t.notices.connect} onClose={onClose}>
      {isConnected ? (
        <Notice tone="good">{t.notices.connected}</Notice>
      ) : (
        <>
          <p>{t.notices.connectHint(Math.round(link.valid_seconds / 60))}</p>
          <p>
            <Button tone="primary" href={link.link} target="_blank" rel="noreferrer">
              {t.notices.openTelegram}
            </Button>
          </p>
          <p class="hint">{t.notices.waiting}</p>
        </>
      )}
    </Dialog>
  );
}

function Wishes({ chosen, reload }: ChosenProps) {
  const hasTarget = (channel: NoticeChannel) =>
    chosen.targets.some((each) => each.channel === channel);
  const offered = channels.filter(
    (channel) =>
      (channel === "email" ? chosen.channels.email !== null : hasTarget(channel)) ||
      chosen.wishes.some((wish) => wish.channel === channel),
  );
  if (offered.length === 0) {
    return (
      <Card title={t.notices.what}>
        <p class="hint">{t.notices.connectFirst}</p>
      </Card>
    );
  }
  const isNew = chosen.targets.length === 0 && chosen.wishes.length === 0;
  // Without a choice, notices use the page's language.
  const messageLanguage = isNew ? language : chosen.language;
  return (
    <Card title={t.notices.what}>
      <Form
        label={t.notices.what}
        said={t.common.saved}
        submit={async (values) => {
          const from = values("quiet_hours.from");
          const until = values("quiet_hours");
          await call("changeNotices", {
            body: {
              wishes: chosen.events.flatMap((event) =>
                offered
                  .filter((channel) => values(`${event}.${channel}`) === "on")
                  .map((channel) => ({ event, channel })),
              ),
              language: values("language") === "en" ? "en" : "id",
              quiet_hours: from || until ? { from, until } : null,
              urgent_events: chosen.events.filter((event) => values(`urgent.${event}`) === "on"),
            },
          });
          await reload();
        }}
      >
        <div>
          {chosen.events.map((event) => (
            <fieldset class="wish" key={event}>
              <legend>{t.notices.events[event]}</legend>
              {offered.map((channel) => (
                <Tick
                  key={channel}
                  name={`${event}.${channel}`}
                  label={t.notices.channels[channel]}
                  isTicked={chosen.wishes.some(
                    (wish) => wish.event === event && wish.channel === channel,
                  )}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <Choice
          name="language"
          label={t.notices.language}
          options={Object.entries(languageNames)}
          chosen={messageLanguage}
        />
        <fieldset>
          <legend>{t.notices.quiet}</legend>
          <p class="hint">{t.notices.quietHint(zoneName(chosen.time_zone))}</p>
          <div class="pair">
            <Field
              name="quiet_hours.from"
              type="time"
              label={t.notices.from}
              isOptional
              defaultValue={chosen.quiet_hours?.from ?? ""}
            />
            <Field
              name="quiet_hours"
              type="time"
              label={t.notices.until}
              isOptional
              defaultValue={chosen.quiet_hours?.until ?? ""}
            />
          </div>
        </fieldset>
        <fieldset>
          <legend>{t.notices.urgent}</legend>
          {chosen.events.map((event) => (
            <Tick
              key={event}
              name={`urgent.${event}`}
              label={t.notices.events[event]}
              isTicked={chosen.urgent_events.includes(event)}
            />
          ))}
        </fieldset>
        <div class="actions">
          <Submit>{t.common.save}</Submit>
          <Done />
        </div>
      </Form>
    </Card>
  );
}

/** The number of times that the page polls the log after a test. */
const looksAfterTest = 5;

function Messages({ testCount }: { testCount: number }) {
  const cursor = useCursor();
  const messages = useQuery("listNoticeMessages", { query: cursor.query });
  useEffect(() => {
    if (testCount === 0) return;
    void messages.reload();
    let left = looksAfterTest;
    const timer = setInterval(() => {
      void messages.reload();
      if (--left === 0) clearInterval(timer);
    }, lookMilliseconds);
    return () => clearInterval(timer);
  }, [testCount]);
  return (
    <>
      <div class="list-head">
        <h2>{t.notices.log}</h2>
      </div>
      <RowList
        query={messages}
        place={cursor}
        keyOf={({ message_id }) => message_id}
        empty={
          <Empty icon="notices" title={t.notices.none}>
            {t.notices.noneHint}
          </Empty>
        }
      >
        {(message) => <MessageRow message={message} />}
      </RowList>
    </>
  );
}

function MessageRow({ message }: { message: NoticeMessage }) {
  const { event, channel, notice_count, problem } = message;
  const name =
    event === "test" || event === "linked" ? t.notices.otherEvents[event] : t.notices.events[event];
  return (
    <li class="row">
      <div class="row-title">
        <strong>{message.title}</strong>
        <span class="hint">
          {name} · {t.notices.channels[channel]}
          {notice_count > 1 && ` · ${t.notices.digest(notice_count)}`}
        </span>
      </div>
      <dl>
        <Fact name={t.common.created} at={message.created_at} />
        {problem !== null && (
          <Fact name={t.notices.problem}>
            <code>{problem}</code>
          </Fact>
        )}
      </dl>
      <DeliveryStatusTag status={message.message_status} />
    </li>
  );
}
