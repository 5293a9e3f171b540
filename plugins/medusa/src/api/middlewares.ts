import {
  defineMiddlewares,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
} from "@medusajs/framework/http";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Customer } from "../../../shared/index.ts";

interface Person {
  first_name?: string | null;
  last_name?: string | null;
  phone?: string | null;
}

interface Cart {
  email?: string | null;
  shipping_address?: Person | null;
  billing_address?: Person | null;
}

/**
 * Adds a guest's name and address, which an invoice needs and Medusa does not pass to providers. The data comes from
 * the cart, not from the browser.
 */
async function addCustomer(
  request: MedusaRequest,
  _response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const body = request.body as { provider_id?: unknown; data?: Record<string, unknown> };
  if (!String(body.provider_id).startsWith("pp_tepat_")) return next();
  try {
    const { data } = await request.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
      entity: "payment_collection",
      fields: ["cart.email", "cart.shipping_address.*", "cart.billing_address.*"],
      filters: { id: request.params["id"] as string },
    });
    const [collection] = data as unknown as { cart?: Cart | null }[];
    body.data = { ...body.data, customer: customerOf(collection?.cart ?? {}) };
    next();
  } catch (error) {
    next(error);
  }
}

function customerOf({ email, billing_address, shipping_address }: Cart): Customer {
  const person = billing_address ?? shipping_address;
  const name = [person?.first_name, person?.last_name].filter(Boolean).join(" ");
  const phone = billing_address?.phone || shipping_address?.phone;
  return { name, ...(email && { email }), ...(phone && { phone }) };
}

export default defineMiddlewares({
  routes: [
    // The signature covers the original bytes.
    { matcher: "/hooks/tepat", methods: ["POST"], bodyParser: { preserveRawBody: true } },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [addCustomer],
    },
  ],
});
