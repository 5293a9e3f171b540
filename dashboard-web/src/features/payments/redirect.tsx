import { useEffect } from "preact/hooks";
import { useRouter } from "../../base/router.tsx";
import { Loading } from "../../ui/page.tsx";

export function Redirect({ to }: { to: string }) {
  const { go } = useRouter();
  useEffect(() => go(to, { replace: true }), [to]);
  return <Loading />;
}
