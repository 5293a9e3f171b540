import { expect, test } from "vitest";
import { dataOf } from "../support/http.ts";
import { inSeconds, merchant } from "./gateway.ts";
import { shared } from "./shared.ts";

/** Compares the lists of the merchant's events. more.test.ts creates some events. */

interface Event {
  event_id: string;
  event_type: string;
  created_at: string;
  payment_code: string | null;
  body: { type: string; timestamp: string; data: { payment_code?: string } };
}

const until = inSeconds(0);
const list = (query: string) => merchant.get(`/gateway/events?${query}`);
const listed = async (query: string) => dataOf<Event[]>(await list(query));
const all = shared(() => listed(`per_page=100&until=${until}`));

test("a page of events has 20 entries by default, and 100 at most", async () => {
  expect((await list("")).body.pagination).toMatchObject({ current_page: 1, per_page: 20 });
  expect((await list("per_page=101")).body.pagination).toMatchObject({ per_page: 100 });
});

test("the merchant's events are listed oldest first, and the list continues at its cursor", async () => {
  const { body } = await list(`per_page=100&until=${until}`);
  const events = body.data as Event[];
  const { total = 0, next_cursor, ...pagination } = body.pagination as Paging;
  expect(next_cursor).not.toBeUndefined();
  expect(pagination).toEqual({
    count: events.length,
    per_page: 100,
    current_page: 1,
    total_pages: Math.ceil(total / 100),
  });
  const times = events.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(events.length);

  const first = (await list(`per_page=1&until=${until}`)).body;
  const cursor = (first.pagination as Paging).next_cursor;
  const second = cursor ? await listed(`per_page=1&until=${until}&cursor=${cursor}`) : [];
  expect([...(first.data as Event[]), ...second]).toEqual(events.slice(0, 2));
});

interface Paging {
  total?: number;
  next_cursor?: string | null;
}

test("an event's body has its type and its invoice", async () => {
  for (const { event_type, payment_code, body } of await all()) {
    expect(body.type).toBe(event_type);
    expect(body.data.payment_code ?? null).toBe(payment_code);
  }
});

test("events are chosen by time and type", async () => {
  const events = await all();
  expect(await listed(`since=${inSeconds(3600)}`)).toEqual([]);
  const [oldest] = events;
  if (!oldest) return;
  expect(await listed(`until=${oldest.created_at}`)).toEqual([]);
  // The list can continue beyond this page, with newer events only.
  const middle = events[Math.floor(events.length / 2)]?.created_at;
  const window = `per_page=100&since=${oldest.created_at}&until=${middle}`;
  const inWindow = events.filter(({ created_at }) => created_at < String(middle));
  const { body } = await list(window);
  expect(body.data).toEqual(inWindow);
  expect(body.pagination).toMatchObject({ total: inWindow.length });
  expect(await listed(`per_page=100&since=${oldest.created_at}&until=${until}`)).toEqual(events);
  const types = new Set(events.map(({ event_type }) => event_type));
  for (const type of [...types, "payment.cancelled", "device.online"]) {
    const ofType = inWindow.filter(({ event_type }) => event_type === type);
    expect(await listed(`${window}&event_type=${type}`)).toEqual(ofType);
  }
});

test("an event has one delivery, whose body is the event's", async ({ skip }) => {
  const [event] = await all();
  if (event === undefined) return skip("needs a merchant who has had an event");
  const { event_id, event_type, payment_code, created_at } = event;
  expect(dataOf(await merchant.get(`/gateway/events/${event_id}/deliveries`))).toMatchObject([
    { delivery_id: event_id, event_type, payment_code, created_at },
  ]);
});
