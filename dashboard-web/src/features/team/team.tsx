import { useState } from "preact/hooks";
import { whatsappLink } from "../../../../web-shared/src/whatsapp.ts";
import { call } from "../../base/api.ts";
import { ConfirmButton, Dialog, FormDialog } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Choice, Field } from "../../ui/form.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { Copyable } from "../../ui/secret.tsx";
import { ShareButton } from "../../ui/share-button.tsx";
import { ReachNotice, sendingTone } from "../../ui/shared-address.tsx";
import type { Role } from "../../base/generated/operations.gen.ts";
import type { Invitation, TeamPerson } from "../../base/generated/types.gen.ts";
import { useMerchant, useSession } from "../../base/session.tsx";
import { formatMoment } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { teamTexts as t } from "./team-texts.ts";
import { Button } from "../../ui/button.tsx";

type Open =
  | { dialog: "invite"; email: string; role: Role }
  | { dialog: "rename" }
  | { dialog: "role"; person: TeamPerson };

/** Lists the team members and the invitations. */
export function Team() {
  const { refresh } = useSession();
  const team = useQuery("getTeam", {});
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const reload = async () => void (await Promise.all([team.reload(), refresh()]));
  const actions = (
    <>
      <Button onClick={() => setOpen({ dialog: "rename" })}>{t.team.rename}</Button>
      <Button
        tone="primary"
        icon="plus"
        onClick={() => setOpen({ dialog: "invite", email: "", role: "cashier" })}
      >
        {t.team.invite}
      </Button>
    </>
  );

  return (
    <Page title={t.menu.team} hint={t.team.hint} actions={actions}>
      <QueryResult query={team}>
        {({ people, invitations }) => (
          <>
            <Card title={t.team.people}>
              <ul class="rows plain">
                {people.map((person) => (
                  <PersonRow
                    key={person.person_id}
                    person={person}
                    isLastOwner={isLastOwner(person, people)}
                    onOpen={setOpen}
                    onRemoved={reload}
                  />
                ))}
              </ul>
            </Card>
            {invitations.length > 0 && (
              <Card title={t.team.invitations}>
                <ul class="rows plain">
                  {invitations.map((one) => (
                    <InvitationRow
                      key={one.invitation_id}
                      invitation={one}
                      onOpen={setOpen}
                      onWithdrawn={team.reload}
                    />
                  ))}
                </ul>
              </Card>
            )}
          </>
        )}
      </QueryResult>
      {open?.dialog === "invite" && (
        <InviteDialog {...open} onInvited={() => void team.reload()} onClose={close} />
      )}
      {open?.dialog === "rename" && <RenameDialog onRenamed={reload} onClose={close} />}
      {open?.dialog === "role" && (
        <RoleDialog person={open.person} onChanged={reload} onClose={close} />
      )}
    </Page>
  );
}

/**
 * Returns whether a person is the last owner. The server refuses to remove the last owner or change
 * the role, because a team needs an owner.
 */
const isLastOwner = ({ role }: TeamPerson, people: readonly TeamPerson[]): boolean =>
  role === "owner" && people.filter((one) => one.role === "owner").length === 1;

interface PersonRowProps {
  person: TeamPerson;
  isLastOwner: boolean;
  onOpen(open: Open): void;
  onRemoved(): Promise<void>;
}

