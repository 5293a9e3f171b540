import { Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { randomFrom } from "../../testing/random.ts";
import { createRequestHistogram } from "./request-histogram.ts";

test("the histogram gives the same result as prom-client's", async () => {
  const random = randomFrom("request histogram");
  const [ours, theirs] = [new Registry(), new Registry()];
  const histogram = createRequestHistogram(ours);
  const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
  const model = new Histogram({
    name: "tepat_http_request_seconds",
    help: "Response time in seconds, by operation and HTTP status.",
    labelNames: ["operation", "status"],
    buckets: bounds,
    registers: [theirs],
  });
  for (let count = 0; count < 2000; count += 1) {
    const operation = random() < 0.5 ? "createPayment" : "getPayment";
    const status = random() < 0.8 ? 200 : 404;
    // A value exactly on a bound belongs to that bound's bucket.
    const seconds =
      random() < 0.2
        ? (bounds[Math.floor(random() * bounds.length)] as number)
        : 20 * random() ** 8;
    histogram.observe(operation, status, seconds);
    model.observe({ operation, status }, seconds);
  }
  expect(comparable(await ours.metrics())).toEqual(comparable(await theirs.metrics()));
});

/** Sorts the lines and labels and rounds the sums, because their order and last digits can differ. */
const comparable = (text: string): string[] =>
  text
    .split("\n")
    .map((line) =>
      line
        .replace(/(?<=_sum\{.*\} )[\d.]+$/, (sum) => Number(sum).toFixed(6))
        .replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(",").toSorted().join(",")}}`),
    )
    .toSorted();

test("each series is counted separately", () => {
  const histogram = createRequestHistogram(new Registry());
  histogram.observe("createPayment", 201, 0.01);
  histogram.observe("createPayment", 201, 100);
  histogram.observe("createPayment", 400, 0.01);
  expect(histogram.count("createPayment", 201)).toBe(2);
  expect(histogram.count("createPayment", 409)).toBe(0);
  expect(histogram.count("getPayment", 201)).toBe(0);
});
