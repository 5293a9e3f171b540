import type { Role } from "../../base/generated/operations.gen.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  team: {
    hint: "Anggota yang dapat membuka dasbor ini, beserta perannya.",
    people: "Anggota tim",
    you: "Anda",
    since: "Bergabung",
    lastUsed: "Terakhir aktif",
    twoFactor: "Dua langkah",
    on: "Aktif",
    off: "Belum aktif",
    changeRole: "Ubah peran",
    changeRoleTitle: (name: string) => `Ubah peran ${name}`,
    changeRoleHint:
      "Anggota ini keluar dari semua browser. Peran barunya berlaku setelah masuk lagi.",
    remove: "Keluarkan",
    removeTitle: (name: string) => `Keluarkan ${name} dari tim?`,
    removeHint:
      "Semua sesinya langsung berakhir dan kata sandinya tidak berlaku lagi. Riwayat tindakannya tetap ada di catatan audit.",
    invite: "Undang anggota",
    inviteTitle: "Undang anggota tim",
    email: "Email",
    emailHint: "Alamat untuk masuk. Satu alamat hanya untuk satu orang.",
    role: "Peran",
    invitations: "Undangan",
    until: (moment: string) => `Berlaku sampai ${moment}`,
    expired: "Kedaluwarsa",
    invitedBy: "Diundang oleh",
    again: "Undang lagi",
    withdraw: "Batalkan",
    withdrawTitle: (email: string) => `Batalkan undangan untuk ${email}?`,
    withdrawHint: "Tautannya langsung tidak berlaku.",
    sentTitle: "Undangan terkirim",
    sent: (email: string) => `Tautan untuk bergabung dikirim ke ${email}.`,
    linkTitle: "Kirim undangannya",
    link: "Tautan undangan",
    linkHint:
      "Server ini tidak mengirim email, jadi kirim sendiri tautan ini, hanya kepada orang itu. Tautan ini hanya tampil sekali.",
    byWhatsapp: "Kirim lewat WhatsApp",
    message: (merchant: string, link: string) =>
      `Bergabunglah dengan tim ${merchant} di Tepat: ${link}`,
    linkSent: "Sudah saya kirim",
    rename: "Ganti nama saya",
    name: "Nama Anda",
    roleHints: {
      owner: "Dapat melakukan semuanya, termasuk mengatur tim.",
      finance: "Rekening, HP, tagihan, dan uang masuk.",
      cashier: "Hanya halaman kasir.",
      developer:
        "Kunci API, kiriman ke program toko, dan pengaturan. Halaman lain hanya dilihat, kecuali Kasir, Tim, dan Catatan audit.",
      viewer: "Hanya melihat.",
      accountant: "Melihat seperti pengamat, dan menjelaskan baris rekening koran.",
    } as Record<Role, string>,
  },
};

const en: typeof id = {
  team: {
    hint: "The team members who can open this dashboard, and their roles.",
    people: "Team members",
    you: "You",
    since: "Joined",
    lastUsed: "Last active",
    twoFactor: "Two-factor",
    on: "On",
    off: "Off",
    changeRole: "Change role",
    changeRoleTitle: (name) => `Change the role of ${name}`,
    changeRoleHint:
      "Tepat signs the team member out of all browsers. The new role applies from the next sign-in.",
    remove: "Remove",
    removeTitle: (name) => `Remove ${name} from the team?`,
    removeHint:
      "All sessions of this team member end at once, and the password stops working. The audit log keeps the member's actions.",
    invite: "Invite a team member",
    inviteTitle: "Invite a team member",
    email: "Email",
    emailHint: "The address to sign in with. Each address is for one person only.",
    role: "Role",
    invitations: "Invitations",
    until: (moment) => `Valid until ${moment}`,
    expired: "Expired",
    invitedBy: "Invited by",
    again: "Invite again",
    withdraw: "Withdraw",
    withdrawTitle: (email) => `Withdraw the invitation for ${email}?`,
    withdrawHint: "The link stops working at once.",
    sentTitle: "Invitation sent",
    sent: (email) => `Tepat sent ${email} a link to join the team.`,
    linkTitle: "Send the invitation",
    link: "Invitation link",
    linkHint:
      "This server sends no email, so send this link yourself, to this person only. Tepat shows the link only once.",
    byWhatsapp: "Send by WhatsApp",
    message: (merchant, link) => `Join the team of ${merchant} on Tepat: ${link}`,
    linkSent: "I have sent it",
    rename: "Change my name",
    name: "Your name",
    roleHints: {
      owner: "Can do everything, including managing the team.",
      finance: "Accounts, sources, invoices, transfers and bank statements.",
      cashier: "The counter only.",
      developer:
        "API keys, webhooks and settings. Can read the other pages, except Counter, Team and Audit log.",
      viewer: "Can only read.",
      accountant: "Can read like a viewer, and explain rows of bank statements.",
    },
  },
};

export const teamTexts = textsOf({ id, en });
