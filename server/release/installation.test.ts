import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../testing/free-port.ts";
import {
  createBareSystem,
  installNpm,
  missingForBareSystem,
  type BareSystem,
} from "./bare-system.ts";
import { askPort, payInvoice, readPayment } from "./first-payment.ts";
import { buildDebianPackage } from "./debian-package.ts";

/**
 * Packs this version, installs it on systems that have nothing of ours, pays an invoice, and upgrades to it from the
 * same program with a lower version, which stands for the previous release until there is one. With TEPAT_PACKED=1 it takes
 * what `npm run release` has left in artifacts/: the very files that will be published.
 */

const root = path.resolve(import.meta.dirname, "../..");
const release = path.join(root, "artifacts/release");
const gateway = path.join(root, "artifacts/gateway");
const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
  version: string;
};
const former = "0.0.9";
const npmVersion = "11.6.0";

const missing = missingForBareSystem();
const skipped = missing === null ? "" : ` (skipped: no ${missing})`;

describe.skipIf(missing !== null)(`what is released${skipped}`, () => {
  let formerFolder: string;

  beforeAll(async () => {
    const program = path.join(import.meta.dirname, "main.ts");
    if (process.env["TEPAT_PACKED"] === undefined) {
      await promisify(execFile)(process.execPath, [program, "--pack"], { maxBuffer: 2 ** 24 });
    }
    formerFolder = await mkdtemp(path.join(tmpdir(), "tepat-former-"));
    const copy = path.join(formerFolder, "gateway");
    await cp(gateway, copy, { recursive: true });
    const manifest = await readFile(path.join(copy, "package.json"), "utf8");
    const older = manifest.replace(`"version": "${version}"`, `"version": "${former}"`);
    await writeFile(path.join(copy, "package.json"), older);
    await promisify(execFile)("npm", ["pack", `--pack-destination=${formerFolder}`], { cwd: copy });
    buildDebianPackage(root, { gateway: copy, folder: formerFolder, version: former });
  });
  afterAll(() => rm(formerFolder, { recursive: true, force: true }));

  /** Puts both releases where the system finds them. */
  async function bring(
    { place }: BareSystem,
    ending: string,
  ): Promise<{ old: string; next: string }> {
    const target = path.join(place, "srv/tepat");
    await mkdir(target, { recursive: true });
    const bringFrom = async (folder: string) => {
      const isWanted = (name: string) =>
        name.endsWith(ending) && /^tepat(?:_|-gateway-)/.test(name);
      const name = (await readdir(folder)).find(isWanted) ?? "";
      await cp(path.join(folder, name), path.join(target, name));
      return `/srv/tepat/${name}`;
    };
    return { old: await bringFrom(formerFolder), next: await bringFrom(release) };
  }

  test.each(["trixie", "bookworm"])(
    "the Debian package is installed on %s, pays an invoice, is upgraded, removed and purged",
    async (suite) => {
      await using system = await createBareSystem(suite);
      const { old, next } = await bring(system, ".deb");
      const { run, place } = system;
      await run(`dpkg --install ${old}`);
      expect(await run("stat -c '%a %U' /etc/tepat /etc/tepat/tepat.env /var/lib/tepat")).toBe(
        "700 root\n600 root\n700 tepat\n",
      );
      const port = await freePort();
      await writeFile(path.join(place, "etc/tepat/all.env"), `PORT=${port}\n`);
      const settings = await readFile(path.join(place, "etc/tepat/tepat.env"), "utf8");
      expect(settings).toMatch(/^TEPAT_SECRET=[A-Za-z0-9+/]{43}=$/m);

      const unit = await readFile(
        path.join(place, "usr/lib/systemd/system/tepat@.service"),
        "utf8",
      );
      const start = serviceScript(unit, "all");
      const tepat = (words: string) => run(`PORT=${port} tepat ${words}`);
      const shop = await during(system, start, port, async () => payInvoice(askPort(port), tepat));
      const installed = () => run("dpkg-query --show --showformat='${Version}' tepat");
      expect(await installed()).toBe(former);

      const words = await run(`dpkg --install ${next}`);
      expect(words).toContain(`Unpacking tepat (${version}) over (${former})`);
      expect(await readFile(path.join(place, "etc/tepat/tepat.env"), "utf8")).toBe(settings);
      expect(await installed()).toBe(version);
      expect(await tepat("--version")).toBe(`${version}\n`);
      await tepat("migrate");
      await during(system, start, port, async () => {
        expect(await readPayment(askPort(port), shop, "INV-1")).toMatchObject({ payment_status: "PAID" });
        await payInvoice(askPort(port), tepat, shop, "INV-2");
        expect(await tepat("doctor")).toContain("database");
      });

      await run("dpkg --remove tepat");
      await expect(stat(path.join(place, "usr/lib/tepat"))).rejects.toThrow("ENOENT");
      expect(await readFile(path.join(place, "etc/tepat/tepat.env"), "utf8")).toBe(settings);
      expect(await run("dpkg --purge tepat")).toContain("keeps the database");
      expect(await readFile(path.join(place, "var/lib/tepat/tepat.env"), "utf8")).toBe(settings);
      await expect(stat(path.join(place, "etc/tepat"))).rejects.toThrow("ENOENT");

      await run(`rm -r /var/lib/tepat && dpkg --install ${next} && dpkg --purge tepat`);
      await expect(stat(path.join(place, "var/lib/tepat"))).rejects.toThrow("ENOENT");
      await expect(run("id tepat")).rejects.toThrow("no such user");
    },
  );

  test("the npm package is installed on Debian 13 with its Node.js 20, pays an invoice, and is upgraded", async () => {
    await using system = await createBareSystem("trixie", ["nodejs", "ca-certificates"]);
    await installNpm(system, npmVersion);
    const { old, next } = await bring(system, ".tgz");
    const { run } = system;
    await run("useradd --create-home shop");
    const port = await freePort();
    const asShop = (words: string) =>
      `setpriv --reuid=shop --regid=shop --init-groups env HOME=/home/shop PORT=${port} tepat ${words}`;
    const tepat = (words: string) => run(asShop(words));

    await run(`npm install --global --loglevel=error ${old}`);
    const start = asShop("start");
    const shop = await during(system, start, port, async () => payInvoice(askPort(port), tepat));
    expect(await run("ls -A /home/shop/.tepat")).toContain("postgres");

    await run(`npm install --global --loglevel=error ${next}`);
    expect(await run("npm list --global")).toContain(`@tepat/gateway@${version}`);
    await during(system, start, port, async () => {
      expect(await readPayment(askPort(port), shop, "INV-1")).toMatchObject({ payment_status: "PAID" });
      await payInvoice(askPort(port), tepat, shop, "INV-2");
      for (const page of ["/docs", "/docs/api", "/dashboard"]) {
        expect((await fetch(`http://127.0.0.1:${port}${page}`)).status, page).toBe(200);
      }
    });
  });
});

