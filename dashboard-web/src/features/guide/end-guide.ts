import { useState } from "preact/hooks";
import { call, type Refusal } from "../../base/api.ts";
import { useSession } from "../../base/session.tsx";

/** Ends the guide for this shop. */
export function useEndGuide(onEnded: () => unknown) {
  const { onRefusal } = useSession();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const end = () =>
    void call("endChecklist", { body: {} }).then(onEnded, (cause) => setRefusal(onRefusal(cause)));
  return { end, refusal };
}
