import { expect, test } from "vitest";
import { limits as serverLimits } from "../../../server/contract/limits.ts";
import { limits } from "./limits.ts";

test("the pages state the server's real limits", () => {
  expect(limits).toMatchObject({
    statementMegabytes: serverLimits.statementUploadBytes / 1024 ** 2,
    loggedRequestDays: serverLimits.loggedRequestDays,
    loggedSuccessesPerMinute: serverLimits.loggedSuccessesPerMinute,
    loggedErrorsPerMinute: serverLimits.loggedErrorsPerMinute,
    rowsPerPageMax: serverLimits.perPageMax,
    searchWords: serverLimits.searchWords,
    quotaDaysTold: serverLimits.quotaDaysPerOrder,
    passwordCharactersMin: serverLimits.passwordCharactersMin,
    saleDeadlineMinutesMin: serverLimits.saleDeadlineSecondsMin / 60,
    saleDeadlineDaysMax: serverLimits.saleDeadlineSecondsMax / 86_400,
    uniqueAmountMax: serverLimits.uniqueAmountMax,
  });
});
