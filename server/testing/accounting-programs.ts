import { spawnSync } from "node:child_process";

/** Accounting programs that read a journal as text, if this machine has them. */

export interface ReadJournal {
  /** The program's error message. */
  complaint: string;
  /** The balance of each account with one, from the lowest to the highest. */
  balances: number[];
}

export const missing = {
  hledger: "hledger is not installed: apt-get install hledger",
  beancount: "beancount is not installed: pip install beancount",
};

/** Reads a journal with hledger. Returns null if hledger is not installed. */
function readByHledger(file: string): ReadJournal | null {
  const read = spawnSync("hledger", ["-f", file, "balance", "--flat", "-O", "csv", "-N"]);
  if (read.error) return null;
  const amounts = [...String(read.stdout).matchAll(/"(-?[\d.]+) IDR"/g)];
  return readJournal(
    String(read.stderr),
    amounts.map(([, amount]) => Number(amount)),
  );
}

/**
 * Reads a journal with beancount. TEPAT_BEANCOUNT_PYTHON can name another Python that has beancount. Returns
 * null without beancount.
 */
function readByBeancount(file: string): ReadJournal | null {
  const python = process.env["TEPAT_BEANCOUNT_PYTHON"] ?? "python3";
  const read = spawnSync(python, ["-c", beancountProgram, file]);
  if (read.error || read.status === 3) return null;
  const amounts = String(read.stdout).trim().split(" ").filter(Boolean).map(Number);
  return readJournal(String(read.stderr), amounts);
}

const beancountProgram = `
import sys
try:
  from beancount import loader
  from beancount.core import data
except ImportError: sys.exit(3)
from collections import defaultdict
entries, errors, _ = loader.load_file(sys.argv[1])
for error in errors: print(error.message, file=sys.stderr)
held = defaultdict(int)
for entry in entries:
  if isinstance(entry, data.Transaction):
    for posting in entry.postings: held[posting.account] += posting.units.number
print(*(str(amount) for amount in held.values()))
`;

const readJournal = (complaint: string, amounts: number[]): ReadJournal => ({
  complaint,
  balances: amounts.filter((amount) => amount !== 0).toSorted(ascending),
});

export const ascending = (one: number, other: number) => one - other;

export const readers = { hledger: readByHledger, beancount: readByBeancount };
