import type { z } from "zod";
import { moment, pageInput, text } from "./fields.ts";
import { limits } from "./limits.ts";

/** Parameters for parts of a list by time. Without these parameters, the specification's lists have pages only. */

export const byTimeInput = {
  since: moment()
    .meta({ description: "Lists only records created at this time or later, newest first." })
    .optional(),
  until: moment().meta({ description: "Lists only records created before this time." }).optional(),
  updated_since: moment()
    .meta({
      description:
        "Lists only records created or changed at this time or later, oldest change first. You cannot combine this parameter with `since` or `until`.",
    })
    .optional(),
  cursor: text({ max: limits.textCharacters })
    .meta({
      description:
        "`next_cursor` of the previous response. Keep the other parameters unchanged, and leave out `page`.",
    })
    .optional(),
};

/** The text for the description of a list with these parameters. */
export const aboutListsByTime = `With \`since\`, \`until\`, \`updated_since\` or \`cursor\`, the response is a list by time. Send \`pagination.next_cursor\` back as \`cursor\` until \`next_cursor\` is null. No record is skipped or repeated while new ones arrive. With \`updated_since\`, a record that changes while you read the list appears again at its new place. To poll for changes, start ${limits.merchantEventOverlapSeconds} seconds before the newest change that you have, because a change becomes visible shortly after its time. In a list by time, \`current_page\` is 1, and \`total\` counts at most ${limits.rowsPerTotal}.`;

type ByTime = { [Name in keyof typeof byTimeInput]?: string | undefined };

export const isByTime = ({ since, until, updated_since, cursor }: ByTime): boolean =>
  (since ?? until ?? updated_since ?? cursor) !== undefined;

/** Refuses parameters that contradict each other. */
export function refuseContradictions(
  input: ByTime & { page: number },
  context: z.RefinementCtx,
): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (isByTime(input) && input.page > 1)
    refuse("page", "must be left out of a list by time. Send cursor instead");
  if (input.updated_since !== undefined && (input.since ?? input.until) !== undefined)
    refuse("updated_since", "must not be given together with since or until");
}

/** The parameters of the specification's lists: pages, and parts by time. */
export const pagesAndTimes = { ...pageInput, ...byTimeInput };
