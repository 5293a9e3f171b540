import { doubtAbout, type AccountProblem } from "../../../web-shared/src/account-number.ts";
import { banks } from "../banks/index.ts";

const usualNumberOf = new Map(banks.map(({ code, number }) => [code, number]));

/** Returns the usual account numbers of a channel. On unlisted channels, only very short numbers are doubted. */
export function usualNumber(channel_code: string): {
  number_digits: number[];
  is_mobile_number: boolean;
} {
  const number = usualNumberOf.get(channel_code) ?? [];
  return number === "mobile"
    ? { number_digits: [], is_mobile_number: true }
    : { number_digits: [...number], is_mobile_number: false };
}

/** Returns the reason why a number of a channel that Tepat knows is probably mistyped, or null. */
export const numberDoubt = (channel_code: string, typed: string): AccountProblem | null =>
  doubtAbout({ channel_name: channel_code, ...usualNumber(channel_code), own: null }, typed);
