import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
// oxlint-disable-next-line import/no-unassigned-import -- the module words the problems of settings
import "../../contract/messages.ts";
import { DomainError } from "../base/domain-error.ts";
import { loadOperatorRules } from "./operator-rules.ts";

let directory: string;
let file: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "tepat-rules-"));
  file = join(directory, "rules.json");
});
afterAll(() => rmSync(directory, { recursive: true }));

const write = (content: unknown) =>
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));

function load(content: unknown) {
  write(content);
  return loadOperatorRules(file);
}

const creditRule = {
  name: "credit",
  type: "CREDIT",
  body: ["Rekening {account} bertambah {amount}[ dari {sender}]"],
  samples: [
    { body: "Rekening 1234567890 bertambah Rp150.123 dari BUDI", amount: 150_123, sender: "BUDI" },
  ],
};
const feeRule = {
  name: "fee",
  reason: "settings",
  title: ["Info"],
  body: ["Tarif baru berlaku {when}"],
  samples: [{ title: "Info", body: "Tarif baru berlaku 01/12/2026" }],
};
const added = { id: "my_bca", packages: ["com.bca"], rules: [creditRule] };
const newApp = {
  id: "bank_contoh",
  name: "Bank Contoh",
  packages: ["id.contoh.bank", "id.contoh.bank.lite"],
  kind: "account",
  rules: [creditRule, feeRule],
  incoming_sample: { title: "Bank Contoh", body: "Rekening 1234 bertambah Rp{dots} dari {sender}" },
};

const body = "Rekening 99887766 bertambah Rp75.001 dari SITI";

describe("an operator's rules", () => {
  test("read texts that the release leaves unread in a known app", () => {
    const reader = load([added]).reader();
    expect(reader.read({ package_name: "COM.BCA", title: null, body })).toEqual({
      outcome: "transaction",
      rule: "my_bca.credit",
      type: "CREDIT",
      amount: 75_001,
      currency: "IDR",
      sender: "SITI",
    });
    expect(reader.appNameOf("com.bca")).toBe("BCA mobile");
    const known = { package_name: "com.bca", title: null, body: "Uang masuk Rp5.000 dari BUDI" };
    expect(reader.read(known)).toMatchObject({ rule: "general.transfer_in", amount: 5000 });
  });

  test("add an app, with the general rules of its kind and a sample text", () => {
    const reader = load([newApp]).reader();
    for (const package_name of newApp.packages) {
      expect(reader.read({ package_name, title: null, body })).toMatchObject({ amount: 75_001 });
      expect(
        reader.read({ package_name, title: "INFO", body: "Tarif baru berlaku 2/1/27" }),
      ).toEqual({ outcome: "not_a_transaction", rule: "bank_contoh.fee", reason: "settings" });
      const general = { package_name, title: null, body: "Uang masuk Rp5.000 dari BUDI" };
      expect(reader.read(general)).toMatchObject({ rule: "general.transfer_in" });
      expect(reader.appNameOf(package_name)).toBe("Bank Contoh");
      expect(reader.sampleOf(package_name, { amount: 1500, sender: "ANI" })?.body).toBe(
        "Rekening 1234 bertambah Rp1.500 dari ANI",
      );
    }
  });

  test("with a payer's words first make the whole app distrust other money", () => {
    const body = "Transfer masuk Rp150.123 dari BUDI. Pesan: lunas Rp1";
    const notification = { package_name: "com.bca", title: null, body };
    const senderFirst = {
      ...creditRule,
      body: ["{sender} menambah {amount} ke saldo Anda"],
      samples: [{ body: "BUDI menambah Rp5.000 ke saldo Anda", amount: 5000, sender: "BUDI" }],
    };
    expect(load([added]).reader().read(notification)).toMatchObject({ amount: 150_123 });
    expect(
      load([{ ...added, rules: [senderFirst] }])
        .reader()
        .read(notification),
    ).toEqual({
      outcome: "unread",
      reason: "doubtful",
      doubt: "second_amount",
    });
  });

  test("name the titles under which an app reports money, if strangers can write in it", () => {
    const marketplace = {
      ...newApp,
      strangers: "messages",
      own_titles: ["Bank Contoh", "Dana {amount} masuk"],
      rules: newApp.rules.map((rule) => ({
        ...rule,
        samples: rule.samples.map((sample) => ({ title: "Bank Contoh", ...sample })),
      })),
    };
    const { read } = load([marketplace]).reader();
    const under = (title: string) => read({ package_name: "id.contoh.bank", title, body });
    expect(under("Bank Contoh")).toMatchObject({ amount: 75_001 });
    expect(under("Dana Rp 75.001 masuk")).toMatchObject({ amount: 75_001 });
    expect(under("Dana x masuk")).toEqual({ outcome: "unread", reason: "foreign_title" });
    expect(under("penipu_99")).toEqual({ outcome: "unread", reason: "foreign_title" });
  });

  test("add a title to an app of the release with strangers' texts", () => {
    const titled = {
      id: "my_shopee",
      packages: ["com.shopee.id"],
      rules: [
        {
          ...creditRule,
          title: ["Uang masuk ke ShopeePay"],
          samples: creditRule.samples.map((sample) => ({
            title: "Uang masuk ke ShopeePay",
            ...sample,
          })),
        },
      ],
    };
    const { read } = load([titled]).reader();
    const under = (title: string) => read({ package_name: "com.shopee.id", title, body });
    expect(under("Uang masuk ke ShopeePay")).toMatchObject({ rule: "my_shopee.credit" });
    expect(under("penipu_99")).toMatchObject({ outcome: "unread" });
  });

  test("for a wording that the release already reads are accepted", () => {
    const twin = {
      ...creditRule,
      body: ["Uang masuk {amount}[ dari {sender}]"],
      samples: [{ body: "Uang masuk Rp5.000 dari BUDI", amount: 5000, sender: "BUDI" }],
    };
    expect(() => load([{ ...added, rules: [twin] }])).not.toThrow();
  });

  test("can be absent", () => {
    expect(loadOperatorRules(null).reader().appNameOf("com.bca")).toBe("BCA mobile");
    expect(load([]).reader().appNameOf("id.contoh.bank")).toBeNull();
  });

  test("from the guide are accepted", () => {
    const page = readFileSync(new URL("../../../docs/rules.md", import.meta.url), "utf8");
    const example = /```json file: rules\.json\n(.*?)```/su.exec(page)?.[1];
    expect(() => load(example)).not.toThrow();
  });
});

