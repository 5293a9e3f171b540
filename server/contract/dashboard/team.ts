import { z } from "zod";
import { email, lineText, newPassword, requiredText, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { everybody, roles } from "./roles.ts";
import { signedInPerson } from "./session.ts";

/** The members of a merchant's team, and the invited people. */

const tag = "Team";

const role = () => z.enum(roles).meta({ description: "The person's role." });

const teamPerson = z
  .object({
    person_id: uuid().meta({ description: "The person." }),
    name: z.string().meta({ description: "The person's name." }),
    email: z.string().meta({ description: "The address that the person signs in with." }),
    role: role(),
    is_two_factor_enabled: z
      .boolean()
      .meta({ description: "True if signing in needs a one-time code." }),
    created_at: timestamp().meta({
      description: "The time at which the member joined the team, UTC.",
    }),
    last_used_at: timestamp()
      .nullable()
      .meta({ description: "The last use of an open session, to the minute, UTC." }),
  })
  .meta({ id: "TeamPerson", description: "A member of the team." });

const invitation = z
  .object({
    invitation_id: uuid().meta({ description: "The invitation." }),
    email: z.string().meta({ description: "The email address of the invited person." }),
    role: role(),
    invited_by: z.string().meta({ description: "The name of the member who sent the invitation." }),
    invited_at: timestamp().meta({ description: "The time of the invitation, UTC." }),
    expires_at: timestamp().meta({ description: "The time until which the link works, UTC." }),
    is_expired: z
      .boolean()
      .meta({ description: "True if the invitation has expired. Invite the person again then." }),
  })
  .meta({ id: "Invitation", description: "A person who has not joined the team yet." });

export type TeamPerson = z.infer<typeof teamPerson>;
export type Invitation = z.infer<typeof invitation>;

const days = limits.invitationSeconds / 86_400;
const token = () => requiredText().meta({ description: "The text after `#token=` in the link." });
const personId = () => uuid().meta({ description: "The person, from the list." });

export const teamOperations = {
  getTeam: dashboardOperation({
    meta: {
      operationId: "getTeam",
      method: "GET",
      path: "/team",
      roles: ["owner"],
      tag,
      summary: "Show the team",
      description: `The team members and the invited people, oldest first; at most ${limits.teamPeople} together.`,
    },
    input: z.object({}),
    output: z
      .object({
        people: z.array(teamPerson).meta({ description: "The team members." }),
        invitations: z.array(invitation).meta({ description: "The open invitations." }),
      })
      .meta({ id: "Team", description: "A merchant's team." }),
  }),

  invitePerson: dashboardOperation({
    meta: {
      operationId: "invitePerson",
      method: "POST",
      path: "/team/invitations",
      roles: ["owner"],
      tag,
      summary: "Invite a person",
      description: `Creates a link that works once, for ${days} days. If the server can send email, it sends the link and does not return it; otherwise the owner passes it on. If you invite a person again, also with another role, the new link replaces the previous one. An invitation ends when its owner leaves or stops being an owner. A team has at most ${limits.teamPeople} people and invitations, and creates at most ${limits.invitationsPerDay} invitations a day.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        email: email().meta({ description: "The person's email address for signing in." }),
        role: role(),
      })
      .meta({ description: "The person to invite." }),
    output: invitation
      .extend({
        link: z.string().nullable().meta({
          description: "The link to pass on. Shown only now; null if Tepat sent the link by email.",
        }),
      })
      .meta({ id: "NewInvitation", description: "An invitation with its link." }),
  }),

  withdrawInvitation: dashboardOperation({
    meta: {
      operationId: "withdrawInvitation",
      method: "DELETE",
      path: "/team/invitations/{invitation_id}",
      roles: ["owner"],
      tag,
      summary: "Withdraw an invitation",
      description: "The link stops working at once.",
      subject: "invitation",
    },
    input: z.object({
      invitation_id: uuid().meta({ description: "The invitation, from the list." }),
    }),
    output: z.null(),
  }),

  changeRole: dashboardOperation({
    meta: {
      operationId: "changeRole",
      method: "POST",
      path: "/team/people/{person_id}/role",
      roles: ["owner"],
      tag,
      summary: "Change a member's role",
      description:
        "Signs the person out everywhere, so that no page shows data that the new role cannot see. Changing the last owner's role returns `conflict`.",
      needsConfirmation: true,
      subject: "person",
      errors: ["conflict"],
    },
    input: z.object({ person_id: personId(), role: role() }).meta({ description: "The new role." }),
    output: z.null(),
  }),

  removePerson: dashboardOperation({
    meta: {
      operationId: "removePerson",
      method: "DELETE",
      path: "/team/people/{person_id}",
      roles: ["owner"],
      tag,
      summary: "Remove a member from the team",
      description:
        "Ends the member's sessions, password, second factor and invitations at once. The member's actions stay in the audit log. Removing the last owner returns `conflict`.",
      subject: "person",
      errors: ["conflict"],
    },
    input: z.object({ person_id: personId() }),
    output: z.null(),
  }),

  changeOwnName: dashboardOperation({
    meta: {
      operationId: "changeOwnName",
      method: "POST",
      path: "/own-name",
      roles: everybody,
      tag,
      summary: "Change your own name",
      description: "The team page and the audit log show this name.",
    },
    input: z
      .object({ name: lineText().meta({ description: "The name." }) })
      .meta({ description: "The person's name." }),
    output: z.null(),
  }),
};

/** For people who are invited and have not joined. */
export const invitationOperations = {
  openInvitation: dashboardOperation({
    meta: {
      operationId: "openInvitation",
      method: "POST",
      path: "/invitations/opening",
      roles: "anybody",
      tag,
      summary: "Read an invitation",
      description:
        "Describes the invitation behind a link, which stays valid. An unknown, used, withdrawn or expired token returns `conflict`.",
      errors: ["conflict"],
    },
    input: z.object({ token: token() }).meta({ description: "The link's token." }),
    output: z
      .object({
        merchant_name: z.string().meta({ description: "The name of the team's merchant." }),
        email: z.string().meta({ description: "The address to sign in with." }),
        role: role(),
      })
      .meta({ id: "InvitationOffer", description: "An invitation to a team." }),
  }),

  acceptInvitation: dashboardOperation({
    meta: {
      operationId: "acceptInvitation",
      method: "POST",
      path: "/invitations/acceptance",
      roles: "anybody",
      tag,
      summary: "Accept an invitation",
      description:
        "Creates the team member with the invitation's role, and signs in. The link works once. An address that already has an account returns `conflict`, and the link stays valid.",
      envelope: "created",
      errors: ["conflict"],
    },
    input: z
      .object({
        token: token(),
        name: lineText().meta({ description: "The person's name, which the team sees." }),
        password: newPassword(),
      })
      .meta({ description: "The person who joins." }),
    output: signedInPerson,
  }),
};
