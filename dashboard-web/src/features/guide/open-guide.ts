import type { DataOf } from "../../base/api.ts";
import { useMay } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";

type Step = DataOf<"getChecklist">["steps"][number];

export interface OpenGuide {
  steps: readonly Step[];
  next: Step;
  reload(): Promise<void>;
}

/**
 * Returns the open guide of the person's shop. Returns null if every step is done, the owner has ended the guide,
 * or the person's role cannot end it. Returns undefined before the response.
 */
export function useOpenGuide(): OpenGuide | null | undefined {
  const may = useMay();
  const { data, refusal, reload } = useQuery("getChecklist", {});
  if (!data && !refusal) return undefined;
  const next = data?.steps.find(({ is_done }) => !is_done);
  if (!data || data.is_ended || !next || !may("endChecklist")) return null;
  return { steps: data.steps, next, reload };
}
