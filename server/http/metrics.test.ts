import { expect, test } from "vitest";
import type { DeviceFigures } from "../domain/device-figures.ts";
import { createMetrics, type MetricsSources } from "./metrics.ts";

const figures: DeviceFigures = {
  devices: [
    { status: "ACTIVE", health: "ok", count: 2 },
    { status: "PENDING", health: "none", count: 1 },
  ],
  problems: { hidden_texts: 1 },
  queue_length: 12,
  quietest_seconds: 31.5,
};

const sources = (readDeviceFigures: () => Promise<DeviceFigures>): MetricsSources => ({
  readDeviceFigures,
  countEventStreams: () => 3,
});

test("the open event streams are counted, without a database too", async () => {
  const metrics = createMetrics(
    sources(async () => {
      throw new Error("no database");
    }),
  );
  expect(await metrics.render()).toContain("tepat_event_streams 3");
});

test("the devices are counted, with every problem that there can be", async () => {
  const text = await createMetrics(sources(async () => figures)).render();
  expect(text).toContain('tepat_devices{status="ACTIVE",health="ok"} 2');
  expect(text).toContain('tepat_devices{status="PENDING",health="none"} 1');
  expect(text).toContain('tepat_device_problems{problem="hidden_texts"} 1');
  expect(text).toContain('tepat_device_problems{problem="sequence_gap"} 0');
  expect(text).toContain("tepat_device_queue_length 12");
  expect(text).toContain("tepat_device_quietest_seconds 31.5");
});

test("the devices are read once, however often it is asked in a moment", async () => {
  let reads = 0;
  const metrics = createMetrics(
    sources(async () => {
      reads += 1;
      return figures;
    }),
  );
  await Promise.all([metrics.render(), metrics.render(), metrics.render()]);
  expect(await metrics.render()).toContain("tepat_device_queue_length 12");
  expect(reads).toBe(1);
});

test("without a database everything else is still told, and no device seems well", async () => {
  const metrics = createMetrics(
    sources(async () => {
      throw new Error("no database");
    }),
  );
  metrics.observe("listAccounts", 500, 0.01);
  const text = await metrics.render();
  expect(text).toContain(
    'tepat_http_request_seconds_count{operation="listAccounts",status="500"} 1',
  );
  expect(text).not.toMatch(/^tepat_device/m);
});

test("without a device that sends heartbeats none is the quietest", async () => {
  const text = await createMetrics(
    sources(async () => ({ ...figures, quietest_seconds: null })),
  ).render();
  expect(text).not.toMatch(/^tepat_device_quietest_seconds/m);
});
