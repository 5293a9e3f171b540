import { useEffect } from "preact/hooks";
import { formatDeadline, formatRemaining, speakRemaining } from "../deadline.ts";
import type { CheckoutPage } from "../page.ts";
import { Icon } from "./icon.tsx";
import { useWords } from "./words.ts";

interface CountdownProps {
  page: CheckoutPage;
  /** Null on the server and until the script runs: a clock that stands still would lie. */
  secondsLeft: number | null;
}

const announcedSeconds = new Set([600, 300, 60]);

export function Countdown({ page, secondsLeft }: CountdownProps) {
  const { t, language, announce } = useWords();
  const expiresAt = page.view.expires_at;
  const deadline = { expiresAt, now: page.server_time };
  const timeZone =
    secondsLeft === null ? undefined : Intl.DateTimeFormat().resolvedOptions().timeZone;

  useEffect(() => {
    if (secondsLeft !== null && announcedSeconds.has(secondsLeft)) {
      announce(t.timeLeft(speakRemaining(secondsLeft, language)));
    }
  }, [secondsLeft]);

  return (
    <div class="countdown" data-hurry={secondsLeft !== null && secondsLeft <= 300}>
      <Icon name="clock" />
      <p>
        {t.payBefore}{" "}
        <time dateTime={expiresAt}>{formatDeadline(deadline, language, timeZone)}</time>
      </p>
      {secondsLeft === null ? (
        <Placeholder />
      ) : (
        <p
          class="timer"
          role="timer"
          aria-label={t.timeLeft(speakRemaining(secondsLeft, language))}
        >
          {formatRemaining(secondsLeft, language)}
        </p>
      )}
    </div>
  );
}

/** Keeps the place of the time that is left, so that nothing moves when it comes. */
const Placeholder = () => (
  <p class="timer unseen scripted" aria-hidden="true">
    00:00:00
  </p>
);
