import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { accountProblems, bareNumber } from "../../../../web-shared/src/account-number.ts";
import { BankMark } from "../../../../web-shared/src/bank-mark.tsx";
import { groupDigits } from "../../../../web-shared/src/digits.ts";
import { isSameQrisName } from "../../../../web-shared/src/qris-name.ts";
import { call, Refusal } from "../../base/api.ts";
import {
  AppChoiceField,
  appNameOf,
  BoundFields,
  boundsOf,
  NumberField,
  type Choices,
  initialBounds,
} from "./account-fields.tsx";
import { useKeptTyping } from "../../base/keep-typing.ts";
import type { FieldProblem } from "../../base/generated/types.gen.ts";
import { Fact } from "../../ui/fact.tsx";
import { Choice, Field, Form, Radios, Submit, type Values, Warned } from "../../ui/form.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { WithPreview } from "../../ui/with-preview.tsx";
import { AddBankDialog } from "./own-banks.tsx";
import { ownBanksTexts } from "./own-banks-texts.ts";
import { QrisFields, type ReadQris } from "./qris-fields.tsx";
import { useRouter } from "../../base/router.tsx";
import { useMerchant } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { accountsTexts as t } from "./accounts-texts.ts";
import { Button } from "../../ui/button.tsx";

type Kind = "TRANSFER" | "QRIS";

type OnCreated = (account_id: string) => unknown;

export function NewAccount() {
  const { go } = useRouter();
  return (
    <Page title={t.common.addAccount} back={{ to: "/accounts", text: t.menu.accounts }}>
      <Card>
        <NewAccountForms
          onCreated={(account_id) =>
            go(`/accounts/${account_id}`, { replace: true, said: t.accounts.created })
          }
        />
      </Card>
    </Page>
  );
}

/** The forms for a new bank account or a QRIS code. */
export function NewAccountForms(props: { onCreated: OnCreated }) {
  const { noteSent } = useKeptTyping();
  const onCreated = (account_id: string) => {
    noteSent();
    return props.onCreated(account_id);
  };
  const choices = useQuery("listAccountChoices", {});
  const [kind, setKind] = useState<Kind>("TRANSFER");
  const [isReviewed, setReviewed] = useState(false);
  return (
    <>
      {!isReviewed && (
        <Radios<Kind>
          legend={t.accounts.kind}
          name="kind"
          chosen={kind}
          options={[
            ["TRANSFER", t.accounts.transfer],
            ["QRIS", t.accounts.qris],
          ]}
          onChoose={setKind}
        />
      )}
      <QueryResult query={choices}>
        {(data) =>
          kind === "QRIS" ? (
            <NewQris choices={data} onCreated={onCreated} onReviewed={setReviewed} />
          ) : (
            <NewTransfer
              choices={data}
              reload={choices.reload}
              onCreated={onCreated}
              onReviewed={setReviewed}
            />
          )
        }
      </QueryResult>
    </>
  );
}

interface NewPartProps {
  choices: Choices;
  onCreated: OnCreated;
  /** Reports whether the person is checking the input. Meanwhile, the kind of account cannot change. */
  onReviewed(isReviewed: boolean): void;
}

function useCreate(onCreated: OnCreated) {
  return async (values: Values, fields: { channel_id: string; qris?: string }) => {
    const { account_id } = await call("createOwnAccount", {
      body: {
        ...fields,
        ...boundsOf(values),
        account_number: bareNumber(values("account_number")) || null,
        account_name: values("account_name").trim() || null,
        app_package: values("app_package") || null,
        unusual_number: values("unusual_number") === "on",
        again: values("again") === "on",
      },
    });
    await onCreated(account_id);
  };
}

/** The input that the person checks before it is saved. */
interface Review {
  channel: string;
  number: string;
  holder: string;
  app: string | null;
  /**
   * Every value as typed. A warning that the person has confirmed no longer shows, and its tick is gone.
   */
  values: Values;
}

