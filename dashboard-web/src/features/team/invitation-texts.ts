import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  invitation: {
    title: "Bergabung dengan tim",
    invited: (merchant: string, role: string) =>
      `Anda diundang ke tim ${merchant} sebagai ${role.toLowerCase()}.`,
    email: "Anda akan masuk dengan alamat",
    name: "Nama Anda",
    nameHint: "Ditampilkan kepada tim Anda.",
    join: "Bergabung",
    useless: "Tautan ini sudah dipakai, dibatalkan, atau tidak berlaku lagi. Minta undangan baru.",
    noLink: "Buka tautan undangan Anda secara lengkap.",
  },
};

const en: typeof id = {
  invitation: {
    title: "Join the team",
    invited: (merchant, role) =>
      `You are invited to the team of ${merchant} with the role ${role.toLowerCase()}.`,
    email: "You will sign in with the address",
    name: "Your name",
    nameHint: "Your team sees this name.",
    join: "Join",
    useless: "This link has been used or withdrawn, or has expired. Ask for a new invitation.",
    noLink: "This link is incomplete. Open the whole link of your invitation.",
  },
};

export const invitationTexts = textsOf({ id, en });
