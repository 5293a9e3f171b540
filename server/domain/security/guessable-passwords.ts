import { invalidFields } from "../../contract/errors.ts";

/**
 * The passwords that guessing programs try first, in English and Indonesian, without the digits around them:
 * `Sayangku123` is `sayangku`.
 */
const common = new Set(
  `abc abcd abcde abcdef admin administrator asdf asdfgh asdfghjkl changeme computer default dragon football guest hello
  helloworld iloveyou internet letmein login master monkey password passw0rd princess pssw0rd pssword q1w2e3r4t
  q2w3e4r q2w3e4r5t qaz2wsx qaz2wsx3edc qwer qwert qwerty qwertyuiop root samsung secret sunshine superman test tester testing
  user welcome
  akucintakamu akusayangkamu alhamdulillah allahuakbar anakku arema assalamualaikum astagfirullah bandung barokah
  berkah bismillah cantik cinta cintaku doraemon ganteng garuda gojek indonesia indonesiaraya jakarta juragan kasir
  katakunci katasandi keluarga mamaku masuk merdeka naruto pancasila persebaya persib persija rahasia sandi
  sayang sayangkamu sayangku semangat subhanallah sukses surabaya tepat toko tokoku tokopedia usahaku warung warungku`.split(
    /\s+/u,
  ),
);

const rows = ["0123456789012345", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm"];
const runs = rows.flatMap((row) => [row, Array.from(row).toReversed().join("")]);

/** Refuses a password that a stranger guesses early. `own` are words about the person that a stranger can know. */
export function refuseGuessable(
  field: "password" | "new_password",
  password: string,
  own: readonly string[],
): void {
  const whole = simple(password);
  const core = withoutDigitsAround(whole);
  const isGuessable =
    common.has(core) ||
    isRepetition(whole) ||
    runs.some((run) => run.includes(whole)) ||
    own
      // Of an email address also the part before the @.
      .flatMap((word) => [simple(word), simple(word.split("@")[0] ?? "")])
      .some((word) => word === whole || (core !== "" && withoutDigitsAround(word) === core));
  if (isGuessable) throw invalidFields({ [field]: { code: "guessable_password", params: {} } });
}

/** Capitals, spaces and punctuation hardly slow a guess. A password of punctuation alone stays as it is. */
const simple = (text: string): string =>
  text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "") || text;

const withoutDigitsAround = (text: string): string =>
  text.replace(/^\d+/u, "").replace(/\d+$/u, "");

/** `1111111111`, `sayangsayang` */
const isRepetition = (text: string): boolean => {
  const letters = Array.from(text);
  return letters.some(
    (_, period) =>
      period > 0 &&
      period <= letters.length / 2 &&
      letters.every((letter, index) => index < period || letter === letters[index - period]),
  );
};
