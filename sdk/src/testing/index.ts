export { fakeTepat, type FakeTepat, type FakeTepatOptions } from "./fake-tepat.ts";
export type { SimulatedTransfer } from "./shop.ts";
