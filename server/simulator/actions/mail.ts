import type { Action } from "../action.ts";
import { clockToleranceMilliseconds } from "../matching.ts";
import { expectSame, must, shopAt, type ModelTransfer } from "../model.ts";
import { deliver, type BankLetter, type Delivered, type Post, type Way } from "../post.ts";
import { record } from "./record.ts";

/** The bank's email about a transfer. */
export interface Mail {
  transfer: ModelTransfer;
  letter: BankLetter;
}

interface Delivery {
  mail: Mail;
  way: Way;
}

const kinds = { forwarded: "forward an email", folder: "read an email in a folder" } as const;

/**
 * Delivers emails one after another: hours late, in any order, and again on the same way or on the other one.
 */
export function deliverMails(wish: {
  shop: number;
  post: Post;
  deliveries: readonly Delivery[];
}): Action<(Delivered | null)[]> {
  const { post, deliveries } = wish;
  return {
    kind: deliveries.length === 1 ? kinds[deliveries[0]?.way ?? "folder"] : "deliver all emails",
    details: deliveries.map(({ mail: { transfer, letter }, way }) => ({
      ...transfer,
      ...letter,
      way,
    })),
    async perform(gateway) {
      const outcome: (Delivered | null)[] = [];
      for (const { mail, way } of deliveries) {
        outcome.push(await deliver(gateway, post, { letter: mail.letter, way }));
      }
      return outcome;
    },
    follow(model, outcome, { at, isAlone }) {
      const shop = shopAt(model, wish.shop);
      deliveries.forEach(({ mail: { transfer, letter }, way }, index) => {
        const delivered = outcome[index] ?? null;
        must(delivered !== null, `email ${letter.reference} was lost`);
        if (delivered === null) return;
        const { posted_at } = letter;
        // The bank's own signature identifies a copy, whichever source brings it.
        const name = `mail|${letter.reference}`;
        const device_id = post.devices[way];
        const isNew = record(
          shop,
          [
            {
              name,
              mutation: {
                mutation_id: delivered.mutation_id,
                device_id,
                kind: "mailbox",
                transfer,
                package_name: "com.bca",
                pool: transfer.pool,
                amount: transfer.amount,
                is_credit: true,
                wording: name,
                posted_at,
                created_at: at,
                window_ends_at: Math.min(posted_at, at) + clockToleranceMilliseconds,
                paid: null,
                decision: null,
              },
            },
          ],
          at,
        );
        const mutation_id = shop.recorded.get(name) as string;
        if (isNew.size > 0) expectSame("the source of an email", delivered.device_id, device_id);
        expectSame(`what became of email ${index + 1}`, delivered.mutation_id, mutation_id);
        // In a race, another action can have paid since. The tables are compared afterwards.
        if (!isAlone) return;
        const paid = shop.mutations.get(mutation_id)?.paid ?? null;
        expectSame(`what email ${index + 1} paid`, delivered.matched_payment_code, paid);
      });
    },
  };
}
