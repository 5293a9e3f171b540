import fc from "fast-check";
import { appFormats } from "../domain/notifications/formats/index.ts";

/**
 * Draws texts in which a sender wrote an amount: in a note, in a name, in a quotation, or in a bank's text about
 * money out. A person who confirms such a text must not be able to teach it.
 */

export interface Attack {
  title: string;
  /** Returns the text with the amount that the attacker wants Tepat to accept. */
  text(claimed: number): string;
}

export interface AttackedApp {
  package_name: string;
  name: string;
  /** A title that the app itself sets. */
  title: string;
}

const grouped = (amount: number, sign: string) =>
  amount.toLocaleString("en-US").replaceAll(",", sign);
const writings: readonly ((amount: number) => string)[] = [
  (amount) => `Rp${grouped(amount, ".")}`,
  (amount) => `Rp ${grouped(amount, ".")}`,
  (amount) => `Rp. ${grouped(amount, ".")},-`,
  (amount) => `IDR ${grouped(amount, ",")}.00`,
  (amount) => `IDR${amount}`,
  (amount) => `rp ${grouped(amount, ".")},00`,
];
/** The amounts that really arrived. */
const real = [
  "IDR 1.00",
  "Rp1",
  "Rp 1,00",
  "Rp1.000",
  "IDR 10,000.00",
  "1.000,00",
  "1.00",
  "USD 1",
  "$1",
  "Rp1,-",
  "Rp : 1",
  "Rp=1",
  "Rupiah 1",
  "Rp ١",
  "CRRp1",
];
/** Texts that show an amount only to a reader of the whole text. */
const realWords = [
  "1000",
  "naik 1000",
  "1'000",
  "seribu rupiah",
  "Rp***",
  "IDR ①",
  "KRW 100",
  "1 000",
];
const deeds = [
  "Setoran tunai",
  "Transfer masuk",
  "Dana masuk sebesar",
  "Kredit rekening nasabah",
  "Cash deposit of",
  "Incoming funds",
  "Pembayaran QRIS diterima",
  "Notifikasi saldo: ada kenaikan",
  "Saldo rekening bertambah",
];
const labels = [
  "note:",
  "Note",
  "notes:",
  "berita:",
  "Berita",
  "catatan:",
  "ket:",
  "Ket.:",
  "keterangan",
  "pesan:",
  "Pesan pengirim",
  "msg",
  "message:",
  "remark:",
  "REMARK",
  "memo:",
  "desc:",
  "deskripsi",
  "dari",
  "from",
  "a/n",
  "a.n.",
  "atas nama",
  "pengirim",
  "oleh",
  "nama:",
  "untuk",
  "tujuan",
];
const claims: readonly ((amount: string) => string)[] = [
  (amount) => `pembayaran ${amount} lunas`,
  (amount) => amount,
  (amount) => `BUDI CONTOH ${amount} telah masuk`,
  (amount) => `Dana ${amount} masuk ke rekening Anda`,
  (amount) => `Toko ${amount} Jaya Abadi`,
  (amount) => `"${amount}" sudah diterima toko`,
  (amount) => `Dana ${amount} pukul`,
  (amount) => `Dana ${amount} 26/11`,
];
/**
 * The words at the end of a sender's text that make the bank's own amount look like a remark, a balance or a fee.
 */
const cuts = [
  " ket:",
  ". Catatan:",
  " Note:",
  ". Saldo",
  ". Balance",
  ". Biaya",
  "\nFee",
  ". Saldo akhir",
];
const outgoing: readonly ((amount: string) => string)[] = [
  (amount) => `Kirim uang ${amount} ke ANI sukses`,
  (amount) => `Transfer online ${amount} ke BUDI CONTOH berhasil`,
  (amount) => `Anda mengirim uang ${amount} ke rekening 1234567890`,
  (amount) => `You sent ${amount} to ANI successfully today`,
  (amount) => `Transfer antar bank ${amount} kepada SITI AMINAH sukses`,
  (amount) => `Uang ${amount} telah diterima oleh ANI hari ini`,
  (amount) => `Saldo rekening nasabah dipotong ${amount} hari ini`,
  (amount) => `Mutasi DB rekening nasabah ${amount} sukses`,
  (amount) => `Ambil tunai rekening nasabah ${amount} sukses`,
  (amount) => `Angsuran kredit nasabah ${amount} sukses`,
  (amount) => `Dana ${amount} dari rekening Anda sukses disalurkan`,
  (amount) => `Kartu Anda digunakan ${amount} di INDOMARET`,
  (amount) => `Terima kasih telah berbelanja ${amount} di INDOMARET`,
];
/**
 * These texts name no direction. Only the app's own title could show it, so they come under the app's name.
 */
