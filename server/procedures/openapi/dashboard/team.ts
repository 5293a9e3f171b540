import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { signedIn } from "./session.ts";

const budi = {
  person_id: "019aa5f1-0000-7000-8000-000000000002",
  name: "Budi Santoso",
  email: "budi@toko.example",
  role: "cashier",
  is_two_factor_enabled: false,
  created_at: "2026-11-20T03:00:00.000Z",
  last_used_at: "2026-11-21T10:14:00.000Z",
} as const;

const siti = {
  ...signedIn.person,
  email: signedIn.email,
  is_two_factor_enabled: true,
  created_at: "2026-11-01T03:00:00.000Z",
  last_used_at: "2026-11-21T10:14:00.000Z",
} as const;

const invitation = {
  invitation_id: "019aa5f2-0000-7000-8000-000000000003",
  email: "dewi@toko.example",
  role: "finance",
  invited_by: siti.name,
  invited_at: "2026-11-21T10:00:00.000Z",
  expires_at: "2026-11-28T10:00:00.000Z",
  is_expired: false,
} as const;

const token = "pgi_EXAMPLE0000000000000000000000000_000000";

const lastOwner = reasonInEnglish({ code: "last_owner", params: {} });
const uselessLink = reasonInEnglish({ code: "link_expired", params: {} });

export const teamExamples = {
  getTeam: { data: { team: { people: [siti, budi], invitations: [invitation] } } },
  invitePerson: {
    bodies: { finance: { email: invitation.email, role: invitation.role } },
    data: {
      by_email: { ...invitation, link: null },
      to_hand_on: {
        ...invitation,
        link: `https://pay.toko.example/dashboard/invitation#token=${token}`,
      },
    },
    invalidFields: { email: { code: "not_an_email", params: {} } as const },
    messages: {
      conflict: reasonInEnglish({ code: "already_in_team", params: { email: budi.email } }),
    },
  },
  withdrawInvitation: {
    parameters: { invitation_id: invitation.invitation_id },
    data: { withdrawn: null },
    messages: { not_found: notFoundText("invitation") },
  },
  changeRole: {
    parameters: { person_id: budi.person_id },
    bodies: { viewer: { role: "viewer" } },
    data: { changed: null },
    invalidFields: {
      role: {
        code: "not_a_choice",
        params: { choices: "owner, finance, cashier, developer, viewer" },
      } as const,
    },
    messages: { not_found: notFoundText("team member"), conflict: lastOwner },
  },
  removePerson: {
    parameters: { person_id: budi.person_id },
    data: { removed: null },
    messages: { not_found: notFoundText("team member"), conflict: lastOwner },
  },
  changeOwnName: {
    bodies: { name: { name: siti.name } },
    data: { changed: null },
    invalidFields: { name: { code: "empty", params: {} } as const },
  },
  openInvitation: {
    bodies: { link: { token } },
    data: {
      invitation: {
        merchant_name: signedIn.merchant_name,
        email: invitation.email,
        role: invitation.role,
      },
    },
    invalidFields: { token: { code: "empty", params: {} } as const },
    messages: { conflict: uselessLink },
  },
  acceptInvitation: {
    bodies: {
      person: { token, name: "Dewi Lestari", password: "correct horse battery staple" },
    },
    data: {
      signed_in: {
        ...signedIn,
        person: { person_id: budi.person_id, name: "Dewi Lestari", role: "finance" } as const,
        email: invitation.email,
        is_two_factor_enabled: false,
      },
    },
    invalidFields: { password: { code: "too_short", params: { characters: 10 } } as const },
    messages: { conflict: uselessLink },
  },
};
