import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { connect, type Sql } from "../db/client.ts";
import { familyOf, signal, type Machine, type Machines, type Program } from "./machines.ts";
import { postgresPrograms, programOf } from "./packages.ts";

/**
 * Three machines, each with etcd, Patroni and PostgreSQL. Patroni uses the original deploy/patroni.yml.
 */

/** A machine of the cluster with its programs. */
export interface Node extends Machine {
  etcd: Program;
  patroni: Program;
  startEtcd(): void;
  startPatroni(): void;
  /**
   * Returns the process id of PostgreSQL's first process, or undefined if PostgreSQL was not started
   * or has ended normally.
   */
  postmaster(): Promise<number | undefined>;
  killPostgres(): Promise<void>;
  /**
   * Freezes PostgreSQL and Patroni, and returns a function that continues them. etcd keeps running: when it was
   * frozen too, there were once two leaders. The probable cause is etcd's issue 15247, fixed in 3.4.28 and 3.5.11:
   * an etcd that continues revokes the leases of others.
   */
  freeze(): Promise<() => void>;
}

export interface DatabaseCluster {
  nodes: readonly Node[];
  /** The address that names all hosts. */
  url: string;
  /** Returns an address with one `host:port`, which leads to the leader. */
  urlThrough(host: string): string;
  /** Waits for a node other than `not` that has the leader's key, and returns it. */
  leader(not?: Node): Promise<Node>;
  replicas(): Promise<Node[]>;
  /** Runs work on this node as PostgreSQL's administrator. */
  administer<Result>(
    node: Node,
    work: (sql: Sql) => PromiseLike<Result>,
    database?: "postgres" | "tepat",
  ): Promise<Result>;
  /**
   * Waits until the cluster has been whole for longer than Patroni's `loop_wait`: there is one leader, both
   * replicas follow it, one of them confirms its commits, and every etcd has caught up.
   */
  isWhole(): Promise<void>;
  switchOver(): Promise<void>;
}

const passwords = { superuser: "superuser-of-a-test", replication: "replication-of-a-test" };
const tepat = { user: "tepat", password: "tepat-of-a-test" };
const ports = { client: 2379, peer: 2380, patroni: 8008, postgres: 5432 };
const wholeMilliseconds = 180_000;
/**
 * The time for which the cluster must stay whole. After an outage of etcd, Patroni's next checks
 * change which nodes can become the leader.
 */
const steadyMilliseconds = 5_000;
const pollMilliseconds = 100;
const askMilliseconds = 1_000;

export async function startDatabaseCluster(machines: Machines): Promise<DatabaseCluster> {
  const nodes = await Promise.all(machines.all.map((machine) => prepareNode(machine, machines)));
  for (const node of nodes) node.startEtcd();
  for (const node of nodes) node.startPatroni();

  const hosts = nodes.map(({ address }) => `${address}:${ports.postgres}`).join(",");
  const urlThrough = (host: string) => `postgres://${tepat.user}:${tepat.password}@${host}/tepat`;
  const url = urlThrough(hosts);

  const cluster: DatabaseCluster = {
    nodes,
    url,
    urlThrough,
    async leader(not) {
      const giveUpAt = Date.now() + wholeMilliseconds;
      while (Date.now() < giveUpAt) {
        const answers = await Promise.all(nodes.map(isLeader));
        const found = nodes.find((node, index) => answers[index] && node !== not);
        if (found) return found;
        await wait(pollMilliseconds);
      }
      throw new Error("The cluster has had no leader for three minutes.");
    },
    async replicas() {
      const leader = await cluster.leader();
      return nodes.filter((node) => node !== leader);
    },
    async administer({ address }, work, database = "postgres") {
      const of = `postgres://postgres:${passwords.superuser}@${address}:${ports.postgres}/${database}`;
      const administrator = connect(of, { connections: 1 });
      try {
        return await work(administrator);
      } finally {
        await administrator.end({ timeout: 1 });
      }
    },
    async isWhole() {
      const giveUpAt = Date.now() + wholeMilliseconds;
      let last: unknown;
      let wholeSince = Infinity;
      while (Date.now() < giveUpAt) {
        const found = await cluster
          .leader()
          .then(
            async (leader) =>
              (await hasSynchronousReplica(leader)) &&
              (await cluster.administer(leader, isFollowedByBoth)) &&
              (await areInStep(nodes)),
          )
          .catch((error: unknown) => error);
        const now = Date.now();
        wholeSince = found === true ? Math.min(wholeSince, now) : Infinity;
        if (now - wholeSince >= steadyMilliseconds) return;
        last = found;
        await wait(pollMilliseconds);
      }
      const logs = await Promise.all(nodes.map((node) => lastWordsOf(node, machines.folder)));
      throw new Error(`The cluster did not become whole: ${String(last)}\n${logs.join("\n")}`);
    },
    async switchOver() {
      const leader = await cluster.leader();
      const { stdout } = await promisify(execFile)(programOf("patronictl"), [
        "-c",
        settingsOf(leader),
        "switchover",
        "--master",
        leader.name,
        "--force",
      ]);
      // patronictl exits with 0 even after a refusal.
      if (!stdout.includes("Successfully switched over")) throw new Error(stdout);
    },
  };
  const first = await cluster.leader();
  await cluster.isWhole();
  await cluster.administer(first, makeDatabase);
  // A replica that does not have the database yet would refuse the first connection.
  await Promise.all(nodes.map((node) => untilItHasDatabase(cluster, node)));
  return cluster;
}

const charactersShown = 4_000;

/** Returns the end of the output of Patroni and its PostgreSQL. */
async function lastWordsOf({ name }: Node, folder: string): Promise<string> {
  const text = await readFile(path.join(folder, `${name}-patroni.log`), "utf8");
  return `${name}:\n${text.slice(-charactersShown)}`;
}