/** Runs the unit's ExecStart as its user, in its folder, with the settings that systemd would give it. */
function serviceScript(unit: string, instance: string): string {
  const valueOf = (key: string) => new RegExp(`^${key}=(.+)$`, "m").exec(unit)?.[1] ?? "";
  const files = [...unit.matchAll(/^EnvironmentFile=-?(.+)$/gm)].map(([, file = ""]) =>
    file.replace("%i", instance),
  );
  // The values of these files are plain: server/start/settings-file.test.ts is about others.
  const read = files.map((file) => `$(grep -v '^#' ${file})`).join(" ");
  return `env -C ${valueOf("WorkingDirectory")} -i PATH=/usr/bin:/bin ${valueOf("Environment")} ${read} setpriv --reuid=${valueOf("User")} --regid=${valueOf("Group")} --clear-groups --no-new-privs --bounding-set=-all -- ${valueOf("ExecStart")}`;
}

/** Keeps the gateway running for the time of the work, then ends it as systemd does. */
async function during<T>(
  system: BareSystem,
  script: string,
  port: number,
  work: () => Promise<T>,
): Promise<T> {
  const { stop } = await system.start(script);
  try {
    const ask = () => fetch(`http://127.0.0.1:${port}/readyz`);
    await expect
      .poll(() =>
        ask().then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    return await work();
  } finally {
    expect(await stop()).toBe(0);
  }
}
