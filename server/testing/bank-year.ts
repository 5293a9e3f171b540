import type { Device } from "../domain/sources/devices.ts";
import { reportNotifications } from "../domain/mutations/mutations.ts";
import { bankFormats, type BankFormat, type BankRow } from "./bank-files.ts";
import { at } from "./bank-month.ts";
import { pendingPayment, transferNotification, type Shop, type TestGateway } from "./fixtures.ts";

/** A year of an account: invoices that customers pay, and every other kind of row in a statement. */

export interface YearAccount {
  shop: Shop;
  format: BankFormat;
  app_package: string;
  /** The merchant's other account, to which money is moved. */
  other_number: string;
  balance_sen: number;
  /** Whether QRIS payments that the phone reports are paid out to the account. */
  hasQris: boolean;
}

export const formatOf = (layout: string): BankFormat =>
  bankFormats.find((each) => each.layout === layout) as BankFormat;

/** The fee of a settlement in rupiah. */
export const settlementFee = 700;

const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
    .toISOString()
    .slice(0, 10);

export interface DrawnMonth {
  account: YearAccount;
  file: string;
  /** The file with an additional row, as from a bank that changes its books. */
  changedFile: string;
}

interface Moment {
  day: string;
  second: number;
  happens: () => Promise<void>;
}

/** Draws a month of all accounts, carries it out in the order of time, and returns the banks' files. */
export async function drawMonth(
  gateway: TestGateway,
  accounts: readonly YearAccount[],
  options: { month: string; device: Device; invoices: number },
  random: () => number,
): Promise<DrawnMonth[]> {
  const moments: Moment[] = [];
  const drawn = accounts.map((account) => drawAccount(gateway, account, options, random, moments));
  moments.sort((one, other) =>
    one.day === other.day ? one.second - other.second : one.day < other.day ? -1 : 1,
  );
  for (const { day, second, happens } of moments) {
    gateway.setClock(at(day, second).toISOString());
    await happens();
  }
  return drawn.map((write) => write());
}

function drawAccount(
  gateway: TestGateway,
  account: YearAccount,
  options: { month: string; device: Device; invoices: number },
  random: () => number,
  moments: Moment[],
): () => DrawnMonth {
  const { month, device, invoices } = options;
  const { shop, format, app_package } = account;
  const below = (bound: number) => Math.floor(random() * bound);
  const last_day = lastDayOf(month);
  const days = Number(last_day.slice(8));
  const dayAt = (day: number) => `${month}-${String(day).padStart(2, "0")}`;
  const rows: BankRow[] = [];
  const book = (day: string, second: number, description: string, sen: number) => {
    const time = new Date(second * 1000).toISOString().slice(11, 19);
    rows.push({ day, time, description, sen });
  };
  const tell = (
    amount: number,
    day: string,
    second: number,
    sender: string,
    package_name = app_package,
  ) =>
    moments.push({
      day,
      second,
      happens: async () => {
        await reportNotifications(gateway, device, [
          transferNotification(amount, {
            package_name,
            sender,
            posted_at: at(day, second),
          }),
        ]);
      },
    });

  for (let number = 0; number < invoices; number += 1) {
    const day = dayAt(1 + below(days));
    const second = 9 * 3600 + below(8 * 3600);
    const payment_amount = 20_000 + below(900) * 1000;
    const sender = `CUSTOMER${String.fromCodePoint(65 + below(26))}`;
    const happens = async () => {
      const { payment_total } = await pendingPayment(gateway, shop, {
        payment_amount,
        payment_expired_at: at(day, second + 3600).toISOString(),
      });
      book(day, second + 50, `TRSF E-BANKING CR ${sender} ${number}`, payment_total * 100);
      gateway.setClock(at(day, second + 60).toISOString());
      await reportNotifications(gateway, device, [
        transferNotification(payment_total, {
          package_name: app_package,
          sender,
          posted_at: at(day, second + 60),
        }),
      ]);
    };
    moments.push({ day, second, happens });
  }

  // Money that no phone reported, a customer who paid twice, and a forged notification.
  book(dayAt(5), 30_000, "SETORAN TUNAI", (1_000_000 + below(9) * 1000) * 100);
  for (const second of [40_000, 40_300]) book(dayAt(6), second, "TRSF CR DODI", 77_777_00);
  tell(77_777, dayAt(6), 40_002, "DODI");
  tell(5_555_000 + below(900), dayAt(8), 33_000, "FORGED");
  // A settlement of two QRIS payments, or of payments that no phone reported.
  if (account.hasQris) {
    for (const [at, amount] of [61_000, 39_000].entries())
      tell(amount, dayAt(20), 40_000 + at * 60, "CUSTOMER", "id.dana");
  }
  const settled = `KR OTOMATIS MID : 885000 QR : 100000.00 DDR : ${settlementFee}.00`;
  book(dayAt(21), 5 * 3600, settled, (100_000 - settlementFee) * 100);
  // The bank's own bookings.
  book(dayAt(10), 1000, "BIAYA ADM", -15_000_00);
  book(dayAt(11), 1000, "BIAYA TRANSFER", -6_500_00);
  book(dayAt(12), 1000, "REV BIAYA TRANSFER", 6_500_00);
  book(dayAt(13), 1000, "TARIKAN TUNAI ATM", -300_000_00);
  book(dayAt(14), 1000, "KOREKSI TARIKAN TUNAI ATM", 300_000_00);
  book(last_day, 80_000, "BUNGA", 12_345);
  book(last_day, 80_001, "PAJAK BUNGA", -2_469);
  // The merchant's bookings.
  book(dayAt(15), 36_000, `TRSF KE ${account.other_number}`, -250_000_00);
  book(dayAt(16), 36_000, `TRSF DARI ${account.other_number}`, 100_000_00);
  book(dayAt(17), 36_000, "REFUND PELANGGAN", -20_000_00);
  book(dayAt(18), 36_000, `SEWA RUKO ${month}`, -1_500_000_00);
  book(dayAt(19), 36_000, "PEMBAYARAN PEMASOK", -400_000_00);

  return () => {
    rows.sort((one, other) => (`${one.day} ${one.time}` < `${other.day} ${other.time}` ? -1 : 1));
    const whole = {
      account_number: format.account_number,
      first_day: `${month}-01`,
      last_day,
      opening_sen: account.balance_sen,
    };
    const fileOf = (those: BankRow[]) => format.write({ ...whole, rows: those }) as string;
    const more = { day: last_day, time: "23:59:00", description: "KOREKSI SALDO", sen: 1_00 };
    account.balance_sen += rows.reduce((sum, { sen }) => sum + sen, 0);
    return { account, file: fileOf(rows), changedFile: fileOf([...rows, more]) };
  };
}
