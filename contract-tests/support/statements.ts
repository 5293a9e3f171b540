import { dataOf, type Caller } from "./http.ts";

/** A month in the past, so that its days are over by any clock. */
export const statementMonth = "2020-06";

interface BankAccount {
  account_id: string;
  account_number: string;
}

/** Returns a statement of one row in KlikBCA's layout. */
const fileOf = ({ account_number }: BankAccount) =>
  [
    `No. Rekening,=,'${account_number}`,
    "Periode,=,01/06/2020 - 30/06/2020",
    "Tanggal,Keterangan,Cabang,Jumlah,,Saldo",
    "'02/06/2020,TRSF E-BANKING CR SITI,'0000,150347.00,CR,1150347.00",
    "Saldo Akhir,=,1150347.00",
    "",
  ].join("\n");

/** Sends a file in parts, as a page does. Returns its upload, which waits to be imported. */
export async function sendFile(
  person: Caller,
  { account_id, file }: { account_id: string; file: Buffer },
): Promise<string> {
  const begun = await person.post("/dashboard/api/statement-uploads", {
    account_id,
    file_name: "mutasi.csv",
    file_bytes: file.length,
  });
  const { upload_id, part_bytes } = dataOf<{ upload_id: string; part_bytes: number }>(begun);
  const parts = `/dashboard/api/statement-uploads/${upload_id}/parts`;
  for (let from = 0; from < file.length; from += part_bytes) {
    const content = file.subarray(from, from + part_bytes).toString("base64");
    dataOf(await person.post(parts, { part_number: from / part_bytes + 1, content }));
  }
  return upload_id;
}

const sentStatement = (person: Caller, account: BankAccount): Promise<string> =>
  sendFile(person, { account_id: account.account_id, file: Buffer.from(fileOf(account)) });

/**
 * Imports a statement, and sends it once more. Returns the second upload, which waits to be
 * imported.
 */
export async function importedStatement(person: Caller, account: BankAccount): Promise<string> {
  const upload_id = await sentStatement(person, account);
  dataOf(await person.post(`/dashboard/api/statement-uploads/${upload_id}/import`, {}));
  return sentStatement(person, account);
}
