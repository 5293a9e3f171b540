import { Link } from "../router.tsx";
import { useMerchant } from "../session.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { Icon } from "./icon.tsx";
import { Card, Loading } from "./page.tsx";

type StepName = "account" | "device" | "apiKey" | "twoFactor";

interface Step {
  name: StepName;
  to: string;
  isDone: boolean;
}

/** From nothing to the first invoice that can be paid. */
export function Checklist() {
  const { t } = useWords();
  const { is_two_factor_enabled } = useMerchant();
  const accounts = useQuery("listOwnAccounts", {}).data;
  const devices = useQuery("listOwnDevices", {}).data;
  const keys = useQuery("listApiKeys", {}).data;
  if (!accounts || !devices || !keys) return <Loading />;

  const steps: Step[] = [
    { name: "account", to: "/accounts", isDone: accounts.length > 0 },
    {
      name: "device",
      to: "/devices",
      isDone: devices.some(({ device_status }) => device_status === "ACTIVE"),
    },
    { name: "apiKey", to: "/api-keys", isDone: keys.length > 0 },
    { name: "twoFactor", to: "/security", isDone: is_two_factor_enabled },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title={t.overview.firstSteps}
      actions={<span class="hint">{t.overview.progress(done, steps.length)}</span>}
    >
      {done === steps.length && <p>{t.overview.allDone}</p>}
      <ol class="checklist">
        {steps.map((step) => (
          <StepRow key={step.name} {...step} />
        ))}
      </ol>
    </Card>
  );
}

function StepRow({ name, to, isDone }: Step) {
  const { t } = useWords();
  return (
    <li data-done={isDone}>
      <span class="mark">{isDone && <Icon name="check" />}</span>
      <div>
        <Link to={to}>{t.overview[name]}</Link>
        <span class="off-screen"> {isDone ? t.overview.done : t.overview.open}</span>
        <p class="hint">{t.overview[`${name}Hint`]}</p>
      </div>
    </li>
  );
}
