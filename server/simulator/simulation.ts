import { connect, type Sql } from "../db/client.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import type { Action, Moment } from "./action.ts";
import { expire } from "./actions/payment.ts";
import { answer, lease } from "./actions/webhook.ts";
import { chanceOfStep, type Chance } from "./chance.ts";
import { compare, compareAtEnd } from "./comparison.ts";
import { expectSame, Mismatch, shopAt, type Model } from "./model.ts";
import { answerOf } from "./receivers.ts";
import { restOfMails, wantStatement } from "./source-actions.ts";
import { anyActor, anyFocus, competitors } from "./random-actions.ts";
import { createWorld, startProcess, type World } from "./world.ts";

/**
 * Merchants, customers, Workers, receivers, operators and jobs act on the real domain code and a real database. The
 * simulation sets the clock and the randomness. After each action, a model decides whether the outcome is possible.
 */

export interface SimulationOptions {
  /** The address of an empty, migrated database. */
  url: string;
  seed: number;
  steps: number;
}

export interface SimulationReport {
  seed: number;
  steps: number;
  seconds: number;
  simulated_days: number;
  actions: Record<string, number>;
  /** The number of times that each refusal and status was returned, outside of races. */
  outcomes: Record<string, number>;
  payments: Record<string, number>;
  mutations: number;
  deliveries: Record<string, number>;
}

const processes = 3;
const compareEverySteps = 50;
const remembered = 30;

export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const began = performance.now();
  const clients = Array.from({ length: processes }, () =>
    connect(options.url, { connections: 4, statementMilliseconds: 20_000 }),
  );
  try {
    const world = await createWorld(clients);
    const run = createRun(world, clients);
    const began_at = world.at;
    await run.all(options);
    return {
      seed: options.seed,
      steps: options.steps,
      seconds: Math.round((performance.now() - began) / 100) / 10,
      simulated_days: Math.round((world.at - began_at) / 86_400_000),
      actions: run.counts,
      outcomes: run.outcomes,
      ...figures(world.model),
    };
  } finally {
    await Promise.all(clients.map((sql) => sql.end({ timeout: 1 })));
  }
}

function createRun(world: World, clients: readonly Sql[]) {
  const counts: Record<string, number> = {};
  const outcomes: Record<string, number> = {};
  const history: string[] = [];
  const [sql] = clients as [Sql];

  function note(step: number, kind: string, details: unknown): void {
    counts[kind] = (counts[kind] ?? 0) + 1;
    const line = `${step} ${new Date(world.at).toISOString()} ${kind} ${JSON.stringify(details)}`;
    history.push(line.slice(0, 600));
    if (history.length > remembered) history.shift();
  }

  /** Counts the outcomes, to show whether each kind was tried often enough. */
  function noteOutcome(kind: string, outcome: unknown): void {
    for (const one of Array.isArray(outcome) ? outcome : [outcome]) {
      if (typeof one !== "string") continue;
      outcomes[`${kind}: ${one}`] = (outcomes[`${kind}: ${one}`] ?? 0) + 1;
    }
  }

  async function act(step: number, action: Action, process: number): Promise<void> {
    note(step, action.kind, action.details);
    const outcome = await action.perform(gatewayOf(process));
    noteOutcome(action.kind, outcome);
    action.follow(world.model, outcome, { at: world.at, isAlone: true });
  }

  const gatewayOf = (process: number) => {
    const gateway = world.gateways[process % processes];
    if (!gateway) throw new Error("a process is missing");
    return gateway;
  };

  async function race(step: number, actions: readonly Action[]): Promise<void> {
    for (const { kind, details } of actions) note(step, `${kind}, in a race`, details);
    const runs = await Promise.all(
      actions.map(async (action, index) => ({
        action,
        outcome: await action.perform(gatewayOf(index)),
      })),
    );
    world.model = await explain(sql, world.model, { runs, at: world.at });
  }

  /**
   * Crashes a process. Its attempts never get a response. Its deliveries are leased again when their
   * leases have expired.
   */
  function crash(step: number, process: number): void {
    const owner = gatewayOf(process);
    const lost = world.openAttempts.filter((attempt) => attempt.owner === owner).length;
    note(step, "crash", { process, lost });
    world.openAttempts = world.openAttempts.filter((attempt) => attempt.owner !== owner);
    world.gateways[process] = startProcess(world, clients[process] as Sql);
  }

  async function one(step: number, chance: Chance): Promise<void> {
    passTime(world, chance);
    const kind = chance.next();
    if (kind < 0.01) return crash(step, chance.between(0, processes - 1));
    if (kind < 0.1) return race(step, competitors(world, chance));
    const action = anyActor(world, chance);
    if (action) await act(step, action, chance.between(0, processes - 1));
  }

  async function check(): Promise<void> {
    await compare(sql, world.model);
    expectSame("broken invariants", await brokenInvariants(sql), []);
  }

  /** Runs until every deadline has passed and no webhook is due. */
  async function settle(seed: number, from: number): Promise<void> {
    const isOwed = () =>
      world.model.some((shop) => [...shop.deliveries.values()].some(({ due }) => due !== null));
    for (let round = 0; round === 0 || isOwed(); round++) {
      if (round > 50) throw new Mismatch("deliveries are owed for ever");
      const chance = chanceOfStep(seed, from + round);
      world.at += 36 * 60 * 60_000;
      await act(from, expire(100_000), 0);
      await act(
        from,
        lease({ limit: 10_000, per_merchant: 10_000, sends: true }, world.openAttempts),
        0,
      );
      for (const attempt of world.openAttempts.splice(0)) {
        const result = answerOf(attempt.request.url, chance);
        await act(from, answer(attempt, result, world.retrySeconds), 0);
      }
    }
    for (const rest of [restOfMails(world), wantStatement(world, null)])
      if (rest) await act(from, rest, 0);
    await compareAtEnd(sql, world.model);
    for (const shop of world.model) expectSame("totals held at the end", shop.held.size, 0);
    await check();
  }

  async function all({ seed, steps }: SimulationOptions): Promise<void> {
    let step = 0;
    try {
      for (step = 1; step <= steps; step++) {
        world.random = chanceOfStep(seed, -step).next;
        await one(step, chanceOfStep(seed, step));
        if (step % compareEverySteps === 0) await check();
      }
      await settle(seed, step);
    } catch (cause) {
      const place = `seed ${seed}, step ${step}:`;
      throw new Error([...history, "", place, (cause as Error).message].join("\n"), { cause });
    }
  }

  return { all, counts, outcomes };
}

