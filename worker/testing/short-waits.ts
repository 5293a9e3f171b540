import { limits } from "../src/limits.ts";

/**
 * Loaded before the Worker's program by tests that wait for its next action, to shorten its waits. Other tests check
 * the length of each wait with a clock that they set: src/{backoff,device,heartbeat,sender}.test.ts.
 */
const shorter: Partial<Record<keyof typeof limits, number>> = {
  approvalPollMilliseconds: 300,
  deviceRefreshMilliseconds: 1_000,
  heartbeatMilliseconds: 1_000,
  backoffFirstMilliseconds: 200,
  backoffMostMilliseconds: 2_000,
};

Object.assign(limits, shorter);
