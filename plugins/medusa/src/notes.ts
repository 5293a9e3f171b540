import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";

/**
 * A note on an order. Medusa's orders have no notes, so a note is an entry in the order's metadata and in the admin's
 * notification feed.
 */

interface OrderNote {
  readonly id: string;
  readonly at: string;
  readonly note: string;
}

/** The most notes of an order. Without this limit, the metadata would grow forever. */
const notesOfAnOrder = 50;

const lockSeconds = 30;

/**
 * Adds a note. A second note with the same `id` changes nothing. Notes of one order take turns, because each write
 * includes the earlier notes.
 */
export async function addNote(
  container: MedusaContainer,
  order_id: string,
  note: Omit<OrderNote, "at">,
): Promise<void> {
  await container
    .resolve(Modules.LOCKING)
    .execute([`tepat:notes:${order_id}`], () => addNoteAlone(container, order_id, note), {
      timeout: lockSeconds,
    });
}

async function addNoteAlone(
  container: MedusaContainer,
  order_id: string,
  { id, note }: Omit<OrderNote, "at">,
): Promise<void> {
  const orders = container.resolve(Modules.ORDER);
  const order = await orders.retrieveOrder(order_id, {
    select: ["id", "display_id", "metadata"],
  });
  const earlier = (order.metadata?.["tepat_notes"] ?? []) as OrderNote[];
  if (earlier.some((each) => each.id === id) || earlier.length >= notesOfAnOrder) return;
  await container.resolve(Modules.NOTIFICATION).createNotifications({
    to: "",
    channel: "feed",
    template: "admin-ui",
    idempotency_key: `tepat:${order_id}:${id}`,
    data: { title: `Order #${order.display_id}`, description: note },
  });
  const tepat_notes = [...earlier, { id, at: new Date().toISOString(), note }];
  await orders.updateOrders(order_id, { metadata: { ...order.metadata, tepat_notes } });
}
