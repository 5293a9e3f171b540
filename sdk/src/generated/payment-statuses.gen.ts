// This file is auto-generated from the contract

import type { PaymentStatus } from "./types.gen.ts";

export const paymentStatuses = [
  "PENDING",
  "PAID",
  "EXPIRED",
  "CANCELLED",
] as const satisfies readonly PaymentStatus[];