async function untilItHasDatabase({ administer }: DatabaseCluster, node: Node): Promise<void> {
  const isThere = () =>
    administer(node, (sql) => sql`select 1`, "tepat").then(
      () => true,
      () => false,
    );
  while (!(await isThere())) await wait(pollMilliseconds);
}

async function isFollowedByBoth(sql: Sql): Promise<boolean> {
  const rows = await sql<{ sync_state: string }[]>`
    select sync_state from pg_stat_replication where state = 'streaming'
  `;
  return rows.length === 2 && rows.some(({ sync_state }) => sync_state === "sync");
}

/**
 * Returns whether a replica can become the leader. Patroni records that in etcd slightly after PostgreSQL
 * has begun to wait for the replica.
 */
async function hasSynchronousReplica(leader: Node): Promise<boolean> {
  const response = await fetch(`http://${leader.address}:${ports.patroni}/cluster`, {
    signal: AbortSignal.timeout(askMilliseconds),
  });
  const { members } = (await response.json()) as { members: { role: string }[] };
  return members.some(({ role }) => role === "sync_standby");
}

const entriesBehindMax = 10;

/**
 * Returns whether all etcd are at the same position. An etcd that was down and has not caught up returns old data.
 * The older API shows its position.
 */
async function areInStep(nodes: readonly Node[]): Promise<boolean> {
  const positions = await Promise.all(
    nodes.map(async ({ address }) => {
      const response = await fetch(`http://${address}:${ports.client}/v2/keys/`, {
        signal: AbortSignal.timeout(askMilliseconds),
      });
      await response.body?.cancel();
      return Number(response.headers.get("x-raft-index"));
    }),
  );
  return Math.max(...positions) - Math.min(...positions) <= entriesBehindMax;
}

/** Creates the database as docs/scaling.md instructs the operator. */
async function makeDatabase(sql: Sql): Promise<void> {
  await sql.unsafe(`create role ${tepat.user} login password '${tepat.password}'`);
  await sql.unsafe(`grant pg_monitor to ${tepat.user}`);
  await sql.unsafe(`create database tepat owner ${tepat.user}`);
}

const settingsOf = (node: Machine): string => path.join(node.folder, "patroni");
const dataOf = (node: Machine): string => path.join(node.folder, "data");

async function prepareNode(machine: Machine, { all, folder }: Machines): Promise<Node> {
  const { address, name } = machine;
  const settings = settingsOf(machine);
  await mkdir(settings, { recursive: true });
  const deploy = path.join(import.meta.dirname, "../../deploy/patroni.yml");
  await copyFile(deploy, path.join(settings, "1-cluster.yml"));
  // JSON is valid YAML.
  await writeFile(
    path.join(settings, "2-node.yml"),
    JSON.stringify({
      name,
      restapi: {
        listen: `${address}:${ports.patroni}`,
        connect_address: `${address}:${ports.patroni}`,
      },
      // Do not use etcd3: with it, Patroni 3.0.2 lets a previous leader overwrite the key of the new one (its pull
      // request 2689).
      etcd: { hosts: all.map((other) => `${other.address}:${ports.client}`) },
      postgresql: {
        listen: `${address}:${ports.postgres}`,
        connect_address: `${address}:${ports.postgres}`,
        data_dir: dataOf(machine),
        bin_dir: postgresPrograms(),
        pgpass: path.join(machine.folder, "pgpass"),
        authentication: {
          superuser: { username: "postgres", password: passwords.superuser },
          replication: { username: "replicator", password: passwords.replication },
        },
        // All three machines would create the socket in the same folder.
        parameters: { unix_socket_directories: "" },
      },
    }),
  );
  const peer = (of: Machine) => `http://${of.address}:${ports.peer}`;
  const client = (of: Machine) => `http://${of.address}:${ports.client}`;
  const node: Node = Object.assign(
    { ...machine },
    {
      etcd: undefined as unknown as Program,
      patroni: undefined as unknown as Program,
      startEtcd() {
        const settings = {
          name,
          "data-dir": path.join(machine.folder, "etcd"),
          "listen-peer-urls": peer(machine),
          "initial-advertise-peer-urls": peer(machine),
          "listen-client-urls": client(machine),
          "advertise-client-urls": client(machine),
          "initial-cluster": all.map((of) => `${of.name}=${peer(of)}`).join(","),
          "initial-cluster-token": path.basename(folder),
          "enable-v2": "true",
        };
        const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}=${value}`]);
        node.etcd = machine.start(programOf("etcd"), args);
      },
      startPatroni() {
        node.patroni = machine.start(programOf("patroni"), [`${settings}/`]);
      },
      async postmaster() {
        const [line] = await readFile(path.join(dataOf(machine), "postmaster.pid"), "utf8").then(
          (text) => text.split("\n"),
          () => [],
        );
        return line === undefined ? undefined : Number(line);
      },
      async killPostgres() {
        const pid = await node.postmaster();
        if (pid !== undefined) signal(pid, "SIGKILL");
      },
      async freeze() {
        const postmaster = await node.postmaster();
        const firsts = [node.patroni.pid, ...(postmaster ? [postmaster] : [])];
        const pids = firsts.flatMap(familyOf);
        pids.forEach((pid) => signal(pid, "SIGSTOP"));
        return () => pids.forEach((pid) => signal(pid, "SIGCONT"));
      },
    },
  );
  return node;
}

async function isLeader({ address }: Node): Promise<boolean> {
  return fetch(`http://${address}:${ports.patroni}/primary`, {
    signal: AbortSignal.timeout(askMilliseconds),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}