/**
 * Moves the clock forward by moments, minutes, hours or a day, to the exact edge of a deadline, and sometimes a little
 * back.
 */
function passTime(world: World, chance: Chance): void {
  const kind = chance.next();
  if (kind < 0.6) world.at += chance.between(1, 2000);
  else if (kind < 0.93) world.at += chance.between(1, 20_000);
  else if (kind < 0.97) world.at += chance.between(1, 180_000);
  else if (kind < 0.975) world.at += chance.between(1, 6 * 3_600_000);
  else if (kind < 0.977) world.at += 86_400_000;
  else if (kind < 0.985) world.at -= chance.between(1, 600_000);
  else goToEdge(world, chance);
}

const edgeMilliseconds = 600_000;

function goToEdge(world: World, chance: Chance): void {
  const focus = anyFocus(world, chance);
  const payment = focus && shopAt(world.model, focus.shop).payments.get(focus.code);
  const edge = (payment?.expires_at ?? world.at) + chance.between(-1, 1);
  if (edge > world.at && edge < world.at + edgeMilliseconds) world.at = edge;
}

/** Explains simultaneous actions: in some order, one after another, they must give the same outcomes and tables. */
async function explain(
  sql: Sql,
  model: Model,
  { runs, at }: { runs: readonly { action: Action; outcome: unknown }[]; at: number },
): Promise<Model> {
  const moment: Moment = { at, isAlone: false };
  const objections: string[] = [];
  for (const order of permutations(runs)) {
    const copy = structuredClone(model);
    try {
      for (const { action, outcome } of order) action.follow(copy, outcome, moment);
      await compare(sql, copy);
      return copy;
    } catch (cause) {
      if (!(cause instanceof Mismatch)) throw cause;
      objections.push(`${order.map(({ action }) => action.kind).join(", ")}: ${cause.message}`);
    }
  }
  const outcomes = runs.map(({ action, outcome }) => `${action.kind}: ${JSON.stringify(outcome)}`);
  throw new Mismatch(
    ["no order of the race explains its outcomes", ...outcomes, "", ...objections].join("\n"),
  );
}

function permutations<One>(things: readonly One[]): One[][] {
  if (things.length === 0) return [[]];
  return things.flatMap((first, index) =>
    permutations(things.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  );
}

const countBy = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(values)]
      .toSorted()
      .map((one) => [one, values.filter((value) => value === one).length]),
  );

const figures = (model: Model) => ({
  payments: countBy(
    model.flatMap((shop) => [...shop.payments.values()].map(({ status }) => status)),
  ),
  mutations: model.reduce((sum, shop) => sum + shop.mutations.size, 0),
  deliveries: countBy(
    model.flatMap((shop) => [...shop.deliveries.values()].map(({ status }) => status)),
  ),
});
