import { useEffect, useState } from "preact/hooks";
import { accountName } from "../../base/account-name.ts";
import { call, type Refusal } from "../../base/api.ts";
import type {
  BankMail,
  Mailbox,
  MailboxFolders,
  MailboxTrial,
} from "../../base/generated/types.gen.ts";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { useSession } from "../../base/session.tsx";
import { useOwnAccounts } from "../../base/use-own-accounts.ts";
import type { Query } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton, FormDialog } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Choice, Field } from "../../ui/form.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { Card, Loading } from "../../ui/page.tsx";
import { Copyable } from "../../ui/secret.tsx";
import { TeachDialog } from "../mutations/teaching/teach-dialog.tsx";
import { openSignIn, problemText, type Trial, TrialNotice } from "./mailbox-form.tsx";
import { mailboxTexts as t } from "./mailbox-texts.ts";

/** Lists the connected mailboxes: their health, and the outcome of the newest emails from banks. */
export const Mailboxes = ({ query: { data, refusal, reload } }: { query: Query<Mailbox[]> }) => (
  <>
    {refusal && <RefusalNotice refusal={refusal} />}
    {data?.map((mailbox) => (
      <MailboxCard key={mailbox.device_id} mailbox={mailbox} reload={reload} />
    ))}
  </>
);

interface MailboxCardProps {
  mailbox: Mailbox;
  reload(): Promise<void>;
}

function MailboxCard({ mailbox, reload }: MailboxCardProps) {
  const {
    device_id,
    address,
    host,
    provider,
    folder,
    forwarding,
    read_at,
    problem,
    paused_at,
    accounts,
    mails,
  } = mailbox;
  const own = useOwnAccounts();
  const [isRenewing, setRenewing] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [trial, setTrial] = useState<Trial | null>(null);
  const signInAgain = async () =>
    setTrial(openSignIn(await call("renewMailSignIn", { path: { device_id }, body: {} })));
  const pause = async (is_paused: boolean) => {
    await call("pauseMailbox", { path: { device_id }, body: { is_paused } });
    await reload();
  };
  return (
    <Card title={address} actions={<MailboxTag mailbox={mailbox} />}>
      {problem !== null && (
        <Notice tone="warning">
          <p>{problemText(problem)}</p>
          {mailbox.problem_words !== null && (
            <p class="hint">{t.mailbox.answered(mailbox.problem_words)}</p>
          )}
          {mailbox.problem_since !== null && <Moment at={mailbox.problem_since} />}
        </Notice>
      )}
      {mailbox.has_stopped && (
        <Notice tone="warning">
          <p>{forwarding ? t.mailbox.forwardingStopped : t.mailbox.emailsStopped}</p>
        </Notice>
      )}
      {forwarding && <ForwardingSteps forwarding={forwarding} readAt={read_at} />}
      <dl class="facts">
        {read_at !== null && (
          <Fact name={forwarding ? t.mailbox.forwardedAt : t.mailbox.readAt} at={read_at} />
        )}
        {host !== null && <Fact name={t.mailbox.host}>{host}</Fact>}
        {folder !== null && <Fact name={t.mailbox.folder}>{folder}</Fact>}
        <Fact name={t.mailbox.watches}>
          {accounts
            .map(({ account_id, ...watched }) => {
              const account = own.find((each) => each.account_id === account_id);
              return account ? accountName(account) : watched.channel_code;
            })
            .join(", ")}
        </Fact>
      </dl>
      {mails.length === 0 ? (
        <p class="hint">{t.mailbox.noMails}</p>
      ) : (
        <ul>
          {mails.map((mail) => (
            <MailLine key={mail.mail_id} mail={mail} reload={reload} />
          ))}
        </ul>
      )}
      <div class="actions">
        <Button needs="pauseMailbox" onClick={() => void pause(paused_at === null)}>
          {paused_at === null ? t.mailbox.pause : t.mailbox.resume}
        </Button>
        {provider !== null && (
          <Button needs="renewMailSignIn" onClick={() => void signInAgain()}>
            {t.mailbox.signInAgain}
          </Button>
        )}
        {host !== null && provider === null && (
          <Button needs="changeMailboxPassword" onClick={() => setRenewing(true)}>
            {t.mailbox.newPassword}
          </Button>
        )}
        {host !== null && (
          <Button needs="chooseMailboxFolder" onClick={() => setChoosing(true)}>
            {t.mailbox.otherFolder}
          </Button>
        )}
        <ConfirmButton
          needs="disconnectMailbox"
          title={t.mailbox.disconnectTitle(address)}
          action={t.mailbox.disconnect}
          submit={() => call("disconnectMailbox", { path: { device_id } }).then(reload)}
        >
          {forwarding
            ? t.mailbox.forwardingEndHint
            : provider === null
              ? t.mailbox.disconnectHint
              : t.mailbox.signInEndHint}
        </ConfirmButton>
      </div>
      {trial?.problem && <TrialNotice trial={trial} />}
      {isRenewing && (
        <PasswordDialog mailbox={mailbox} reload={reload} onClose={() => setRenewing(false)} />
      )}
      {isChoosing && (
        <FolderDialog mailbox={mailbox} reload={reload} onClose={() => setChoosing(false)} />
      )}
    </Card>
  );
}

function MailboxTag({ mailbox: { problem, paused_at, read_at } }: { mailbox: Mailbox }) {
  if (paused_at !== null) return <span class="tag">{t.mailbox.isPaused}</span>;
  if (read_at === null) return <span class="tag">{t.mailbox.awaitsFirst}</span>;
  return problem === null ? (
    <span class="tag good">{t.mailbox.isWell}</span>
  ) : (
    <span class="tag bad">{t.mailbox.isUnwell}</span>
  );
}

