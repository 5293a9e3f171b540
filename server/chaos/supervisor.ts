import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../testing/free-port.ts";
import { startServerProcess, type ServerProcess } from "../testing/server-process.ts";

/** A server from its clients' point of view. */
export interface Reachable {
  readonly name: string;
  readonly url: string;
  readonly answersRequests: boolean;
  /** Changes whenever the test ends the process. An earlier request might get no response. */
  readonly generation: number;
  /** Whether the server must respond: the test has neither killed nor stopped it. */
  readonly isUp: boolean;
}

/** A server that is restarted whenever it ends, as by systemd or an orchestrator. */
export interface Supervised extends Reachable {
  kill(): Promise<void>;
  /** Sends SIGTERM. Returns the exit code and the time until the end. */
  terminate(): Promise<{ code: number | null; milliseconds: number }>;
  /** The times when the process ended unexpectedly, with the end of its output. */
  readonly surprises: readonly string[];
  /** Stops the server without a restart. */
  stop(): Promise<void>;
}

const restartMilliseconds = 200;
const outputShown = 2_000;

export async function supervise(
  role: "all" | "api" | "jobs",
  settings: Readonly<Record<string, string>>,
): Promise<Supervised> {
  const port = Number(settings["PORT"] ?? (await freePort()));
  const surprises: string[] = [];
  let server: ServerProcess | undefined;
  let generation = 0;
  const retired = new AbortController();
  let expectedEnd: ServerProcess | undefined;
  // The first start must succeed, because there is no fault yet.
  let starting = start();

  async function start(): Promise<void> {
    const begun = await startServerProcess({ ...settings, ROLE: role, PORT: String(port) });
    server = begun;
    void begun.exited.then((code) => afterEnd(begun, code));
  }

  async function startAgain(): Promise<void> {
    while (!retired.signal.aborted) {
      try {
        return await start();
      } catch {
        // The database is down, so try again, as a supervisor would.
        await wait(restartMilliseconds);
      }
    }
  }

  async function afterEnd(ended: ServerProcess, code: number | null): Promise<void> {
    if (ended !== expectedEnd) {
      surprises.push(`${role} ended with ${code}:\n${ended.output().slice(-outputShown)}`);
    }
    server = undefined;
    generation += 1;
    await wait(restartMilliseconds);
    starting = startAgain();
  }

  async function end(how: (running: ServerProcess) => Promise<unknown>): Promise<void> {
    await starting;
    if (!server) return;
    expectedEnd = server;
    generation += 1;
    await how(server);
  }

  await starting;
  return {
    name: role,
    url: `http://127.0.0.1:${port}`,
    answersRequests: role !== "jobs",
    surprises,
    get generation() {
      return generation;
    },
    get isUp() {
      return server !== undefined && server !== expectedEnd;
    },
    kill: () => end((running) => running.kill()),
    async terminate() {
      let code: number | null = null;
      await starting;
      const startedAt = performance.now();
      await end(async (running) => (code = await running.terminate()));
      return { code, milliseconds: performance.now() - startedAt };
    },
    async stop() {
      retired.abort();
      await end((running) => running.terminate());
    },
  };
}