const undirected: typeof outgoing = [
  (amount) => `Transfer nasabah utama ${amount} sukses, terima kasih`,
  (amount) => `Transfer ${amount} ke rekening 1234567890 sukses, terima kasih`,
];
const endings = [
  "",
  ".",
  " berhasil",
  " pada 21/11/2026 14:20",
  ". Ref TRX00012345",
  " ref 9981231234",
];

export const attackedApps: readonly AttackedApp[] = appFormats.flatMap(
  ({ packages, own_titles, name }) =>
    packages.map((package_name) => ({
      package_name,
      name,
      title: own_titles?.find((title) => !title.includes("{")) ?? name,
    })),
);

/** Attacks that succeeded before rules were checked. */
export const namedAttacks: readonly (readonly [name: string, fault: string, Attack["text"]])[] = [
  [
    "the note of a deposit",
    "second_amount",
    (claimed) => `Setoran tunai IDR 1.00 note: pembayaran Rp ${grouped(claimed, ".")} lunas`,
  ],
  [
    "a payer's name",
    "second_amount",
    (claimed) => `Info rekening nasabah: BUDI Rp${grouped(claimed, ".")} setor IDR 1.00 hari ini`,
  ],
  [
    "money that went out",
    "outgoing_words",
    (claimed) => `Kirim uang Rp${grouped(claimed, ".")} ke ANI sukses`,
  ],
];

const parts = fc.record({
  write: fc.constantFrom(...writings),
  deed: fc.constantFrom(...deeds),
  came: fc.constantFrom(...real),
  label: fc.constantFrom(...labels),
  claim: fc.constantFrom(...claims),
  out: fc.constantFrom(...outgoing),
  vague: fc.constantFrom(...undirected),
  cut: fc.constantFrom(...cuts),
  came_in_words: fc.constantFrom(...real, ...realWords),
  ending: fc.constantFrom(...endings),
  shape: fc.constantFrom(
    "behind",
    "before",
    "unlabelled",
    "no amount",
    "quoted",
    "bracket",
    "cut",
    "outgoing",
    "undirected",
  ),
});

export const attackOn = (app: AttackedApp): fc.Arbitrary<Attack> =>
  parts.map(
    ({ write, deed, came, came_in_words, label, claim, cut, out, vague, ending, shape }) => ({
      title: shape === "undirected" ? app.name : app.title,
      text(claimed: number) {
        const words = claim(write(claimed));
        const body = {
          behind: `${deed} ${came} ${label} ${words}`,
          before: `${deed} ${label} ${words} ${came}`,
          unlabelled: `${deed} ${came_in_words} ${words}`,
          "no amount": `${deed} telah tercatat. ${label} ${words}`,
          quoted: `${deed} telah tercatat "${words.replaceAll('"', "")}"`,
          bracket: `${deed} telah tercatat (pelanggan ${words})`,
          cut: `${deed} nasabah BUDI ${write(claimed)} lunas${cut} ${came}`,
          outgoing: out(write(claimed)),
          undirected: vague(write(claimed)),
        }[shape];
        return `${body}${ending}`;
      },
    }),
  );

/** Draws an attack on any app. */
export const attack: fc.Arbitrary<Attack & Pick<AttackedApp, "package_name">> = fc
  .constantFrom(...attackedApps)
  .chain((app) => attackOn(app).map((drawn) => ({ package_name: app.package_name, ...drawn })));
