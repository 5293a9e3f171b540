import { useEffect, useRef, useState } from "preact/hooks";
import { accountName } from "../../base/account-name.ts";
import { call, Refusal, type DataOf } from "../../base/api.ts";
import type { MailboxTrial, MailSignIn, PairingOffer } from "../../base/generated/types.gen.ts";
import { Link } from "../../base/router.tsx";
import { limits } from "../../base/limits.ts";
import { useQuery } from "../../base/use-query.ts";
import { Field, Form, Radios, Submit, Tick } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { mailboxTexts as t } from "./mailbox-texts.ts";

interface Provider {
  host: string;
  /** The provider's page for creating app passwords. */
  passwords: string;
}

const google = { host: "imap.gmail.com", passwords: "https://myaccount.google.com/apppasswords" };
const yahoo = {
  host: "imap.mail.yahoo.com",
  passwords: "https://login.yahoo.com/account/security/app-passwords",
};
const apple = { host: "imap.mail.me.com", passwords: "https://account.apple.com" };

const providers: readonly (readonly [RegExp, Provider])[] = [
  [/^(?:gmail|googlemail)\.com$/, google],
  [/^(?:yahoo|ymail|rocketmail)\./, yahoo],
  [/^(?:icloud|me|mac)\.com$/, apple],
];

/** Microsoft's own domains. Their mail server accepts no password from programs. */
const passwordless = /^(?:outlook|hotmail|live|msn)\./;

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** Parses `imap.shop.com`, or `127.0.0.1:1143` for a server on the gateway's own machine. */
function serverIn(typed: string): { host: string; port?: number } {
  const [host = "", port] = typed.trim().split(":");
  return { host, ...(port !== undefined && { port: Number(port) }) };
}

type SignInProvider = PairingOffer["mail_providers"][number];

/** The way in which Tepat receives the emails. */
type MailboxWay = "password" | SignInProvider | "forwarding";

/** The result of a first sign-in, or the reason why no sign-in started. */
export type Trial = Omit<MailboxTrial, "problem"> & {
  problem: (MailboxTrial | MailSignIn)["problem"];
};

/**
 * Opens the provider's page, which redirects back to the dashboard. Returns the problem if there is no such
 * page, otherwise null.
 */
export function openSignIn(signIn: MailSignIn): Trial | null {
  if (signIn.url === null) return { problem: signIn.problem, response: null, mailbox: null };
  location.assign(signIn.url);
  return null;
}

interface MailboxFormProps {
  /** Whether this server can receive forwarded emails. */
  receivesMail: boolean;
  /** The providers at which people can sign in. */
  signInProviders: readonly SignInProvider[];
  onDone(): void;
}

/** Returns the refusal of an incomplete address. */
const notAnAddress = () =>
  new Refusal("validation_error", "The address is not complete", {
    problems: [{ path: ["address"], problem: { code: "not_an_email", params: {} } }],
  });

/**
 * Connects a mailbox: Tepat signs in, or the mailbox forwards its emails to Tepat. The form asks for the address first,
 * because most fields depend on its provider. The mail server of a large provider is known.
 */
export function MailboxForm({ receivesMail, signInProviders, onDone }: MailboxFormProps) {
  const accounts = useQuery("listOwnAccounts", { query: { per_page: limits.rowsPerPageMax } });
  const [form, setForm] = useState<MailboxWay | null>(null);
  const [address, setAddress] = useState("");
  const [trial, setTrial] = useState<Trial | null>(null);
  const [unticked, setUnticked] = useState(0);
  const domain = domainOf(address);
  const provider = providers.find(([pattern]) => pattern.test(domain))?.[1];

  function bestWay(): MailboxWay {
    if (provider === google && signInProviders.includes("google")) return "google";
    if (!passwordless.test(domain)) return "password";
    if (signInProviders.includes("microsoft")) return "microsoft";
    return receivesMail ? "forwarding" : "password";
  }

  return (
    <QueryResult query={accounts}>
      {(rows) =>
        rows.length === 0 ? (
          <Notice tone="warning">
            <p>{t.mailbox.noAccount}</p>
            <Link to="/accounts">{t.menu.accounts}</Link>
          </Notice>
        ) : (
          <Form
            label={t.mailbox.form}
            submit={async (values) => {
              if (form === null) {
                if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(address.trim())) throw notAnAddress();
                return setForm(bestWay());
              }
              const shared = {
                address: address.trim(),
                account_ids: rows
                  .map(({ account_id }) => account_id)
                  .filter((account_id) => values(account_id) === "on"),
              };
              setUnticked((before) => (shared.account_ids.length === 0 ? before + 1 : 0));
              if (shared.account_ids.length === 0) return setTrial(null);
              const result = await connect(form, shared, () => ({
                ...(provider ? { host: provider.host } : serverIn(values("host"))),
                password: values("password"),
              }));
              setTrial(result);
              if (result?.mailbox) onDone();
            }}
          >
            <Field
              name="address"
              type="email"
              label={t.mailbox.address}
              hint={t.mailbox.addressHint}
              value={address}
              onInput={setAddress}
              autoComplete="off"
              autoFocus
            />
            {form === null ? (
              <>
                <p>{t.mailbox.lead}</p>
                <div class="actions">
                  <Submit>{t.mailbox.next}</Submit>
                </div>
              </>
            ) : (
              <MailboxFields
                {...{
                  form,
                  receivesMail,
                  signInProviders,
                  domain,
                  provider,
                  rows,
                  trial,
                  unticked,
                }}
                onForm={setForm}
              />
            )}
          </Form>
        )
      }
    </QueryResult>
  );
}

