import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { linkOperations } from "../../contract/dashboard/links.ts";
import { visitor, type Visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { listAuditEntries } from "../access/audit.ts";
import { selectPicture } from "./link-pictures.sql.ts";
import {
  changeOwnLink,
  createOwnLink,
  listOwnLinks,
  readOwnLink,
  removeOwnLinkPicture,
  setOwnLinkPicture,
  switchOwnLink,
} from "./own-links.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  person = await visitor(gateway, shop);
});
afterAll(() => database.drop());

/** Returns a request of the page, with the contract's defaults. */
const request = (fields: object) =>
  linkOperations.createLink.input.parse({ link_name: "Kopi susu", amounts: [25_000], ...fields });
const create = (fields: object = {}) =>
  createOwnLink(gateway, person.actor, { session: person.session, request: request(fields) });
const change = (link_id: string, fields: object) =>
  changeOwnLink(gateway, person.actor, {
    session: person.session,
    link_id,
    request: request(fields),
  });

test("a link has a random or a chosen address", async () => {
  const made = await create();
  expect(made.slug).toMatch(/^[a-z2-9]{10}$/);
  expect(made).toMatchObject({
    url: `https://pay.example/l/${made.slug}`,
    state: "open",
    payments_made: 0,
    pieces_left: null,
    qr_svg: expect.stringContaining("<svg"),
  });
  const slug = `kopi-${randomUUID()}`;
  expect((await create({ slug })).slug).toBe(slug);
  const { items, pagination } = await listOwnLinks(gateway, { ...shop, page: 1, per_page: 10 });
  expect(items.map((link) => link.slug)).toEqual([slug, made.slug]);
  expect(pagination.total).toBe(2);
});

test("an address belongs to one link of the whole gateway", async () => {
  const slug = `kopi-${randomUUID()}`;
  const other = await shopWithAccount(gateway);
  const stranger = await visitor(gateway, other);
  await createOwnLink(gateway, stranger.actor, {
    session: stranger.session,
    request: request({ slug }),
  });
  const outcomes = await Promise.allSettled([create({ slug }), create({ slug })]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      reason: { code: "validation_error", errors: { slug: expect.stringContaining("another") } },
    });
  expect((await listOwnLinks(gateway, { ...shop, page: 1, per_page: 10 })).items).toEqual([]);
});

test("a link is created once by a form sent twice, also under a chosen address, with one entry in the audit log", async () => {
  const fields = { form_key: randomUUID(), slug: `kopi-${randomUUID()}` };
  const [one, other] = await Promise.all([create(fields), create(fields)]);
  expect(other).toEqual(one);
  expect(await create(fields)).toEqual(one);
  expect((await listOwnLinks(gateway, { ...shop, page: 1, per_page: 10 })).items).toHaveLength(1);
  const { items } = await listAuditEntries(gateway, { ...shop, per_page: 10 });
  expect(items.filter(({ action }) => action === "link.created")).toHaveLength(1);
  expect((await create({ form_key: randomUUID() })).link_id).not.toBe(one.link_id);
});

test("a form's key that another merchant has used creates a link of this merchant", async () => {
  const form_key = randomUUID();
  const stranger = await visitor(gateway, await shopWithAccount(gateway));
  const theirs = await createOwnLink(gateway, stranger.actor, {
    session: stranger.session,
    request: request({ form_key }),
  });
  expect((await create({ form_key })).slug).not.toBe(theirs.slug);
});

test.each<[object, string]>([
  [{ amounts: [] }, "amount_min"],
  [{ amounts: [], amount_min: 10, amount_max: 9 }, "amount_max"],
  [{ amounts: [9_007_199_254_000_000], quantity_max: 2 }, "amounts"],
  [
    { amounts: [], amount_min: 1, amount_max: 9_007_199_254_000_000, quantity_max: 2 },
    "amount_max",
  ],
])("%j is refused at its field", async (fields, field) => {
  await expect(create(fields)).rejects.toMatchObject({
    code: "validation_error",
    errors: { [field]: expect.any(String) },
  });
});

test("a change replaces only the named fields, and is in the audit log", async () => {
  const { link_id, slug } = await create({ slug: `kopi-${randomUUID()}`, stock: 5 });
  await switchOwnLink(gateway, person.actor, { ...person, link_id, is_open: false });
  const changed = await change(link_id, {
    amounts: [],
    amount_min: 5_000,
    description: "<b>Baru</b>",
    open_until: "2099-01-01T07:00:00+07:00",
  });
  expect(changed).toMatchObject({
    slug,
    state: "closed",
    stock: null,
    amounts: [],
    amount_min: 5_000,
    description: "<b>Baru</b>",
    open_until: "2099-01-01T00:00:00.000Z",
  });
  const { items } = await listAuditEntries(gateway, { ...shop, per_page: 3 });
  expect(items.map(({ action, object_id }) => [action, object_id])).toEqual([
    ["link.changed", link_id],
    ["link.changed", link_id],
    ["link.created", link_id],
  ]);
});

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("a picture has its own address", async () => {
  const { link_id } = await create();
  const set = () =>
    setOwnLinkPicture(gateway, person.actor, { ...person, link_id, picture: pixel });
  const idOf = (url: string | null) => url?.replace("https://pay.example/l/pictures/", "") ?? "";
  const first = idOf((await set()).picture_url);
  expect(await selectPicture(database.sql, first)).toEqual({
    media_type: "image/png",
    picture: Buffer.from(pixel, "base64"),
  });
  const second = idOf((await set()).picture_url);
  expect(second).not.toBe(first);
  expect(await selectPicture(database.sql, first)).toBeUndefined();
  const without = await removeOwnLinkPicture(gateway, person.actor, { ...person, link_id });
  expect(without.picture_url).toBeNull();
  expect(await selectPicture(database.sql, second)).toBeUndefined();
  await expect(
    setOwnLinkPicture(gateway, person.actor, { ...person, link_id, picture: "PHN2Zz4=" }),
  ).rejects.toMatchObject({ code: "validation_error", errors: { picture: expect.any(String) } });
});

test("another merchant's link is unknown to every operation", async () => {
  const { link_id } = await create();
  const other = await shopWithAccount(gateway);
  const stranger = await visitor(gateway, other);
  const name = { session: stranger.session, link_id };
  for (const attempt of [
    () => readOwnLink(gateway, { merchant_id: other.merchant_id, link_id }),
    () => changeOwnLink(gateway, stranger.actor, { ...name, request: request({}) }),
    () => switchOwnLink(gateway, stranger.actor, { ...name, is_open: false }),
    () => setOwnLinkPicture(gateway, stranger.actor, { ...name, picture: pixel }),
    () => removeOwnLinkPicture(gateway, stranger.actor, name),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  expect((await readOwnLink(gateway, { ...shop, link_id })).state).toBe("open");
});
