import { Fact } from "../../ui/fact.tsx";
import { invoicesTexts as t } from "./invoices-texts.ts";

interface ContactFactProps {
  ways: readonly (string | null | undefined)[];
}

/** Shows each way to reach the customer on its own line. On a phone, the lines use the whole width of the card. */
export function ContactFact({ ways }: ContactFactProps) {
  const known = ways.filter(Boolean);
  return (
    <Fact name={t.common.contact}>
      {known.map((way) => (
        <div class="contact" key={way}>
          {withBreak(way ?? "")}
        </div>
      ))}
      {known.length === 0 && "–"}
    </Fact>
  );
}

/** An address that is still too long breaks behind its @. */
function withBreak(way: string) {
  const [name, domain] = way.split("@");
  if (domain === undefined) return way;
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  );
}
