import { initTRPC, TRPCError } from "@trpc/server";
import Fastify from "fastify";
import postgres from "postgres-published";
import { fastifyTRPCOpenApiPlugin, type OpenApiMeta } from "trpc-to-openapi";
import { merchantOperations } from "../../server/contract/index.ts";
import { GatewayError } from "../../server/contract/errors.ts";
import { sessionSettings } from "../../server/db/client.ts";
import { types } from "../../server/db/types.ts";
import { findMerchantsByApiKeys } from "../../server/domain/merchants/api-keys.ts";
import {
  createPayments,
  readPayment,
  listPayments,
} from "../../server/domain/payments/payments.ts";
import { testGateway } from "../../server/testing/fixtures.ts";

/**
 * The stock stack has the same contract and the same SQL as Tepat, but uses its libraries without changes: Fastify with
 * trpc-to-openapi's own plugin, the published PostgreSQL client, and one statement for each request. It has no rate
 * limits, no request ids and no metrics.
 */

const { DATABASE_URL, PORT } = process.env;
const gateway = testGateway(
  postgres(DATABASE_URL ?? "", { max: 20, connection: sessionSettings, types }),
);

interface Context {
  apiKey: string;
}
const t = initTRPC.context<Context>().meta<OpenApiMeta>().create();

const merchantProcedure = t.procedure.use(async ({ ctx, next }) => {
  const [merchant_id] = await findMerchantsByApiKeys(gateway.sql, [ctx.apiKey]);
  if (!merchant_id) throw new TRPCError({ code: "FORBIDDEN" });
  return next({ ctx: { merchant_id } });
});

const { createPayment, getPayment: get, listPayments: list } = merchantOperations;
const openapi = ({ method, path }: { method: "GET" | "POST" | "DELETE"; path: `/${string}` }) => ({
  openapi: { method, path },
});

const router = t.router({
  createPayment: merchantProcedure
    .meta(openapi(createPayment.meta))
    .input(createPayment.input)
    .output(createPayment.output)
    .mutation(async ({ ctx, input }) => {
      const [outcome] = await createPayments(gateway, [{ merchant_id: ctx.merchant_id, input }]);
      if (outcome === undefined || outcome instanceof GatewayError) throw outcome;
      return outcome;
    }),
  getPayment: merchantProcedure
    .meta(openapi(get.meta))
    .input(get.input)
    .output(get.output)
    .query(({ ctx, input }) =>
      readPayment(gateway, { merchant_id: ctx.merchant_id, payment_code: input.payment_code }),
    ),
  listPayments: merchantProcedure
    .meta(openapi(list.meta))
    .input(list.input)
    .output(list.output)
    .query(async ({ ctx, input }) => {
      const { items } = await listPayments(gateway, { merchant_id: ctx.merchant_id, ...input });
      return items;
    }),
});

const server = Fastify();
await server.register(fastifyTRPCOpenApiPlugin, {
  router,
  createContext: ({ req }: { req: { headers: Record<string, string> } }) => ({
    apiKey: req.headers["x-api-key"] ?? "",
  }),
});
await server.listen({ port: Number(PORT), host: "127.0.0.1" });
console.log("listening");
