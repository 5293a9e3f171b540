import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { setTimeout as wait } from "node:timers/promises";
import {
  readCompose,
  withVariables,
  type ComposeFile,
  type ComposeService,
} from "../testing/compose-file.ts";
import {
  addressIn,
  createNetworks,
  type Container,
  type ContainerNetworks,
  type ContainerSettings,
} from "./containers.ts";

/**
 * Runs compose.yaml on a machine without Docker, service by service, in the order of depends_on: image, command,
 * environment, user, read-only root, capabilities, volumes, networks, health. Limits of processors, memory and
 * processes are not applied, published ports are reached without the host, and no service is restarted.
 */

export interface Image {
  /** The folder that becomes the root of the image's containers. */
  root: string;
  /** The words before every command. */
  entrypoint: readonly string[];
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  workingDirectory: string;
  user: string;
  /** The signal with which Docker stops the image, if it is not SIGTERM. */
  stopSignal?: NodeJS.Signals;
}

export interface Running extends AsyncDisposable {
  readonly containers: ReadonlyMap<string, readonly Container[]>;
  readonly networks: ContainerNetworks;
  addressOf(service: string, network: string): string;
  /** Runs `docker compose run --rm SERVICE COMMAND…`. */
  run(service: string, command: readonly string[]): Promise<{ code: number; output: string }>;
  /** Runs `docker compose down`: services that need others end first. Returns each container's exit code. */
  down(): Promise<[name: string, code: number][]>;
  /** Returns a container's output. */
  logOf(name: string): string;
}

interface Project {
  /** The folder of compose.yaml and .env. */
  folder: string;
  /** The folder of volumes and logs. */
  place: string;
  /** The images by name, without tags. */
  images: Readonly<Record<string, Image>>;
}

export async function upCompose({ folder, place, images }: Project): Promise<Running> {
  const compose = readCompose(readFileSync(path.join(folder, "compose.yaml"), "utf8"));
  const env = parseEnv(readFileSync(path.join(folder, ".env"), "utf8"));
  const names = Object.keys(compose.networks);
  const networks = createNetworks(names);
  const replicas = replicasOf(compose);
  const hostOf = new Map(replicas.map(({ name }, index) => [name, index + 1]));
  const containers = new Map<string, Container[]>();
  let extra = 0;

  const imageOf = ({ image }: ComposeService): Image => {
    const [name = ""] = image.split(/[:@]/);
    const found = images[name];
    if (!found) throw new Error(`There is no image ${image}`);
    return found;
  };
  /**
   * Returns the hosts for a service. As in Docker, they are the services of the same networks, each
   * with all its replicas.
   */
  const hostsFor = ({ networks: own }: ComposeService): string => {
    const lines = replicas.flatMap(({ name, service }) =>
      (compose.services[service]?.networks ?? [])
        .filter((network) => own.includes(network))
        .map((network) => `${addressIn(names, network, hostOf.get(name) ?? 0)} ${service}\n`),
    );
    return `127.0.0.1 localhost\n${lines.join("")}`;
  };
  const settingsOf = (name: string, service: ComposeService, host: number): ContainerSettings => {
    const image = imageOf(service);
    const own =
      service.env_file === undefined
        ? {}
        : parseEnv(readFileSync(path.join(folder, service.env_file), "utf8"));
    const named = Object.entries(service.environment ?? {}).map(([key, value]) => [
      key,
      withVariables(value, env),
    ]);
    const user = service.user ?? image.user;
    return {
      name,
      root: image.root,
      command: [...image.entrypoint, ...(service.command ?? image.command)],
      environment: { ...image.environment, ...own, ...Object.fromEntries(named) } as Record<
        string,
        string
      >,
      workingDirectory: image.workingDirectory,
      user,
      isReadOnly: service.read_only ?? false,
      capabilities: service.cap_drop
        ? (service.cap_add ?? []).map((each) => each.toLowerCase())
        : "all",
      mayGainPrivileges: service.security_opt === undefined,
      hasInit: service.init ?? false,
      openFiles: service.ulimits?.nofile,
      mounts: (service.volumes ?? []).map((volume) => {
        const [from = "", to = "", mode] = volume.split(":");
        const source = from.startsWith("./")
          ? path.join(folder, from)
          : namedVolume(path.join(place, "volumes", from), path.join(image.root, to));
        return { from: source, to, isReadOnly: mode === "ro" };
      }),
      temporary: service.tmpfs === undefined ? [] : [service.tmpfs],
      sharedMemory: service.shm_size ?? "64M",
      addresses: Object.fromEntries(
        service.networks.map((network) => [network, addressIn(names, network, host)]),
      ),
      hosts: hostsFor(service),
      log: path.join(place, `${name}.log`),
    };
  };
  const logOf = (name: string) => readFileSync(path.join(place, `${name}.log`), "utf8");
  const failed = (container: Container, reason: string) =>
    new Error(`${container.name} ${reason}:\n${logOf(container.name)}`);

  const needed = async (name: string, condition: string): Promise<void> => {
    for (const container of containers.get(name) ?? []) {
      if (condition === "service_completed_successfully") {
        if ((await container.ended) !== 0) throw failed(container, "did not succeed");
      } else {
        const service = compose.services[name] as ComposeService;
        await healthy(container, service, failed);
      }
    }
  };
  const down = async (): Promise<[string, number][]> => {
    const codes: [string, number][] = [];
    for (const [name, started] of [...containers].toReversed()) {
      const service = compose.services[name] as ComposeService;
      const grace = secondsOf(service.stop_grace_period ?? "10s") * 1000;
      const signal = imageOf(service).stopSignal ?? "SIGTERM";
      for (const container of started) {
        codes.push([container.name, await container.stop(signal, grace)]);
      }
    }
    return codes;
  };
  const stopAll = async () => {
    try {
      await down();
    } finally {
      networks[Symbol.dispose]();
    }
  };

  try {
    for (const name of startingOrder(compose)) {
      const service = compose.services[name] as ComposeService;
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        await needed(other, condition);
      }
      const started: Container[] = [];
      containers.set(name, started);
      for (const replica of replicas.filter((each) => each.service === name)) {
        const host = hostOf.get(replica.name) ?? 0;
        started.push(await networks.start(settingsOf(replica.name, service, host)));
      }
    }
    // `up --wait` waits for all services with a health check.
    for (const [name, started] of containers) {
      const service = compose.services[name] as ComposeService;
      for (const container of started) await healthy(container, service, failed);
    }
  } catch (cause) {
    await stopAll();
    throw cause;
  }
  return {
    containers,
    networks,
    addressOf: (name, network) => addressIn(names, network, hostOf.get(`${name}-1`) ?? 0),
    async run(name, command) {
      extra += 1;
      const service = { ...(compose.services[name] as ComposeService), command: [...command] };
      const settings = settingsOf(`${name}-run-${extra}`, service, replicas.length + extra);
      const container = await networks.start(settings);
      return { code: await container.ended, output: logOf(container.name) };
    },
    down,
    logOf,
    [Symbol.asyncDispose]: stopAll,
  };
}

