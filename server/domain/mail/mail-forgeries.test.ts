import { expect, test } from "vitest";
import { createForger, forgeryReasons } from "../../testing/forged-mails.ts";
import { randomFrom } from "../../testing/random.ts";
import { proveMail } from "./mail-proof.ts";

const random = randomFrom("the forged emails");
const drawn = (most: number): number => 1 + Math.floor(random() * most);
const { families, signed, dns, at } = createForger({
  random,
  domain: "bca.co.id",
  sender: "bca@bca.co.id",
  to: "toko@example.com",
  subject: "Dana masuk",
  text: (amount) => `Nominal : ${amount}\r\n`,
  rupiah: () => `Rp ${drawn(900)}.${100 + drawn(899)},00`,
});

const each = 7;

test("none of more than 200 forgeries of all families is trusted, and each has its reason", async () => {
  const wrong: string[] = [];
  let count = 0;
  for (const [family, forge] of Object.entries(families)) {
    for (let turn = 0; turn < each; turn += 1) {
      const mail = await forge();
      const proof = await proveMail(Buffer.from(mail), { lookUpKey: dns.lookUpKey, at });
      const reason = proof.outcome === "refused" ? proof.reason : proof.outcome;
      if (![forgeryReasons[family]].flat().includes(reason))
        wrong.push(`${family}: ${reason}\n${mail}`);
      count += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(200);
});

test("the emails are trusted before the forger changes them", async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const mail = Buffer.from(await signed());
    expect(await proveMail(mail, { lookUpKey: dns.lookUpKey, at })).toMatchObject({
      outcome: "trusted",
      bank_code: "BCA",
    });
  }
});
