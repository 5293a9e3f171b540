import { z } from "zod";
import { nameText, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";

const tag = "API keys";

const keyFields = {
  key_id: uuid().meta({ description: "The key." }),
  label: z.string().nullable().meta({ description: "The merchant's name for the key." }),
  is_test: z.boolean().meta({
    description:
      "True for a test key, which begins with pgk_test_. Its payments are not real money.",
  }),
  key_prefix: z.string().meta({ description: "The key's first characters, to tell keys apart." }),
  created_at: timestamp().meta({ description: "The time of creation, UTC." }),
  last_used_at: timestamp()
    .nullable()
    .meta({ description: "The key's last use, to the minute, UTC; null before the first." }),
};

const listedApiKey = z.object(keyFields).meta({
  id: "ListedApiKey",
  description: "A valid API key, without the key itself.",
});

export type ListedApiKey = z.infer<typeof listedApiKey>;

export const apiKeyOperations = {
  listApiKeys: dashboardOperation({
    meta: {
      operationId: "listApiKeys",
      method: "GET",
      path: "/api-keys",
      roles: ["owner", "developer"],
      tag,
      summary: "List API keys",
      description: `The valid keys, oldest first; at most ${limits.activeApiKeys} live ones and ${limits.activeApiKeys} for tests.`,
    },
    input: z.object({}),
    output: z.array(listedApiKey),
  }),

  createApiKey: dashboardOperation({
    meta: {
      operationId: "createApiKey",
      method: "POST",
      path: "/api-keys",
      roles: ["owner", "developer"],
      tag,
      summary: "Create an API key",
      description: `Only this response shows the key. A merchant can have ${limits.activeApiKeys} live keys and as many test keys; one more returns \`conflict\`.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        label: nameText().meta({ description: "The purpose of the key." }),
        is_test: z
          .boolean()
          .default(false)
          .meta({ description: "True for a test key, whose payments are not real money." }),
      })
      .meta({ description: "A new key." }),
    output: z
      .object({
        ...keyFields,
        api_key: z.string().meta({ description: "The key for X-Api-Key. Shown only now." }),
        webhook_secret: z.string().nullable().meta({
          description: "The secret that signs test-mode webhooks. null for a live key.",
        }),
      })
      .meta({ id: "CreatedApiKey", description: "A new API key." }),
  }),

  revokeApiKey: dashboardOperation({
    meta: {
      operationId: "revokeApiKey",
      method: "DELETE",
      path: "/api-keys/{key_id}",
      roles: ["owner", "developer"],
      tag,
      summary: "Revoke an API key",
      description: "Ends the key within a second. You cannot undo this.",
      subject: "API key",
    },
    input: z.object({ key_id: uuid().meta({ description: "The key, from the list." }) }),
    output: z.null(),
  }),
};
