import { useEffect } from "preact/hooks";
import { formatDeadline, formatRemaining, speakRemaining } from "../deadline.ts";
import type { CheckoutPage } from "../page.ts";
import { Icon } from "./icon.tsx";
import { useWords } from "./words.ts";

interface CountdownProps {
  page: CheckoutPage;
  /**
   * null on the server and until the script runs, because a clock that does not move would be
   * wrong.
   */
  secondsLeft: number | null;
}

const announcedSeconds = new Set([600, 300, 60]);

export function Countdown({ page, secondsLeft }: CountdownProps) {
  const { t, language, announce } = useWords();
  const expiresAt = page.view.expires_at;
  const deadline = { expiresAt, now: page.server_time };

  useEffect(() => {
    if (secondsLeft !== null && announcedSeconds.has(secondsLeft)) {
      announce(t.timeLeft(speakRemaining(secondsLeft, language)));
    }
  }, [secondsLeft]);

  return (
    <div class="countdown" data-hurry={secondsLeft !== null && secondsLeft <= 300}>
      <Icon name="clock" />
      <p>
        {t.payBefore} <time dateTime={expiresAt}>{formatDeadline(deadline, language)}</time>
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

/** Reserves the space of the countdown, so that nothing moves when the countdown appears. */
const Placeholder = () => (
  <p class="timer unseen scripted" aria-hidden="true">
    00:00:00
  </p>
);