/**
 * Waits as Docker does: until the check succeeds, for the time in which the check is allowed to
 * fail.
 */
async function healthy(
  container: Container,
  { healthcheck }: ComposeService,
  failed: (container: Container, reason: string) => Error,
): Promise<void> {
  if (healthcheck === undefined || "disable" in healthcheck) return;
  const { test, start_period = "0s", retries, interval } = healthcheck;
  const seconds = secondsOf(start_period) + retries * secondsOf(interval);
  const end = Date.now() + seconds * 1000 * patience;
  while ((await container.exec(test.slice(1))).code !== 0) {
    if (!container.isRunning()) throw failed(container, "ended");
    if (Date.now() > end) throw failed(container, "is not well");
    await wait(500);
  }
}

/** A factor for waits, because a busy machine takes longer. */
const patience = 4;

const secondsOf = (text: string): number => Number.parseInt(text) * (text.endsWith("m") ? 60 : 1);

function replicasOf({ services }: ComposeFile): { name: string; service: string }[] {
  return Object.entries(services).flatMap(([service, { deploy }]) =>
    Array.from({ length: deploy?.replicas ?? 1 }, (_, index) => ({
      name: `${service}-${index + 1}`,
      service,
    })),
  );
}

/** Returns the services in an order in which each comes after those that it needs. */
function startingOrder({ services }: ComposeFile): string[] {
  const order: string[] = [];
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) throw new Error([...above, name].join(" needs "));
    if (order.includes(name)) return;
    for (const other of Object.keys(services[name]?.depends_on ?? {}))
      visit(other, [...above, name]);
    order.push(name);
  };
  for (const name of Object.keys(services)) visit(name, []);
  return order;
}

/**
 * Returns a volume's folder. A new volume begins with the image's contents at its place, including
 * owners.
 */
function namedVolume(volume: string, inImage: string): string {
  if (existsSync(volume)) return volume;
  mkdirSync(path.dirname(volume), { recursive: true });
  if (existsSync(inImage)) execFileSync("cp", ["-a", inImage, volume]);
  else mkdirSync(volume);
  return volume;
}
