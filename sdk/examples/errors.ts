import { TepatError, type CreatePayment, type Tepat } from "@tepat/sdk";

export async function createOrExplain(tepat: Tepat, input: CreatePayment): Promise<string> {
  try {
    const payment = await tepat.payments.create(input);
    return payment.payment_checkout_url;
  } catch (error) {
    if (!(error instanceof TepatError)) throw error;
    switch (error.code) {
      case "validation_error":
        return `Please correct: ${Object.keys(error.errors ?? {}).join(", ")}`;
      case "payment_code_conflict":
        return "This order has a payment already.";
      case "no_active_quota":
        return "Payments are closed today.";
      default:
        throw error; // error.requestId names the request in the log of the gateway
    }
  }
}
