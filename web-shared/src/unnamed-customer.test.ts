import { expect, test } from "vitest";
import { afterGreeting, unnamedCustomer } from "./unnamed-customer.ts";

test.each([
  ["Siti", "Halo Siti,"],
  [unnamedCustomer, "Halo,"],
  ["", "Halo,"],
  [null, "Halo,"],
])("a message to the customer %j begins with %j", (name, greeting) => {
  expect(`Halo${afterGreeting(name)},`).toBe(greeting);
});
