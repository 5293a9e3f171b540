import type { z } from "zod";
import { moment, pageInput, text } from "./fields.ts";
import { limits } from "./limits.ts";

/** Parts of a list by time, for those who ask: the specification's lists have pages alone. */

export const byTimeInput = {
  since: moment()
    .meta({ description: "Lists only what was created then or later, the newest first." })
    .optional(),
  until: moment().meta({ description: "Lists only what was created earlier." }).optional(),
  updated_since: moment()
    .meta({
      description:
        "Lists only what was created or has changed then or later, in the order of the changes, the oldest first. Not together with `since` or `until`.",
    })
    .optional(),
  cursor: text({ max: limits.textCharacters })
    .meta({
      description:
        "`next_cursor` of the answer before, with the same other parameters. Not together with `page`.",
    })
    .optional(),
};

/** For the description of a list that has these parameters. */
export const aboutListsByTime = `With \`since\`, \`until\`, \`updated_since\` or \`cursor\` it is a list by time: send \`pagination.next_cursor\` back as \`cursor\` until it is null. A cursor is a place in the order, so nothing is left out or comes twice while records are added. In the order of changes, a record that changes meanwhile comes again at its new place. To ask repeatedly for what has changed, begin ${limits.merchantEventOverlapSeconds} seconds before the newest change that you have seen, because a change becomes visible a little after its time. In a list by time \`current_page\` is 1, and \`total\` counts at most ${limits.rowsPerTotal}.`;

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
    refuse("page", "must be left out of a list by time: send cursor");
  if (input.updated_since !== undefined && (input.since ?? input.until) !== undefined)
    refuse("updated_since", "must not be given together with since or until");
}

/** The pages of the specification's lists, and their parts by time. */
export const pagesAndTimes = { ...pageInput, ...byTimeInput };
