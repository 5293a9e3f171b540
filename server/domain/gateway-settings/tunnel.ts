import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { limits } from "../../contract/limits.ts";
import { asSql } from "../../db/client.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectSettingToChange, updateSetting } from "./gateway-settings.sql.ts";
import {
  openSetting,
  sealSetting,
  type SavedPublicAddress,
  type SettingsInForce,
} from "./settings-in-force.ts";
import type { TunnelProgram } from "./tunnel-program.ts";

/**
 * A Cloudflare Tunnel that the gateway runs itself, if its owner asks for one. The program and its arguments are fixed:
 * nothing from a request reaches the command line. The program prints the address, which differs after each start.
 */

/** The program's environment variables, without the gateway's settings and secrets. */
const passedVariables = ["PATH", "HOME", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR"];

/** An owner's own configuration of the program would send this tunnel's visitors elsewhere. */
const fixedArguments = ["tunnel", "--config", "/dev/null", "--no-autoupdate", "--url"];

/** The program also names api.trycloudflare.com, with a path, if it gets no address. */
const addressInOutput = /https:\/\/(?!api\.)[a-z0-9-]{1,63}\.trycloudflare\.com(?=[\s|])/;

interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

interface TunnelParts {
  program: TunnelProgram;
  /** Starts a listener for the tunnel alone, because only the tunnel's requests name their clients truthfully. */
  listen(): Promise<Listening>;
  log: { info(message: string): void; warn(details: object, message: string): void };
  /** The time before the first restart. It doubles with each further one. */
  restartMilliseconds?: number;
  addressMilliseconds?: number;
}

/** Runs the tunnel for as long as the saved public address asks for one. */
export function followTunnel(
  gateway: Pick<Gateway, "sql" | "secrets">,
  settings: SettingsInForce,
  parts: TunnelParts,
): { close(): Promise<void> } {
  let run: Run | null = null;
  const ending = new Set<Promise<void>>();
  let saving = Promise.resolve();

  function adapt(): void {
    const wish = settings.atStart.public_address
      ? undefined
      : settings.saved.public_address?.tunnel;
    if (run?.wish === wish) return;
    end();
    settings.tunnel = wish === undefined ? "off" : "starting";
    if (wish !== undefined) begin(wish);
  }

  function begin(wish: string): void {
    const save = (url: string | null) => {
      saving = saving
        .then(() => saveTunnelAddress(gateway, settings, { wish, url }))
        .catch((err: unknown) => parts.log.warn({ err }, "the tunnel's address is not saved"));
    };
    // The address of an earlier start leads nowhere.
    if (settings.saved.public_address?.url) save(null);
    run = startRun(wish, parts, (state, url) => {
      if (run?.wish !== wish) return;
      settings.tunnel = state;
      save(url);
    });
  }

  function end(): void {
    if (run === null) return;
    const ended = run.end().finally(() => ending.delete(ended));
    ending.add(ended);
    run = null;
  }

  settings.tunnel = "off";
  const unfollow = settings.follow(async () => adapt());
  adapt();
  return {
    async close() {
      unfollow();
      end();
      await Promise.all(ending);
      await saving;
    },
  };
}

interface Run {
  readonly wish: string;
  end(): Promise<void>;
}

type Told = (state: Exclude<SettingsInForce["tunnel"], null>, url: string | null) => void;

function startRun(wish: string, parts: TunnelParts, tell: Told): Run {
  const { restartMilliseconds = 1_000, log } = parts;
  const stop = new AbortController();
  const { signal } = stop;

  async function work(): Promise<void> {
    const listener = await parts.listen();
    try {
      if (parts.program.find() === null) {
        tell("downloading", null);
        await parts.program.download(signal);
      }
      let failures = 0;
      while (!signal.aborted && failures <= limits.tunnelRestarts) {
        if (failures > 0) {
          await wait(restartMilliseconds * 2 ** (failures - 1), undefined, { signal });
        }
        tell("starting", null);
        const begun = performance.now();
        const hadAddress = await runOnce(listener.port, signal, parts, (url) => {
          log.info(`the tunnel's address is ${url}`);
          tell("on", url);
        });
        const wasSteady =
          hadAddress && performance.now() - begun > limits.tunnelSteadySeconds * 1_000;
        failures = wasSteady ? 1 : failures + 1;
      }
      if (!signal.aborted) tell("failed", null);
    } finally {
      await listener.close();
    }
  }

  const worked = work().catch((err: unknown) => {
    if (signal.aborted) return;
    log.warn({ err }, "the tunnel cannot run");
    tell("failed", null);
  });
  return {
    wish,
    end() {
      stop.abort();
      return worked;
    },
  };
}

/** Runs the program until it ends, and returns whether the program printed an address. */
async function runOnce(
  port: number,
  signal: AbortSignal,
  { program, log, addressMilliseconds = limits.tunnelAddressSeconds * 1_000 }: TunnelParts,
  onAddress: (url: string) => void,
): Promise<boolean> {
  const file = program.find();
  if (file === null) return false;
  const env = Object.fromEntries(passedVariables.map((name) => [name, process.env[name]]));
  const child = spawn(file, [...fixedArguments, `http://127.0.0.1:${port}`], {
    cwd: "/",
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => void child.kill("SIGKILL");
  let hasAddress = false;
  let tail = "";
  const late = setTimeout(kill, addressMilliseconds);
  const read = (piece: Buffer) => {
    if (hasAddress) return;
    tail = (tail + piece.toString("latin1")).slice(-limits.tunnelOutputCharacters);
    const [url] = addressInOutput.exec(tail) ?? [];
    if (url === undefined) return;
    hasAddress = true;
    clearTimeout(late);
    onAddress(url);
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  child.on("error", (err) => log.warn({ err }, "the tunnel's program does not run"));
  const stop = () => endGently(child);
  signal.addEventListener("abort", stop);
  process.once("exit", kill);
  if (signal.aborted) stop();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  child.once("close", resolve);
  await closed;
  clearTimeout(late);
  signal.removeEventListener("abort", stop);
  process.off("exit", kill);
  if (!signal.aborted) log.warn({ code: child.exitCode }, "the tunnel's program ended");
  return hasAddress;
}

function endGently(child: ChildProcess): void {
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), limits.tunnelStopSeconds * 1_000);
  child.once("close", () => clearTimeout(late));
}

/** Saves the address of the tunnel's current run, unless the owner has changed the setting meanwhile. */
async function saveTunnelAddress(
  { sql, secrets }: Pick<Gateway, "sql" | "secrets">,
  settings: SettingsInForce,
  { wish, url }: { wish: string; url: string | null },
): Promise<void> {
  const isChanged = await sql.begin(async (tx) => {
    const transaction = asSql(tx);
    const sealed_value = await selectSettingToChange(transaction, "public_address");
    if (!sealed_value) return false;
    const setting = { setting_name: "public_address", sealed_value } as const;
    const kept = openSetting(secrets, setting) as SavedPublicAddress | null;
    if (kept?.tunnel !== wish || kept.url === url) return false;
    const chosen = { url, tunnel: wish, former_url: kept.url ?? kept.former_url ?? null };
    await updateSetting(transaction, {
      setting_name: "public_address",
      sealed_value: sealSetting(secrets, "public_address", chosen),
    });
    return true;
  });
  if (isChanged) await settings.changed();
}
