import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentStatus } from "../../contract/payments.ts";
import { isRunOfAll } from "../../testing/run-size.ts";
import {
  compileMilliseconds,
  copySources,
  readSources,
  type SourceCopy,
} from "../../testing/source-copy.ts";

/**
 * The recipe "a state of a payment" of the map. The states are listed in the contract and in the table's check, which
 * schema.test.ts compares; `npm run generate` writes the clients' lists. The compiler names every other place.
 */

const homes = ["server/contract/payments.ts", "server/db/schema/payments.sql"];

/** Places that this compiler does not see, with what names them. */
const elsewhere = {
  "plugins/medusa/src/providers/tepat/service.ts": "the build of the plugin, where Medusa is",
  "plugins/woocommerce/includes/class-tepat-next-step.php": "next-step.test.ts",
};

/** As many characters as a list of the states takes at most. */
const listCharacters = 300;
const anyStatus = new RegExp(paymentStatus.options.join("|"), "g");

describe.runIf(isRunOfAll)("a made-up state", () => {
  let copy: SourceCopy;
  beforeAll(async () => {
    copy = await copySources();
    const statuses = `"PENDING", "PAID", "EXPIRED", "CANCELLED"`;
    await copy.edit("server/contract/payments.ts", statuses, `${statuses}, "HELD"`);
    const checked = statuses.replaceAll(`"`, "'");
    await copy.edit("server/db/schema/payments.sql", checked, `${checked}, 'HELD'`);
    await copy.write(
      "server/db/migrations/9999_add_held.sql",
      `-- A made-up state.
alter table payments
  drop constraint payments_payment_status_check,
  add constraint payments_payment_status_check check (payment_status in (${checked}, 'HELD'));
`,
    );
    const generated = await copy.run("server/scripts/generate.ts");
    // oxlint-disable-next-line vitest/no-standalone-expect -- without it, what follows would show another fault
    expect(generated.output).toContain("plugins/n8n/nodes/Tepat/payment-statuses.gen.ts");
  });
  afterAll(() => copy.remove());

  test(
    "is reported by the compiler at every list of the states",
    async () => {
      const { files, output } = await copy.compile(".", "checkout-web", "dashboard-web");
      const named = new Set([...homes, ...Object.keys(elsewhere), ...files]);
      const lists = await readSources((text) => {
        const code = text.replaceAll(/^\s*(?:\/\/|\/?\*|--).*$/gm, "");
        return [...code.matchAll(anyStatus)].some(({ index }) => {
          const isNear = (status: string) =>
            code.slice(index, index + listCharacters).includes(status);
          return paymentStatus.options.every(isNear);
        });
      });
      expect(lists.length).toBeGreaterThan(homes.length);
      expect(
        lists.filter((file) => !named.has(file)),
        output,
      ).toEqual([]);
    },
    compileMilliseconds,
  );
});