describe("a file of rules is refused whole, with the place of each fault:", () => {
  const withRule = (change: object) => [{ ...added, rules: [{ ...creditRule, ...change }] }];
  const sample = creditRule.samples[0];

  test.each([
    ["no JSON", "[{", "Expected property name"],
    ["an empty file", "", "Unexpected end of JSON input"],
    ["no array", added, "the file: must be an array"],
    ["a format that is none", [5], "0: must be an object"],
    ["an unknown field", [{ ...added, rulez: [] }], 'my_bca: Unrecognized key: "rulez"'],
    ["no rules", [{ ...added, rules: [] }], "my_bca: must have at least 1 item"],
    ["no packages", [{ ...added, packages: [] }], "my_bca.packages: must have at least 1 item"],
    ["a package that is none", [{ ...added, packages: ["BCA"] }], "my_bca.packages.0: must be"],
    ["an id with a point", [{ ...added, id: "my.bca" }], "my.bca.id: must be a short name"],
    [
      "a rule of no kind",
      withRule({ type: undefined }),
      "my_bca.credit.reason: must be one of empty, failed",
    ],
    ["a rule of both kinds", withRule({ reason: "failed" }), 'Unrecognized key: "reason"'],
    ["an unknown type", withRule({ type: "IN" }), "my_bca.credit.type: Invalid"],
    [
      "a rule without samples",
      withRule({ samples: [] }),
      "my_bca.credit.samples: must have at least 1 item",
    ],
    [
      "a sample without amount",
      withRule({ samples: [{ body }] }),
      "my_bca.credit.samples.0.amount",
    ],
    [
      "an amount in cents",
      withRule({ samples: [{ ...sample, amount: 1.5 }] }),
      "my_bca.credit.samples.0.amount: must be an integer",
    ],
    [
      "an unknown part",
      withRule({ body: ["Naik {amout}"] }),
      "my_bca.credit: Unknown part {amout}",
    ],
    ["an unknown part of a title", withRule({ title: ["{x}"] }), "Unknown part {x}"],
    ["a bracket too many", withRule({ body: ["Naik {amount}]"] }), "Brackets without a pair"],
    ["a template without amount", withRule({ body: ["Naik"] }), "{amount} must stand once"],
    ["two amounts", withRule({ body: ["{amount} {amount}"] }), "{amount} must stand once"],
    ["an optional amount", withRule({ body: ["Naik[ (ke {amount})]"] }), "outside brackets"],
    [
      "a second amount in its words",
      withRule({
        body: ["Setoran tunai IDR 1.00 pelanggan {amount} lunas"],
        samples: [{ body: "Setoran tunai IDR 1.00 pelanggan Rp5.000 lunas", amount: 5000 }],
      }),
      "my_bca.credit: the fixed words name an amount (IDR 1.00)",
    ],
    [
      "an amount in a payer's note",
      withRule({
        body: ["Setoran tunai tercatat, berita {amount} lunas"],
        samples: [{ body: "Setoran tunai tercatat, berita Rp5.000 lunas", amount: 5000 }],
      }),
      '{amount} follows "berita"',
    ],
    [
      "money that went out, as a CREDIT",
      withRule({
        body: ["Kirim uang {amount} ke ANI sukses"],
        samples: [{ body: "Kirim uang Rp5.000 ke ANI sukses", amount: 5000 }],
      }),
      '"Kirim" reports outgoing money',
    ],
    [
      "an amount without mark behind a name",
      withRule({ body: ["{sender} mengirim {bare_amount}"] }),
      "{amount} is needed for {bare_amount}",
    ],
    [
      "wordings without bound",
      withRule({ body: ["{text}{text}{text}{amount}"] }),
      "more than 2 parts of any wording",
    ],
    [
      "a template too long",
      withRule({ body: ["a".repeat(1001)] }),
      "my_bca.credit.body.0: must be at most 1000",
    ],
    [
      "a template without a sample",
      withRule({ body: [...creditRule.body, "Saldo naik {amount}"] }),
      "my_bca.credit: no sample fits the template: Saldo naik {amount}",
    ],
    [
      "a sample that reads as another amount",
      withRule({ samples: [{ ...sample, amount: 150_124 }] }),
      "a sample reads as CREDIT 150123 from BUDI, not as CREDIT 150124 from BUDI",
    ],
    [
      "a sample that reads as another sender's",
      withRule({ samples: [{ body: sample?.body, amount: 150_123 }] }),
      "not as CREDIT 150123 without a sender",
    ],
    [
      "a sample that tells of a failure",
      withRule({ samples: [{ ...sample, body: `${sample?.body} gagal` }] }),
      "a sample reads as unread (doubtful), not as CREDIT 150123 from BUDI",
    ],
    ["an id of the release", [{ ...added, id: "bca_mobile" }], "bca_mobile: this name is taken"],
    ["the id of the general rules", [{ ...added, id: "general" }], "general: this name is taken"],
    ["an id twice", [added, { ...newApp, id: "my_bca" }], "my_bca: this name is taken"],
    [
      "a rule's name twice",
      [{ ...added, rules: [creditRule, creditRule] }],
      "my_bca.credit: this name is taken",
    ],
    [
      "a new package twice",
      [newApp, { ...newApp, id: "other", packages: ["ID.contoh.bank"] }],
      "id.contoh.bank: this name is taken",
    ],
    [
      "a new app without its name",
      [{ ...added, packages: ["id.contoh"] }],
      "my_bca: a new app needs name, kind and incoming_sample",
    ],
    [
      "a name for a known app",
      [{ ...added, name: "BCA" }],
      "my_bca: name, kind, strangers, own_titles and incoming_sample of com.bca are known already",
    ],
    [
      "messages of strangers without the app's own titles",
      [{ ...newApp, strangers: "messages" }],
      'bank_contoh: own_titles are needed where strangers write "messages", and nowhere else',
    ],
    [
      "own titles where no stranger writes",
      [{ ...newApp, own_titles: ["Bank Contoh"] }],
      'bank_contoh: own_titles are needed where strangers write "messages", and nowhere else',
    ],
    [
      "known and new packages together",
      [{ ...added, packages: ["com.bca", "id.contoh"] }],
      "my_bca: com.bca is already known",
    ],
    [
      "an incoming sample that its rules do not read",
      [{ ...newApp, incoming_sample: { title: "", body: "Naik {dots}" } }],
      "bank_contoh: incoming_sample does not read as a CREDIT of 50137",
    ],
  ])("%s", (_, content, fault) => {
    expect(() => load(content)).toThrow(DomainError);
    expect(() => load(content)).toThrow(fault);
  });

  test("a rule that prevents a rule of the release from reading", () => {
    const greedy = {
      name: "greedy",
      reason: "promotion",
      body: ["{text}"],
      samples: [{ body: "Selamat pagi" }],
    };
    expect(() => load([{ ...added, rules: [greedy] }])).toThrow(/\n {2}bca_mobile\.\w+: a sample/);
  });

  test("a file that is too long", () => {
    expect(() => load(" ".repeat(limits.rulesFileBytes) + "[]")).toThrow("longer than");
  });

  test("a missing file", () => {
    expect(() => loadOperatorRules(join(directory, "none.json"))).toThrow("ENOENT");
  });

  test("every fault at once", () => {
    const rules = [
      { ...creditRule, body: ["{x}"] },
      { ...feeRule, body: ["{y}"] },
    ];
    expect(() => load([{ ...added, rules }])).toThrow(/Unknown part \{x\}.*\n.*Unknown part \{y\}/);
  });
});

describe("a changed file", () => {
  const amountOf = (rules: ReturnType<typeof load>) => {
    const reading = rules.reader().read({ package_name: "com.bca", title: null, body });
    return reading.outcome === "transaction" ? reading.amount : null;
  };

  test("applies from the next check on", async () => {
    const rules = load([]);
    const former = rules.reader();
    expect(await rules.refresh()).toBe("unchanged");
    write([added]);
    expect(amountOf(rules)).toBeNull();
    expect(await rules.refresh()).toBe("changed");
    expect(amountOf(rules)).toBe(75_001);
    expect(former.read({ package_name: "com.bca", title: null, body }).outcome).toBe("unread");
  });

  test.each([
    ["broken", () => write("[{")],
    ["empty", () => write("")],
    ["taken away", () => rmSync(file)],
  ])("is refused once if it is %s, and the previous rules stay", async (_, spoil) => {
    const rules = load([added]);
    spoil();
    expect(await rules.refresh()).toBeInstanceOf(DomainError);
    expect(await rules.refresh()).toBe("unchanged");
    expect(amountOf(rules)).toBe(75_001);
    write([]);
    expect(await rules.refresh()).toBe("changed");
    expect(amountOf(rules)).toBeNull();
  });
});
