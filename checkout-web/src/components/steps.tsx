import { readSteps } from "../invoice.ts";
import { useWords } from "./words.ts";

/** The bank's instructions, in Indonesian whatever the language of the page. */
export function Steps({ instructions }: { instructions: string }) {
  const { t } = useWords();
  const steps = readSteps(instructions);
  if (steps.length === 0) return null;
  return (
    <section class="card steps">
      <h2>{t.howToPay}</h2>
      <ol lang="id">
        {steps.map(({ title, content }, index) => (
          <li key={index}>
            <strong>{title}</strong>
            <p>{content}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
