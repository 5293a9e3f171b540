import { limits } from "../src/limits.ts";

/**
 * Loaded before the Worker's program by tests that wait for what it does next. How long each of these waits is, is tested
 * where time is passed in: src/{backoff,device,heartbeat,sender}.test.ts.
 */
const shorter: Partial<Record<keyof typeof limits, number>> = {
  approvalPollMilliseconds: 300,
  deviceRefreshMilliseconds: 1_000,
  heartbeatMilliseconds: 1_000,
  backoffFirstMilliseconds: 200,
  backoffMostMilliseconds: 2_000,
};

Object.assign(limits, shorter);