/** Shows the account number in groups, as banks write it, before the account is saved. */
function NewTransfer({
  choices,
  reload,
  onCreated,
  onReviewed,
}: NewPartProps & { reload(): Promise<void> }) {
  const create = useCreate(onCreated);
  const { query } = useRouter();
  const app = query.get("app");
  const [isAddingBank, setAddingBank] = useState(false);
  const [channelId, setChannelId] = useState("");
  const [review, setReview] = useState<Review | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const channels = choices.channels.filter(({ channel_type }) => channel_type === "TRANSFER");
  const channel = channels.find(({ channel_id }) => channel_id === channelId);

  const appChoice = <AppChoiceField choices={choices} chosen={app} empty={t.accounts.appDefault} />;

  useEffect(() => onReviewed(review !== null), [review]);

  async function submit(values: Values) {
    const [number, holder] = [values("account_number").trim(), values("account_name").trim()];
    if (review) return create(review.values, { channel_id: review.values("channel_id") });
    // The page checks these fields first, because the server asks for a code before it checks fields.
    if (!channel || !number || !holder) {
      throw missing({ channel_id: channel, account_number: number, account_name: holder });
    }
    const problems = accountProblems(channel, {
      account_number: number,
      account_name: holder,
      unusual_number: values("unusual_number") === "on",
    });
    if (Object.keys(problems).length > 0) throw refusalOf(problems);
    const app = values("app_package") || channel.default_package;
    setReview({
      channel: channel.channel_name,
      number,
      holder,
      app: appNameOf(choices, app),
      values,
    });
  }

  return (
    <>
      <Form
        initial={initialBounds}
        submit={submit}
        onRefusal={(refused) => {
          setReview(null);
          setRefusal(refused);
        }}
      >
        {review && <ReviewPart review={review} />}
        <div hidden={review !== null}>
          <WithPreview
            preview={(values) => <AccountPreview channel={channel?.channel_name} values={values} />}
          >
            <div class="form">
              <Choice
                name="channel_id"
                label={t.accounts.channel}
                chosen={channelId}
                onChange={(event) => setChannelId(event.currentTarget.value)}
                options={[
                  ["", t.accounts.choose],
                  ...channels.map(
                    ({ channel_id, channel_name }) => [channel_id, channel_name] as const,
                  ),
                ]}
              />
              <Button tone="link" needs="addOwnBank" onClick={() => setAddingBank(true)}>
                {ownBanksTexts.ownBanks.missing}
              </Button>
              <NumberField channel={channel} />
              <Warned name="unusual_number" label={t.accounts.unusual} />
              <Field
                name="account_name"
                label={t.accounts.holder}
                hint={t.accounts.holderHint}
                autoComplete="off"
                autoCapitalize="characters"
              />
              {app === null ? (
                <FoldedBounds summary={t.accounts.appAndBounds} refusal={refusal}>
                  {appChoice}
                </FoldedBounds>
              ) : (
                <>
                  {appChoice}
                  <FoldedBounds refusal={refusal} />
                </>
              )}
              <Warned name="again" label={t.accounts.again} />
            </div>
          </WithPreview>
        </div>
        <div class="actions">
          <Submit>{review ? t.accounts.isRight : t.accounts.review}</Submit>
          {review && <Button onClick={() => setReview(null)}>{t.accounts.correct}</Button>}
        </div>
      </Form>
      {isAddingBank && (
        <AddBankDialog
          app={app}
          appName={choices.apps.find(({ app_package }) => app_package === app)?.app_name}
          onAdded={(channel_id) => {
            setChannelId(channel_id);
            void reload();
          }}
          onClose={() => setAddingBank(false)}
        />
      )}
    </>
  );
}

/** Returns a refusal that marks the empty fields. */
const missing = (fields: Readonly<Record<string, unknown>>) =>
  refusalOf(
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => !value)
        .map(([name]) => {
          const code = name === "channel_id" ? "not_a_channel" : "required";
          return [name, { code, params: {} }];
        }),
    ),
  );

/** Returns a refusal that marks the fields with problems, as the server's does. */
const refusalOf = (problems: Readonly<Record<string, FieldProblem["problem"]>>) =>
  new Refusal("validation_error", "Fields are wrong", {
    problems: Object.entries(problems).map(([name, problem]) => ({ path: [name], problem })),
  });

interface FoldedBoundsProps {
  summary?: string;
  refusal: Refusal | null;
  /** More fields that few accounts need. */
  children?: ComponentChildren;
}

/**
 * The bounds are folded, because few accounts have them. A refusal that concerns both bounds unfolds them. A refusal
 * of one bound is marked at its field.
 */