interface ForwardingStepsProps {
  forwarding: NonNullable<Mailbox["forwarding"]>;
  /** null until the first email from a bank has arrived. */
  readAt: string | null;
}

/** Shows the forwarding address, Gmail's request for confirmation, and the provider's steps. */
const ForwardingSteps = ({ forwarding, readAt }: ForwardingStepsProps) => {
  const { address, confirmation_code, confirmation_link, confirmation_at } = forwarding;
  const isAsking = confirmation_at !== null && (readAt === null || readAt < confirmation_at);
  return (
    <>
      <Copyable label={t.mailbox.forwardTo} text={address} />
      {isAsking && (
        <Notice tone="good">
          <p>
            {t.mailbox.gmailAsks} <Moment at={confirmation_at} />
          </p>
          {confirmation_code === null ? (
            <a href={confirmation_link ?? ""} target="_blank" rel="noreferrer">
              {t.mailbox.gmailLink}
            </a>
          ) : (
            <Copyable label={t.mailbox.gmailCode} text={confirmation_code} />
          )}
        </Notice>
      )}
      {providers.map((provider) => (
        <details key={provider} open={readAt === null && provider === "gmail"}>
          <summary>{t.mailbox.forwardFrom[provider]}</summary>
          <ol class="steps">
            {t.mailbox.forwardSteps[provider].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      ))}
    </>
  );
};

const providers = ["gmail", "outlook"] as const;

function PasswordDialog({ mailbox, reload, onClose }: MailboxCardProps & { onClose(): void }) {
  const [trial, setTrial] = useState<MailboxTrial | null>(null);
  return (
    <FormDialog
      title={t.mailbox.newPassword}
      action={t.mailbox.connect}
      staysOpen
      submit={async (values) => {
        const result = await call("changeMailboxPassword", {
          path: { device_id: mailbox.device_id },
          body: { password: values("password") },
        });
        setTrial(result);
        await reload();
        if (result.mailbox) onClose();
      }}
      onClose={onClose}
    >
      <Field
        name="password"
        type="password"
        label={t.mailbox.password}
        hint={t.mailbox.passwordHint}
        autoComplete="new-password"
        autoFocus
      />
      {trial?.problem && <TrialNotice trial={trial} />}
    </FormDialog>
  );
}

/** Asks the mail server once for its folders. */
function FolderDialog({ mailbox, reload, onClose }: MailboxCardProps & { onClose(): void }) {
  const { device_id, folder } = mailbox;
  const { onRefusal } = useSession();
  const [found, setFound] = useState<MailboxFolders | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [trial, setTrial] = useState<MailboxTrial | null>(null);
  useEffect(() => {
    call("listMailboxFolders", { path: { device_id } }).then(setFound, (cause: unknown) =>
      setRefusal(onRefusal(cause)),
    );
  }, [device_id, onRefusal]);
  return (
    <FormDialog
      title={t.mailbox.otherFolder}
      action={t.mailbox.chooseFolder}
      isDisabled={found === null || found.problem !== null}
      staysOpen
      submit={async (values) => {
        const result = await call("chooseMailboxFolder", {
          path: { device_id },
          body: { folder: values("folder") },
        });
        setTrial(result);
        await reload();
        if (result.mailbox) onClose();
      }}
      onClose={onClose}
    >
      {refusal && <RefusalNotice refusal={refusal} />}
      {found === null && !refusal && <Loading />}
      {found?.problem && <TrialNotice trial={found} />}
      {found?.problem === null && (
        <Choice
          name="folder"
          label={t.mailbox.folder}
          hint={t.mailbox.folderHint}
          options={found.folders.map((each) => [each, each] as const)}
          chosen={folder}
        />
      )}
      {trial?.problem && <TrialNotice trial={trial} />}
    </FormDialog>
  );
}

function MailLine({ mail, reload }: { mail: BankMail; reload(): Promise<void> }) {
  const [isTaught, setTaught] = useState(false);
  const { mail_id, outcome, reason, sender, has_original } = mail;
  return (
    <li>
      {outcomeOf(mail)}
      {sender !== null && ` · ${sender}`} <Moment at={mail.arrived_at} />{" "}
      {has_original && outcome === "unread" && teachable.has(reason ?? "") && (
        <Button tone="link" needs="saveMailRule" onClick={() => setTaught(true)}>
          {t.mailbox.wasTransfer}
        </Button>
      )}{" "}
      {has_original && (
        <Button tone="link" needs="downloadMail" onClick={() => void download(mail)}>
          {t.mailbox.original}
        </Button>
      )}
      {isTaught && (
        <TeachDialog
          from={{ mail_id }}
          onClose={(isSaved) => {
            setTaught(false);
            if (isSaved) void reload();
          }}
        />
      )}
    </li>
  );
}

/** The reasons that let a person mark an email as the report of a transfer. */
const teachable: ReadonlySet<string> = new Set([
  "no_format",
  "unknown_wording",
  "not_a_notification",
]);

function outcomeOf({ outcome, reason, amount }: BankMail): string {
  if (outcome === "recorded") return t.mailbox.recorded(formatRupiah(amount ?? 0));
  if (outcome === "waiting") return t.mailbox.waiting;
  if (outcome === "unread") return t.mailbox.unread[reason ?? ""] ?? t.mailbox.unreadOtherwise;
  return `${t.mailbox.untrusted} ${t.mailbox.refusals[reason ?? ""] ?? t.mailbox.refusedOtherwise}`;
}

async function download({ mail_id }: BankMail): Promise<void> {
  const { eml_base64 } = await call("downloadMail", { path: { mail_id } });
  const bytes = Uint8Array.from(atob(eml_base64), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: "message/rfc822" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${mail_id}.eml`;
  link.click();
  URL.revokeObjectURL(address);
}
