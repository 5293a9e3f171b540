// This file is auto-generated from the contract

export const paymentStatuses = ["PENDING", "PAID", "EXPIRED", "CANCELLED"] as const;
