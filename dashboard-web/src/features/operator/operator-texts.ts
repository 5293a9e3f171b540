import type { LateWork, SystemCheck, SystemFinding } from "../../base/generated/types.gen.ts";
import { counted } from "../../base/texts/counted.ts";
import type { TextsFor } from "../../base/texts/texts-for.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

const lateWorkId: Readonly<Record<LateWork, string>> = {
  ending_invoices: "tagihan yang lewat batas waktu belum diakhiri",
  sending_webhooks: "webhook yang sudah waktunya belum dikirim",
  counting_invoices: "tagihan yang selesai belum dihitung",
};

const lateWorkEn: Readonly<Record<LateWork, string>> = {
  ending_invoices: "overdue invoices have not been ended",
  sending_webhooks: "due webhooks have not been sent",
  counting_invoices: "ended invoices have not been counted",
};

const id = {
  operator: {
    runsServer: "Pemilik server",
    hint: "Semua usaha di server ini, dan keadaan servernya.",
    health: "Keadaan server",
    checks: {
      database: "Basis data",
      migrations: "Migrasi",
      TEPAT_SECRET: "TEPAT_SECRET",
      clocks: "Jam",
      "recurring work": "Pekerjaan berkala",
      "rate limits": "Batas permintaan",
    } as Record<SystemCheck, string>,
    /** The findings, each with its fix. */
    findings: {
      postgres: ({ version }) => `PostgreSQL ${version}`,
      postgres_too_old: ({ version, oldest }) =>
        `PostgreSQL ${version} sudah usang. Perbarui ke versi ${oldest} atau yang lebih baru.`,
      migrations_current: () => "terbaru",
      migrations_due: ({ names }) =>
        `Belum dijalankan: ${names}. Jalankan npx tepat migrate atau npm start.`,
      secret_fits: () => "dapat membuka rahasia di basis data",
      nothing_sealed: () => "belum menyimpan rahasia",
      unknown_key: ({ key }) =>
        `Rahasia yang tersimpan dikunci dengan kunci ${key}, yang tidak cocok dengan TEPAT_SECRET sekarang. Jalankan Tepat dengan TEPAT_SECRET untuk basis data ini, atau isikan rahasia itu ke TEPAT_SECRET_PREVIOUS.`,
      changed_secret: ({ place }) =>
        `Rahasia ${place} telah berubah, atau milik tempat lain. Ganti rahasia itu, atau pulihkan cadangan.`,
      unknown_form: ({ version }) =>
        `Ada rahasia yang bukan dari versi ${version}: mungkin terpotong, atau disimpan oleh Tepat yang lebih baru. Jalankan Tepat yang lebih baru, atau pulihkan cadangan.`,
      clocks_agree: (apart) => `selisih ${apart.seconds.toFixed(1).replace(".", ",")} detik`,
      clocks_differ: (apart) =>
        `jam mesin ini dan jam basis data berselisih ${apart.seconds.toFixed(1).replace(".", ",")} detik. Selaraskan keduanya dengan NTP.`,
      work_done: () => "selesai tepat waktu",
      work_late: ({ late }) =>
        `${late.map((each) => lateWorkId[each]).join("; ")}. Lihat log server.`,
      limits_shared: () => "dihitung di satu tempat",
      limits_apart: ({ processes }) =>
        `${processes} proses menghitung sendiri-sendiri, sehingga batasnya menjadi ${processes} kali lipat. Isi REDIS_URL untuk semua proses.`,
      failed: ({ message }) => `tidak dapat diperiksa: ${message}`,
    } as TextsFor<SystemFinding>,
    well: "Baik",
    wellAll: "Semua baik",
    notWell: "Perlu diperiksa",
    failing: "Webhook yang gagal",
    noneFailing: "Semua webhook terkirim.",
    merchants: "Usaha",
    searchHint: "Nama atau email",
    invoices: "Tagihan",
    noneFound: "Tidak ada usaha yang cocok",
    noneFoundHint: "Cari dengan bagian nama atau alamat email yang lain.",
    oldest: "Dicoba lagi sejak",
    lastPayment: "Tagihan terakhir",
    offlineDevices: (count: number) => `${count} HP tidak tersambung`,
    grant: "Beri hari",
    granted: (days: number) => `${days} hari ditambahkan.`,
  },
};

const en: typeof id = {
  operator: {
    runsServer: "Owns the server",
    hint: "All merchants on this server, and the server's health.",
    health: "Server health",
    checks: {
      database: "Database",
      migrations: "Migrations",
      TEPAT_SECRET: "TEPAT_SECRET",
      clocks: "Clocks",
      "recurring work": "Recurring work",
      "rate limits": "Rate limits",
    },
    findings: {
      postgres: ({ version }) => `PostgreSQL ${version}`,
      postgres_too_old: ({ version, oldest }) =>
        `PostgreSQL ${version} is too old. Upgrade it to ${oldest} or newer.`,
      migrations_current: () => "current",
      migrations_due: ({ names }) => `Not applied: ${names}. Run npx tepat migrate or npm start.`,
      secret_fits: () => "can open the secrets in the database",
      nothing_sealed: () => "no secrets stored yet",
      unknown_key: ({ key }) =>
        `A stored secret was encrypted with key ${key}, which does not belong to the current TEPAT_SECRET. Set this database's earlier secret as TEPAT_SECRET or TEPAT_SECRET_PREVIOUS.`,
      changed_secret: ({ place }) =>
        `The encrypted value of ${place} was changed, or belongs to another place. Replace the value, or restore a backup.`,
      unknown_form: ({ version }) =>
        `A stored secret is not in format version ${version}. It was cut off, or a newer Tepat wrote it. Start the newer release, or restore a backup.`,
      clocks_agree: (apart) => `${apart.seconds.toFixed(1)} s apart`,
      clocks_differ: (apart) =>
        `The clocks of this machine and of the database are ${apart.seconds.toFixed(1)} s apart. Switch on NTP on both machines.`,
      work_done: () => "on time",
      work_late: ({ late }) =>
        `${late.map((each) => lateWorkEn[each]).join("; ")}. Check the server's log.`,
      limits_shared: () => "counted in one place",
      limits_apart: ({ processes }) =>
        `${processes} processes count separately, so the limits are ${processes} times as high. Set REDIS_URL for all processes.`,
      failed: ({ message }) => `could not be checked: ${message}`,
    },
    well: "Healthy",
    wellAll: "Nothing needs attention",
    notWell: "Needs attention",
    failing: "Failing webhooks",
    noneFailing: "No failing webhooks.",
    merchants: "Merchants",
    searchHint: "Name or email",
    invoices: "Invoices",
    noneFound: "No matching merchants",
    noneFoundHint: "Search for another part of the name or email address.",
    oldest: "Retrying since",
    lastPayment: "Last invoice",
    offlineDevices: (count) => `${counted(count, "phone", "phones")} offline`,
    grant: "Grant days",
    granted: (days) => `${counted(days, "day", "days")} added.`,
  },
};

export const operatorTexts = textsOf({ id, en });