function FoldedBounds({ summary = t.accounts.bounds, refusal, children }: FoldedBoundsProps) {
  const folded = useRef<HTMLDetailsElement>(null);
  const isOfBoth = refusal?.reason?.code === "amounts_reversed";

  useEffect(() => {
    if (isOfBoth && folded.current) folded.current.open = true;
  }, [refusal]);

  return (
    <details ref={folded}>
      <summary>{summary}</summary>
      {children}
      <BoundFields />
    </details>
  );
}

/** The account as the checkout page shows it. */
function AccountPreview({ channel, values }: { channel: string | undefined; values: Values }) {
  const number = values("account_number").replaceAll(/[\s.-]/gu, "");
  return (
    <>
      <p class="bank-account">
        {channel !== undefined && <BankMark name={channel} />}
        <strong>{channel ?? t.accounts.channel}</strong>
      </p>
      <p class={number === "" ? "figure example" : "figure"}>
        {groupDigits(number || t.accounts.previewNumber).join(" ")}
      </p>
      <p class={values("account_name") === "" ? "example" : ""}>
        {values("account_name") || t.accounts.previewHolder}
      </p>
      <p class="hint">{t.accounts.previewHint}</p>
    </>
  );
}

function ReviewPart({ review: { channel, number, holder, app } }: { review: Review }) {
  const heading = useRef<HTMLHeadingElement>(null);

  // Moves the focus, so that a screen reader announces the question.
  useEffect(() => heading.current?.focus(), []);

  return (
    <div class="review">
      <h2 ref={heading} tabIndex={-1}>
        {t.accounts.reviewTitle}
      </h2>
      <p class="hint">{t.accounts.reviewHint}</p>
      <p class="review-number">
        {groupDigits(number.replaceAll(/[\s.-]/gu, "")).map((group, index) => (
          <span key={index}>{group} </span>
        ))}
      </p>
      <dl class="facts">
        <Fact name={t.accounts.channel}>{channel}</Fact>
        <Fact name={t.accounts.holder}>{holder}</Fact>
        <Fact name={t.accounts.app}>{app ?? "–"}</Fact>
      </dl>
    </div>
  );
}

/** Returns a provider's site. A code names it backwards: `ID.CO.BANKMANDIRI.WWW`. */
const siteOf = (acquirer: string): string =>
  acquirer
    .toLowerCase()
    .split(".")
    .filter((part) => part !== "www")
    .toReversed()
    .join(".");

function NewQris({ choices, onCreated, onReviewed }: NewPartProps) {
  const create = useCreate(onCreated);
  const { merchant_name } = useMerchant();
  const [read, setRead] = useState<ReadQris | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const channel = choices.channels.find(({ channel_type }) => channel_type === "QRIS");

  useEffect(() => onReviewed(read !== null), [read]);

  if (!read || !channel) return <QrisFields onRead={setRead} />;
  const { preview } = read;
  const app = appNameOf(choices, preview.default_package);
  return (
    <Form
      initial={initialBounds}
      submit={(values) => create(values, { channel_id: channel.channel_id, qris: read.text })}
      onRefusal={setRefusal}
    >
      <h2>{t.accounts.qrisTitle}</h2>
      <p class="hint">{t.accounts.qrisHint}</p>
      <dl class="facts">
        {(
          [
            [t.accounts.qrisName, preview.qris_name],
            [t.accounts.qrisCity, preview.qris_city],
            [t.accounts.nmid, preview.qris_id],
            [t.accounts.acquirer, preview.acquirer && siteOf(preview.acquirer)],
          ] as const
        ).map(([name, value]) => (
          <Fact key={name} name={name}>
            <strong>{value ?? "–"}</strong>
          </Fact>
        ))}
        {app !== null && <Fact name={t.accounts.app}>{t.accounts.appOfCode(app)}</Fact>}
      </dl>
      {!isSameQrisName(preview.qris_name, merchant_name) && (
        <p>{t.accounts.qrisOtherName(merchant_name)}</p>
      )}
      {app === null ? (
        <AppChoiceField choices={choices} empty={t.accounts.chooseApp} />
      ) : (
        <details>
          <summary>{t.accounts.appOther}</summary>
          <AppChoiceField choices={choices} empty={t.accounts.appOfCode(app)} />
        </details>
      )}
      <FoldedBounds refusal={refusal} />
      <Warned name="again" label={t.accounts.again} />
      <div class="actions">
        <Submit>{t.common.addAccount}</Submit>
        <Button onClick={() => setRead(null)}>{t.accounts.another}</Button>
      </div>
    </Form>
  );
}
