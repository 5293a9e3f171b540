import { rowRefusal, type RowRefusal } from "../../contract/dashboard/row-refusal.ts";
import { GatewayError } from "../../contract/errors.ts";
import { DomainError } from "./domain-error.ts";

/** Changes one of several rows. A refusal is returned, so that it does not stop the changes of the other rows. */
export async function refusalOfRow(change: () => Promise<unknown>): Promise<RowRefusal> {
  try {
    await change();
    return null;
  } catch (cause) {
    const code = cause instanceof DomainError ? "conflict" : codeOf(cause);
    const { success, data } = rowRefusal.safeParse(code);
    if (!success) throw cause;
    return data;
  }
}

const codeOf = (cause: unknown) => (cause instanceof GatewayError ? cause.code : undefined);
