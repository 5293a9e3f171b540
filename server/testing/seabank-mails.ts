/**
 * Emails of a bank whose wording Tepat does not know, and emails that are almost the same. The names and numbers are
 * invented.
 */

export interface WrittenTransfer {
  amount?: number;
  payer?: string;
  account?: string;
  remark?: string;
  at?: Date;
}

export const seabankSubject = "Notifikasi Dana Masuk SeaBank";
export const seabankSender = "alerts@seabank.co.id";
export const seabankAccount = "901234567890";

const months = "Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des".split(" ");

export const rupiahOf = (amount: number): string =>
  `Rp${String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ".")}`;

export function seabankText({
  amount = 200_123,
  payer = "BUDI CONTOH",
  account = seabankAccount,
  remark = "bayar kopi",
  at = new Date(),
}: WrittenTransfer = {}): string {
  const local = new Date(at.getTime() + 7 * 3_600_000).toISOString();
  const [year, month, day] = local.slice(0, 10).split("-") as [string, string, string];
  const reference = `${local.slice(0, 10).replaceAll("-", "")}FT${amount}`;
  return `Halo SITI CONTOH,

Anda telah menerima transfer di rekening SeaBank Anda. Berikut rinciannya:

Waktu Transaksi : ${day} ${months[Number(month) - 1]} ${year} ${local.slice(11, 19)}
Jenis Transaksi : Real Time (BI-FAST)
Transfer Dari : ${payer}
Rekening Tujuan : ${account}
Jumlah : ${rupiahOf(amount)}
No. Referensi : ${reference}
Catatan : ${remark}

Jangan berikan PIN atau OTP kepada siapa pun. Pertanyaan? Hubungi 1500-130.
SeaBank adalah peserta penjaminan LPS hingga Rp2 miliar per nasabah.
`;
}

export interface NearMiss {
  text: string;
  subject: string;
  sender: string;
}

/** Draws emails that the bank signed and that differ slightly from the taught ones. None of them reports `claimed`. */
export function createNearMisses(random: () => number, claimed: () => number) {
  const drawn = (most: number): number => Math.floor(random() * most);
  const one = <Item>(items: readonly Item[]): Item => items[drawn(items.length)] as Item;
  const money = (): string => {
    const amount = claimed();
    const dots = rupiahOf(amount);
    return one([dots, `Rp ${amount}`, `IDR ${amount.toLocaleString("en-US")}.00`, `${dots},00`]);
  };
  const text = (changes: WrittenTransfer = {}): string =>
    seabankText({ amount: 1000 + drawn(9000), ...changes });
  const claiming = (): string => text({ amount: claimed() });
  const lines = (): string[] => claiming().split("\n").filter(Boolean);
  const failed = (): string => one(["gagal", "dibatalkan", "ditolak", "pending", "dikembalikan"]);

  const families: Record<string, () => Partial<NearMiss>> = {
    "a line more": () => {
      const all = lines();
      const more = one([
        "Status : Diproses",
        "Biaya : gratis",
        "Dana ditahan",
        `Jumlah : ${money()}`,
      ]);
      return { text: all.toSpliced(drawn(all.length + 1), 0, more).join("\n") };
    },
    "a line less": () => {
      const all = lines();
      return { text: all.toSpliced(drawn(all.length), 1).join("\n") };
    },
    "two lines in another order": () => {
      const all = lines();
      const at = drawn(all.length - 1);
      return { text: all.toSpliced(at, 2, all[at + 1] ?? "", all[at] ?? "").join("\n") };
    },
    "other words": () => ({
      text: claiming().replace(
        ...(one([
          ["telah menerima", "akan menerima"],
          ["telah menerima", "telah mengirim"],
          ["telah menerima", "tidak menerima"],
          ["Real Time", "Terjadwal"],
          ["Jumlah", "Batas"],
          ["Transfer Dari", "Transfer Ke"],
          ["Rekening Tujuan", "Rekening Asal"],
        ]) as [string, string]),
      ),
    }),
    "an amount in the name": () => ({
      text: text({ payer: one([`BUDI ${money()}`, money(), `${money()} masuk`]) }),
    }),
    "an amount in the remark": () => ({
      text: text({ remark: one([`lunas ${money()}`, money(), `Jumlah : ${money()}`]) }),
    }),
    "a line in the name": () => ({
      text: text({ payer: `BUDI\nRekening Tujuan : ${seabankAccount}\nJumlah : ${money()}` }),
    }),
    "the rest of the email in the name": () => ({
      text: text({ payer: claiming().slice(claiming().indexOf("Dari : ") + 7) }),
    }),
    "a line in the remark": () => ({ text: text({ remark: `x\nJumlah : ${money()}` }) }),
    "two amounts": () => ({
      text: claiming().replace(/Jumlah : .*/u, (line) => `${line} ${money()}`),
    }),
    "another currency": () => ({
      text: claiming().replace(/Jumlah : Rp/u, `Jumlah : ${one(["USD ", "US$", "S$", "EUR "])}`),
    }),
    "no whole amount": () => ({
      text: claiming().replace(/(Jumlah : .*)/u, `$1${one([",50", "rb", "..", " juta", "*"])}`),
    }),
    "a failure in a free place": () => ({
      text: text({
        amount: claimed(),
        ...one([{ remark: `uang ${failed()}` }, { payer: `BUDI (${failed()})` }]),
      }),
    }),
    "money that went out": () => ({
      text: text({
        amount: claimed(),
        remark: one(["transfer keluar", "debit", "refund", "outgoing"]),
      }),
    }),
    "another account": () => ({
      text: text({
        amount: claimed(),
        account: one(["901234567891", "1234567891", "123456", "***7890x", "4567"]),
      }),
    }),
    "another subject": () => ({
      text: claiming(),
      subject: one([
        `Re: ${seabankSubject}`,
        `Fwd: ${seabankSubject}`,
        "Notifikasi Dana Keluar SeaBank",
        `${seabankSubject} gagal`,
        "",
      ]),
    }),
    "another sender of the bank": () => ({
      text: claiming(),
      sender: one(["cs@seabank.co.id", "alerts@mail.seabank.co.id", "budi@seabank.co.id"]),
    }),
    "a day that is to come": () => ({
      text: text({ amount: claimed(), at: new Date(Date.now() + (2 + drawn(20)) * 86_400_000) }),
    }),
  };
  return {
    families,
    of: (family: string): NearMiss => ({
      text: text(),
      subject: seabankSubject,
      sender: seabankSender,
      ...families[family]?.(),
    }),
  };
}