interface MailboxFieldsProps extends Omit<MailboxFormProps, "onDone"> {
  form: MailboxWay;
  onForm(form: MailboxWay): void;
  domain: string;
  provider: Provider | undefined;
  rows: DataOf<"listOwnAccounts">;
  trial: Trial | null;
  /** The number of times that the person has just sent the form without an account. */
  unticked: number;
}

/**
 * The fields after the address. The first field takes the focus, because the button that showed the fields is
 * gone.
 */
function MailboxFields({
  form,
  onForm,
  receivesMail,
  signInProviders,
  domain,
  provider,
  rows,
  trial,
  unticked,
}: MailboxFieldsProps) {
  const readable = rows.filter(({ emails }) => emails !== "unknown");
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.querySelector("input")?.focus(), []);
  return (
    <div class="form" ref={fields}>
      {(receivesMail || signInProviders.length > 0) && (
        <Radios<MailboxWay>
          legend={t.mailbox.way}
          name="form"
          chosen={form}
          options={[
            ...signInProviders.map((each) => [each, t.mailbox.signInWith[each]] as const),
            ["password", t.mailbox.bySignIn],
            ...(receivesMail ? ([["forwarding", t.mailbox.byForwarding]] as const) : []),
          ]}
          onChoose={onForm}
        />
      )}
      <p>
        {form === "forwarding"
          ? t.mailbox.forwardLead
          : form === "password"
            ? t.mailbox.lead
            : t.mailbox.signInLead}
      </p>
      {form === "password" && passwordless.test(domain) ? (
        <Notice tone="warning">
          {signInProviders.includes("microsoft")
            ? t.mailbox.passwordlessSignIn
            : receivesMail
              ? t.mailbox.passwordlessForward
              : t.mailbox.passwordless}
        </Notice>
      ) : readable.length === 0 ? (
        <Notice tone="warning">{t.mailbox.noneReadable}</Notice>
      ) : (
        <>
          {form === "password" && <SignInFields provider={provider} />}
          <fieldset>
            <legend>{t.mailbox.accounts}</legend>
            {rows.map((row) => (
              <Tick
                key={row.account_id}
                name={row.account_id}
                label={accountName(row)}
                isTicked={readable.length === 1 && row.emails !== "unknown"}
                isDisabled={row.emails === "unknown"}
                {...(row.emails === "unknown" && { hint: t.mailbox.notReadable })}
                {...(row.emails === "teachable" && { hint: t.mailbox.teachFirst })}
              />
            ))}
          </fieldset>
          {unticked > 0 && <Unticked key={unticked} />}
          {trial?.problem && (
            <TrialNotice trial={trial} hasServerName={form === "password" && !provider} />
          )}
          <div class="actions">
            <Submit>
              {form === "forwarding"
                ? t.mailbox.makeAddress
                : form === "password"
                  ? t.mailbox.connect
                  : t.mailbox.goSignIn[form]}
            </Submit>
          </div>
        </>
      )}
    </div>
  );
}

/** Takes the focus, because the accounts can be far above the button. */
function Unticked() {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice tone="bad">{t.mailbox.tickOne}</Notice>
    </div>
  );
}

async function connect(
  form: MailboxWay,
  shared: { address: string; account_ids: string[] },
  login: () => { host: string; port?: number; password: string },
): Promise<Trial | null> {
  if (form === "forwarding") return call("createForwardingAddress", { body: shared });
  if (form === "password") return call("connectMailbox", { body: { ...shared, ...login() } });
  return openSignIn(await call("beginMailSignIn", { body: { ...shared, provider: form } }));
}

const SignInFields = ({ provider }: { provider: Provider | undefined }) => (
  <>
    {!provider && (
      <Field
        name="host"
        label={t.mailbox.host}
        hint={t.mailbox.hostHint}
        inputMode="url"
        autoComplete="off"
      />
    )}
    <Field
      name="password"
      type="password"
      label={t.mailbox.password}
      hint={
        provider ? (
          <>
            {t.mailbox.passwordHint}{" "}
            <a href={provider.passwords} target="_blank" rel="noreferrer">
              {t.mailbox.passwordLink}
            </a>
          </>
        ) : (
          t.mailbox.passwordHint
        )
      }
      // Browsers ignore "off" here, and would fill in the password of Tepat.
      autoComplete="new-password"
    />
  </>
);

/** The problems that a wrong name of the mail server can cause. */
const nameProblems: ReadonlySet<Trial["problem"]> = new Set([
  "dns_error",
  "connection_refused",
  "certificate_refused",
  "tls_error",
] as const);

/** Returns a problem's text. The text mentions the name of the mail server only to a person who can change the name. */
export const problemText = (
  problem: NonNullable<Trial["problem"]>,
  hasServerName = false,
): string =>
  !hasServerName && nameProblems.has(problem) ? t.mailbox.unreachable : t.mailbox.problems[problem];

interface TrialNoticeProps {
  trial: Pick<Trial, "problem" | "response">;
  /** Whether the form has a field for the name of the mail server. */
  hasServerName?: boolean;
}

/** Shows why the mail server rejected the sign-in, with the server's own words. */
export const TrialNotice = ({ trial: { problem, response }, hasServerName }: TrialNoticeProps) => (
  <Notice tone="warning">
    <p>{problem && problemText(problem, hasServerName)}</p>
    {response !== null && <p class="hint">{t.mailbox.answered(response)}</p>}
  </Notice>
);
