import { Tepat } from "@tepat/sdk";

const tepat = new Tepat({
  apiKey: process.env.TEPAT_API_KEY ?? "",
  baseUrl: process.env.TEPAT_URL ?? "http://localhost:8080",
});
const [account] = await tepat.accounts.list();
if (!account) throw new Error("create an account first: npx tepat account create");
const payment = await tepat.payments.create({
  account_id: account.account_id,
  payment_code: "INV-2026-0001", // yours; the same code is never paid twice
  payment_amount: 150_000,
  payment_expired_at: new Date(Date.now() + 24 * 3600 * 1000).toISOString(),
  customer_name: "Siti Rahayu",
  customer_email: "siti@example.com",
});
console.log(`Pay exactly Rp${payment.payment_total} at ${payment.payment_checkout_url}`);
