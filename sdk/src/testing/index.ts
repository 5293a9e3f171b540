export { fakeTepat, type FakeTepat, type FakeTepatOptions } from "./fake-tepat.ts";
export type {
  PlatformHeaders,
  PlatformRequest,
  PlatformRequestInit,
  PlatformResponse,
  PlatformUrl,
} from "../platform.ts";
export type { AnyFetch, Fault } from "./faults.ts";
export type {
  SimulatedDeviceEvent,
  SimulatedDifference,
  SimulatedEnd,
  SimulatedTransfer,
} from "./shop.ts";