function PersonRow({ person, isLastOwner, onOpen, onRemoved }: PersonRowProps) {
  const { person: self } = useMerchant();
  const isSelf = person.person_id === self.person_id;
  return (
    <li class="row">
      <div class="row-title">
        <strong>
          {person.name}
          {isSelf && ` (${t.team.you})`}
        </strong>
        <span class="hint">{person.email}</span>
        <span class="tag">{t.roles[person.role]}</span>
      </div>
      <dl>
        <Fact name={t.team.since} at={person.created_at} />
        <Fact name={t.team.lastUsed} at={person.last_used_at} otherwise="–" />
        <Fact name={t.team.twoFactor}>{person.is_two_factor_enabled ? t.team.on : t.team.off}</Fact>
      </dl>
      {isLastOwner || (
        <div class="actions">
          <Button of={person.name} onClick={() => onOpen({ dialog: "role", person })}>
            {t.team.changeRole}
          </Button>
          <ConfirmButton
            of={person.name}
            title={t.team.removeTitle(person.name)}
            action={t.team.remove}
            submit={() =>
              call("removePerson", { path: { person_id: person.person_id } }).then(onRemoved)
            }
          >
            {t.team.removeHint}
          </ConfirmButton>
        </div>
      )}
    </li>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  onOpen(open: Open): void;
  onWithdrawn(): Promise<void>;
}

function InvitationRow({ invitation, onOpen, onWithdrawn }: InvitationRowProps) {
  const { invitation_id, email, role, is_expired, expires_at, invited_by } = invitation;
  return (
    <li class="row">
      <div class="row-title">
        <strong>{email}</strong>
        <span class="hint">
          {is_expired ? t.team.expired : t.team.until(formatMoment(expires_at))}
        </span>
        <span class="tag">{t.roles[role]}</span>
      </div>
      <dl>
        <Fact name={t.team.invitedBy}>{invited_by}</Fact>
      </dl>
      <div class="actions">
        <Button of={email} onClick={() => onOpen({ dialog: "invite", email, role })}>
          {t.team.again}
        </Button>
        <ConfirmButton
          of={email}
          title={t.team.withdrawTitle(email)}
          action={t.team.withdraw}
          submit={() => call("withdrawInvitation", { path: { invitation_id } }).then(onWithdrawn)}
        >
          {t.team.withdrawHint}
        </ConfirmButton>
      </div>
    </li>
  );
}

interface InviteDialogProps {
  email: string;
  role: Role;
  onInvited(): void;
  onClose(): void;
}

function InviteDialog({ email, role, onInvited, onClose }: InviteDialogProps) {
  const [invited, setInvited] = useState<{ email: string; link: string | null } | null>(null);
  if (invited) {
    const { link } = invited;
    return (
      <Dialog title={link === null ? t.team.sentTitle : t.team.linkTitle} onClose={onClose}>
        {link === null ? (
          <p role="status">{t.team.sent(invited.email)}</p>
        ) : (
          <InvitationLink link={link} />
        )}
        <div class="dialog-actions">
          {/* For a link, the main action is to send it. */}
          <Button tone={link === null ? "primary" : "plain"} onClick={onClose}>
            {link === null ? t.common.close : t.team.linkSent}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t.team.inviteTitle}
      action={t.team.invite}
      submit={async (values) => {
        const body = { email: values("email").trim(), role: values("role") as Role };
        setInvited(await call("invitePerson", { body }));
        onInvited();
      }}
      onClose={onClose}
      staysOpen
    >
      <Field
        name="email"
        type="email"
        label={t.team.email}
        hint={t.team.emailHint}
        defaultValue={email}
        autoComplete="off"
        autoFocus
      />
      <RoleChoice present={role} />
    </FormDialog>
  );
}

/** Offers the link in the forms in which a person can send it, if the server sends no email. */
function InvitationLink({ link }: { link: string }) {
  const { merchant_name } = useMerchant();
  const message = t.team.message(merchant_name, link);
  return (
    <>
      <p>{t.team.linkHint}</p>
      <ReachNotice address={link} />
      <Copyable label={t.team.link} text={link}>
        <Button
          tone={sendingTone(link)}
          href={whatsappLink(null, message)}
          target="_blank"
          rel="noreferrer"
        >
          {t.team.byWhatsapp}
        </Button>
        <ShareButton title={t.team.linkTitle} url={link} />
      </Copyable>
    </>
  );
}

function RoleDialog({
  person,
  onChanged,
  onClose,
}: {
  person: TeamPerson;
  onChanged(): Promise<void>;
  onClose(): void;
}) {
  return (
    <FormDialog
      title={t.team.changeRoleTitle(person.name)}
      action={t.team.changeRole}
      submit={async (values) => {
        await call("changeRole", {
          path: { person_id: person.person_id },
          body: { role: values("role") as Role },
        });
        await onChanged();
      }}
      onClose={onClose}
    >
      <RoleChoice present={person.role} />
      <p class="hint">{t.team.changeRoleHint}</p>
    </FormDialog>
  );
}

/** Lets a person choose a role, and describes its permissions below. */
function RoleChoice({ present }: { present: Role }) {
  const [role, setRole] = useState(present);
  return (
    <Choice
      name="role"
      label={t.team.role}
      hint={t.team.roleHints[role]}
      options={(Object.keys(t.roles) as Role[]).map((each) => [each, t.roles[each]])}
      value={role}
      onChange={(event) => setRole(event.currentTarget.value as Role)}
    />
  );
}

function RenameDialog({ onRenamed, onClose }: { onRenamed(): Promise<void>; onClose(): void }) {
  const { person } = useMerchant();
  return (
    <FormDialog
      title={t.team.rename}
      action={t.common.save}
      submit={async (values) => {
        await call("changeOwnName", { body: { name: values("name") } });
        await onRenamed();
      }}
      onClose={onClose}
    >
      <Field name="name" label={t.team.name} defaultValue={person.name} autoFocus />
    </FormDialog>
  );
}
