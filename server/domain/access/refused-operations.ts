import { limits } from "../../contract/limits.ts";
import { orderedId } from "../base/ordered-id.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { insertAuditEntry } from "./audit.sql.ts";
import { actorOf, type Client } from "./sessions.ts";
import type { Session } from "./sessions.sql.ts";

/** A request that the person's role does not allow, or that needs two-factor authentication. */
export interface RefusedOperation {
  session: Pick<Session, "merchant_id" | "session_id" | "person">;
  client: Client;
  operation: string;
  reason: "forbidden" | "totp_not_enabled";
}

export interface RefusalLog {
  /** Returns at once, without a query. */
  note(refused: RefusedOperation): void;
  /** Writes the entries that are due. */
  report(): Promise<void>;
  /** Writes all entries. */
  stop(): Promise<void>;
}

/** Refusals of one operation in one session that are not written yet, and whether earlier ones were. */
interface Counted extends RefusedOperation {
  count: number;
  first: Date;
  last: Date;
  isTold: boolean;
}

interface Hour {
  endsAt: number;
  refusals: Map<string, Counted>;
}

/** The name for all further operations after a person was refused too many different ones. */
const others = "others";

/**
 * Writes refusals of signed-in people to the audit log, as for refused sign-ins: soon after the first refusal, and at
 * the end of the hour. This process counts the refusals, so that a refusal costs no statement and one person cannot
 * fill the table. A killed process loses the refusals that it has not written.
 */
export function createRefusalLog({
  gateway,
  onTrouble,
}: {
  gateway: Gateway;
  onTrouble(cause: unknown): void;
}): RefusalLog {
  const hours = new Map<string, Hour>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;

  const now = () => gateway.now() ?? new Date();

  function note(refused: RefusedOperation): void {
    const { session, operation, reason } = refused;
    const at = now();
    const { person_id } = session.person;
    let hour = hours.get(person_id);
    if (!hour) {
      hour = { endsAt: at.getTime() + limits.refusalsReportedSeconds * 1000, refusals: new Map() };
      hours.set(person_id, hour);
    }
    const key = `${session.session_id} ${operation} ${reason}`;
    const hasRoom = hour.refusals.has(key) || hour.refusals.size < limits.refusedOperationsTold;
    const counted = hour.refusals.get(hasRoom ? key : others);
    hour.refusals.set(hasRoom ? key : others, {
      ...refused,
      operation: hasRoom ? operation : others,
      count: (counted?.count ?? 0) + 1,
      first: counted?.count ? counted.first : at,
      last: at,
      isTold: counted?.isTold ?? false,
    });
    timer ??= setTimeout(() => void report(), limits.refusalsSettleSeconds * 1000).unref();
  }

  /** Runs one write at a time, so that no entry is written twice. */
  const write = (isAll: boolean): Promise<void> =>
    (writing ??= writeDue(isAll)
      .catch(onTrouble)
      .finally(() => (writing = null)));

  async function writeDue(isAll: boolean): Promise<void> {
    const at = now().getTime();
    for (const [person_id, { endsAt, refusals }] of hours) {
      const isOver = isAll || endsAt <= at;
      const due = [...refusals].filter(([, { count, isTold }]) => count > 0 && (isOver || !isTold));
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await insertRefusals(
        gateway,
        due.map(([, counted]) => counted),
      );
      for (const [key, written] of due) {
        const counted = refusals.get(key) ?? written;
        refusals.set(key, { ...counted, count: counted.count - written.count, isTold: true });
      }
      const isTold = [...refusals.values()].every(({ count }) => count === 0);
      if (isOver && isTold) hours.delete(person_id);
    }
  }

  async function report(): Promise<void> {
    await write(false);
    if (timer) clearTimeout(timer);
    timer = null;
    if (hours.size === 0) return;
    timer = setTimeout(() => void report(), limits.refusalsSettleSeconds * 1000).unref();
  }

  return {
    note,
    report,
    async stop() {
      if (timer) clearTimeout(timer);
      await writing;
      await write(true);
    },
  };
}

async function insertRefusals(gateway: Gateway, due: readonly Counted[]): Promise<void> {
  if (due.length === 0) return;
  await gateway.sql.begin(async (tx) => {
    for (const { session, client, operation, reason, count, first, last } of due) {
      // oxlint-disable-next-line no-await-in-loop -- in one transaction
      await insertAuditEntry(tx, {
        ...actorOf(session, client),
        merchant_id: session.merchant_id,
        action: "operation.refused",
        details: {
          operation,
          reason,
          role: session.person.role,
          count,
          first_refused_at: first.toISOString(),
          last_refused_at: last.toISOString(),
        },
        entry_id: orderedId(),
        at: gateway.now(),
      });
    }
  });
}
