import { z } from "zod";
import { uuid } from "./fields.ts";
import { operation } from "./operation.ts";

/** Specification 2.4. */
export const instructionStep = z
  .object({
    step: z.int().min(1).meta({ description: "Step number, from 1." }),
    title: z.string().meta({ description: "The step in a few words." }),
    content: z.string().meta({ description: "The step in full." }),
  })
  .meta({ id: "InstructionStep", description: "One step of paying through a channel." });

export type InstructionStep = z.infer<typeof instructionStep>;

export const channelInstructions = z
  .object({
    channel_id: uuid().meta({ description: "The requested channel." }),
    instructions: z
      .array(instructionStep)
      .meta({ description: "The steps, in order. Can be empty." }),
  })
  .meta({
    id: "ChannelInstructions",
    description: "A channel and its payment steps for customers.",
  });

export type ChannelInstructions = z.infer<typeof channelInstructions>;

export const getChannelInstructions = operation({
  meta: {
    operationId: "getChannelInstructions",
    method: "GET",
    path: "/gateway/channels/{channel_id}/instructions",
    tag: "Channels",
    summary: "Read a channel's payment instructions",
    description:
      "The steps to show a customer, in order. `channel_id` comes from an account or a payment. An empty id returns `channel_id is required`, a malformed one `bad_request`, an unknown one `not_found`.",
    credential: "api_key",
    rateClass: "read",
    envelope: "ok",
    malformedPath: "bad_request",
    emptyPath: "channel_id is required",
    errors: [
      "tenant_api_key_required",
      "rate_limited",
      "channel_id is required",
      "bad_request",
      "not_found",
      "internal_error",
    ],
  },
  input: z.object({
    channel_id: uuid().meta({ description: "The channel, from an account or a payment." }),
  }),
  output: channelInstructions,
});
