import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Reachable } from "../chaos/supervisor.ts";
import { freePort } from "../testing/free-port.ts";
import type { Machine } from "./machines.ts";
import { programOf } from "./packages.ts";

/**
 * HAProxy with the original deploy/haproxy.cfg, in front of the gateways and of the database's leader.
 */
export interface Balancer extends Reachable {
  /** The `host:port` that leads to the leader. */
  readonly database: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /**
   * Runs work that kills the process. Requests without a response during this work are not counted as
   * errors.
   */
  excuse(work: () => Promise<void>): Promise<void>;
}

const configuration = path.join(import.meta.dirname, "../../deploy/haproxy.cfg");
const pollMilliseconds = 50;
const startTries = 200;

export async function prepareBalancer(
  machines: readonly Machine[],
  gatewayPorts: readonly number[],
): Promise<Balancer> {
  const [databasePort, publicPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${publicPort}`;
  const environment = {
    TEPAT_DATABASE_BIND: `127.0.0.1:${databasePort}`,
    TEPAT_PUBLIC_BIND: `127.0.0.1:${publicPort}`,
    ...numbered(
      "TEPAT_DB",
      machines.map(({ address }) => address),
    ),
    ...numbered(
      "TEPAT_GATEWAY",
      gatewayPorts.map((port) => `127.0.0.1:${port}`),
    ),
  };
  let child: ChildProcess | undefined;
  let generation = 0;
  let isUp = false;
  let isExcused = false;
  return {
    name: "the balancer",
    url,
    database: `127.0.0.1:${databasePort}`,
    answersRequests: true,
    get generation() {
      return isExcused ? ++generation : generation;
    },
    get isUp() {
      return isUp;
    },
    async start() {
      child = spawn(programOf("haproxy"), ["-db", "-q", "-f", configuration], {
        env: environment,
        stdio: ["ignore", "ignore", "inherit"],
      });
      for (let tries = 0; tries < startTries; tries++) {
        if (await answers(url)) {
          isUp = true;
          return;
        }
        if (child.exitCode !== null) break;
        await wait(pollMilliseconds);
      }
      throw new Error("HAProxy did not start.");
    },
    async kill() {
      isUp = false;
      generation += 1;
      if (!child || child.exitCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
    async excuse(work) {
      isExcused = true;
      await work();
      isExcused = false;
      generation += 1;
    },
  };
}

const numbered = (name: string, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value, index) => [`${name}_${index + 1}`, value]));

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.body?.cancel();
      return true;
    },
    () => false,
  );
