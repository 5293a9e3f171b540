import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsOf } from "../testing/cli-process.ts";
import { createEmptyDatabase } from "../testing/database.ts";
import { freePort } from "../testing/free-port.ts";
import {
  createBareSystem,
  installNode,
  installNpm,
  missingForBareSystem,
  type BareSystem,
} from "./bare-system.ts";
import { bootSystem, missingForBoot } from "./booted-system.ts";
import { askPort, payInvoice, readPayment } from "./first-payment.ts";
import { parseSettings } from "../start/settings-file.ts";
import { packFormerRelease, type FormerRelease } from "./former-release.ts";
import { commandWith, readServiceUnit } from "./unit-file.ts";
import { quote, tryWay, type Way } from "./ways-in.ts";

/**
 * Packs this version, installs it on systems without any part of Tepat, pays an invoice, and upgrades from the previous
 * release. With TEPAT_PACKED=1, uses the files of `npm run release` in artifacts/, which will be published.
 */

const root = path.resolve(import.meta.dirname, "../..");
const release = path.join(root, "artifacts/release");
const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
  version: string;
};

const missing = missingForBareSystem();
const skipped = missing === null ? "" : ` (skipped: no ${missing})`;

describe.skipIf(missing !== null)(`the released files${skipped}`, () => {
  let former: FormerRelease;

  beforeAll(async () => {
    const program = path.join(import.meta.dirname, "main.ts");
    if (process.env["TEPAT_PACKED"] === undefined) {
      await promisify(execFile)(process.execPath, [program, "--pack"], { maxBuffer: 2 ** 24 });
    }
    former = await packFormerRelease(root, version);
  });

  /** Copies both releases into the system. */
  async function bring(
    { place }: { place: string },
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
    return { old: await bringFrom(former.folder), next: await bringFrom(release) };
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

      const start = await serviceScript(place, "tepat@.service", "all");
      const tepat = (words: string) => run(`PORT=${port} tepat ${words}`);
      const shop = await during(system, start, port, async () => payInvoice(askPort(port), tepat));
      const installed = () => run("dpkg-query --show --showformat='${Version}' tepat");
      expect(await installed()).toBe(former.version);

      const words = await run(`dpkg --install ${next}`);
      expect(words).toContain(`Unpacking tepat (${version}) over (${former.version})`);
      expect(await readFile(path.join(place, "etc/tepat/tepat.env"), "utf8")).toBe(settings);
      expect(await installed()).toBe(version);
      expect(await tepat("--version")).toBe(`${version}\n`);
      await tepat("migrate");
      await during(system, start, port, async () => {
        expect(await readPayment(askPort(port), shop, "INV-1")).toMatchObject({
          payment_status: "PAID",
        });
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

  const noBoot = missingForBoot();
  test.skipIf(noBoot !== null)(
    `systemd starts the units of the Debian package, keeps them running, upgrades them, and makes the backups${noBoot === null ? "" : ` (skipped: no ${noBoot})`}`,
    async () => {
      await using system = await bootSystem();
      const { old, next } = await bring(system, ".deb");
      const { run } = system;
      const ask = system.askPort(8080);
      const tepat = (words: string) => run(`tepat ${words}`);
      const isReady = async () =>
        await expect
          .poll(() =>
            ask("/readyz").then(
              ({ status }) => status,
              () => 0,
            ),
          )
          .toBe(200);
      const mainProcess = async () =>
        (await run("systemctl show --value --property=MainPID tepat@all")).trim();

      await run(`dpkg --install ${old}`);
      await run("systemctl enable --now tepat@all");
      await isReady();
      const shop = await payInvoice(ask, tepat);
      const first = await mainProcess();
      expect(
        await run(
          `stat -c %U /proc/${first}; grep -E '^(NoNewPrivs|CapBnd)' /proc/${first}/status`,
        ),
      ).toBe("tepat\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\n");
      await run(`kill -KILL ${first}`);
      await expect.poll(mainProcess).not.toBe(first);
      await isReady();

      expect(await run(`dpkg --install ${next}`)).toContain("tepat@all.service is ready");
      expect(await readPayment(ask, shop, "INV-1")).toMatchObject({ payment_status: "PAID" });
      await payInvoice(ask, tepat, shop, "INV-2");

      await run(
        "echo BACKUP_DIR=/var/backups/tepat >>/etc/tepat/tepat.env && /usr/lib/tepat/deploy/tepat-restart",
      );
      await run("systemctl start tepat-backup && systemctl start tepat-backup-trial");
      expect(await run("ls -A /var/backups/tepat")).toMatch(/status-restore/);
      await run("systemctl enable --now tepat-backup.timer tepat-backup-trial.timer");
      expect(await run("systemctl list-timers 'tepat*' --no-legend | wc -l")).toBe("2\n");

      // systemd gives a service the same values that the command line reads from the file.
      const values =
        String.raw`A=postgres://u:p&w@h/db?x=1&y=2#z
B='a b&c#d'
C="a \"b\" \\ \d"
D=a"b # no comment
E=it\'s $HOME` + "\n";
      await writeFile(path.join(system.place, "srv/values.env"), values);
      const given = await run(
        "systemd-run --quiet --pipe --wait --property=EnvironmentFile=/srv/values.env printenv A B C D E",
      );
      expect(given).toBe(`${Object.values(parseSettings(values)).join("\n")}\n`);

      await run("dpkg --purge tepat");
      expect(await run("systemctl list-units --all --no-legend 'tepat*' | wc -l")).toBe("0\n");
    },
  );

  test("the npm package is installed on Debian 13 with its Node.js 20, pays an invoice, and is upgraded", async () => {
    await using system = await createBareSystem("trixie", ["nodejs", "ca-certificates"]);
    await installNpm(system);
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
      expect(await readPayment(askPort(port), shop, "INV-1")).toMatchObject({
        payment_status: "PAID",
      });
      await payInvoice(askPort(port), tepat, shop, "INV-2");
      for (const page of ["/docs", "/docs/api", "/dashboard"]) {
        expect((await fetch(`http://127.0.0.1:${port}${page}`)).status, page).toBe(200);
      }
    });
  });

  /** The figures for RELIABILITY.md. */
  const tried: string[] = [];
  afterAll(() => {
    if (tried.length > 0)
      console.log(
        ["| Way | Debian | Answers | Paid |", "| --- | --- | --- | --- |", ...tried].join("\n"),
      );
  });

  /** Tries a way on a separate system, and prints the output that a new user reads. */
  async function record(name: string, suite: string, system: BareSystem, way: Way): Promise<void> {
    const { seconds, words } = await tryWay(system, way);
    const line = `| ${name} | ${suite} | ${seconds.untilItAnswers} s | ${seconds.untilPaid} s |`;
    console.log(`── ${line}\n${words}`);
    tried.push(line);
  }

  /** Runs a command as a user without root rights, like most people who try Tepat. */
  const asShop = (port: number, command: string) =>
    `setpriv --reuid=shop --regid=shop --init-groups env -C /home/shop HOME=/home/shop PORT=${port} sh -c ${quote(command)}`;
  const addShop = "useradd --create-home shop";

  /**
   * Creates a system with Node.js. Debian 12's Node.js is too old, so a new user takes another one,
   * with its npm, from nodejs.org.
   */
  async function systemWithNode(suite: string, packages: readonly string[]): Promise<BareSystem> {
    if (suite !== "bookworm") return createBareSystem(suite, [...packages, "nodejs", "npm"]);
    const system = await createBareSystem(suite, packages);
    await installNode(system);
    return system;
  }

  describe.each(["trixie", "bookworm"])("is tried by a stranger on %s", (suite) => {
    test("as a clone", async () => {
      await using system = await systemWithNode(suite, ["git", "ca-certificates"]);
      const bare = path.join(system.place, "srv/tepat.git");
      await promisify(execFile)("git", ["clone", "--quiet", "--bare", root, bare]);
      await system.run(`${addShop} && chown -R shop /srv/tepat.git`);
      const port = await freePort();
      await record("git clone", suite, system, {
        port,
        install: asShop(port, "git clone --quiet file:///srv/tepat.git tepat"),
        start: asShop(port, "cd tepat && npm start"),
        tepat: (words) => asShop(port, `cd tepat && npx tepat ${words}`),
        named: "npx tepat",
      });
    });

    test("by npx", async () => {
      await using system = await systemWithNode(suite, ["ca-certificates"]);
      await bring(system, ".tgz");
      await system.run(addShop);
      const port = await freePort();
      const npx = `npx --yes --package=/srv/tepat/tepat-gateway-${version}.tgz tepat`;
      await record("npx", suite, system, {
        port,
        start: asShop(port, `${npx} start`),
        tepat: (words) => asShop(port, `${npx} ${words}`),
        named: "npx @tepat/gateway",
      });
    });

    test("by the Debian package", async () => {
      await using system = await createBareSystem(suite);
      const { next } = await bring(system, ".deb");
      const port = await freePort();
      const start = "/srv/tepat/start";
      await record("Debian package", suite, system, {
        port,
        install: `apt-get install -y ${next}`,
        // Does the work of systemd.
        async prepare() {
          await writeFile(path.join(system.place, "etc/tepat/all.env"), `PORT=${port}\n`);
          const script = await serviceScript(system.place, "tepat@.service", "all");
          await writeFile(path.join(system.place, start), script);
        },
        start: `sh ${start}`,
        tepat: (words) => `PORT=${port} tepat ${words}`,
        named: "tepat",
      });
    });

    const image = path.join(release, `tepat-image-${version}.tar`);
    const noImage = !existsSync(image);
    test.skipIf(noImage)(
      `as an OCI archive${noImage ? " (skipped: npm run release -- --pack --image was not run)" : ""}`,
      async () => {
        await using system = await createBareSystem(suite, [
          "buildah",
          "ca-certificates",
          "netavark",
        ]);
        await using stack = new AsyncDisposableStack();
        const database = stack.adopt(await createEmptyDatabase(), ({ drop }) => drop());
        await cp(image, path.join(system.place, "srv/image.tar"));
        // buildah needs more files and processes than some machines allow root.
        const most = async (what: string) =>
          (await system.run(`prlimit --noheadings --output HARD --${what}`)).trim();
        const limits = [`"nofile=${await most("nofile")}"`, `"nproc=${await most("nproc")}"`];
        await mkdir(path.join(system.place, "etc/containers"), { recursive: true });
        await writeFile(
          path.join(system.place, "etc/containers/containers.conf"),
          `[containers]\ndefault_ulimits = [${limits.join(", ")}]\n`,
        );
        const port = await freePort();
        const settings = Object.entries({
          ...settingsOf(database),
          PORT: port,
          HOST: "127.0.0.1",
          PUBLIC_URL: `http://127.0.0.1:${port}`,
        });
        const env = settings.map(([key, value]) => `--env ${quote(`${key}=${value}`)}`).join(" ");
        const buildah = "buildah --storage-driver vfs";
        const run = `${buildah} run --isolation chroot ${env} tepat --`;
        await record("OCI archive", suite, system, {
          port,
          install: `${buildah} from --name tepat oci-archive:/srv/image.tar`,
          start: `${run} node --max-semi-space-size=16 server/main.mjs`,
          tepat: (words) => `${run} tepat ${words}`,
          named: "tepat",
        });
      },
    );
  });
});

/**
 * Returns a script that runs the unit's ExecStart as its user, in its folder, with systemd's settings.
 */
async function serviceScript(place: string, name: string, instance: string): Promise<string> {
  const text = await readFile(path.join(place, "usr/lib/systemd/system", name), "utf8");
  const unit = readServiceUnit(text, instance);
  const environment = { ...unit.environment };
  for (const { file, isOptional } of unit.environmentFiles) {
    const content = await readFile(path.join(place, file), "utf8").catch((cause: unknown) => {
      if (isOptional) return "";
      throw cause;
    });
    Object.assign(environment, parseSettings(content));
  }
  const settings = Object.entries(environment).map(([key, value]) => `${key}=${value}`);
  const rights = ["--clear-groups", "--no-new-privs", "--bounding-set=-all"];
  const inPlace = ["env", "-i", "-C", unit.workingDirectory, "PATH=/usr/bin:/bin", ...settings];
  const asUser = ["setpriv", `--reuid=${unit.user}`, `--regid=${unit.group}`, ...rights, "--"];
  const words = [...inPlace, ...asUser, ...commandWith(unit.command, environment)];
  return words.map((word) => quote(word)).join(" ");
}

/** Runs the gateway during the work, then ends it as systemd does. */
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
