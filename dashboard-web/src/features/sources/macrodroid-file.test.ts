import { expect, test } from "vitest";
import { macroDroidFile } from "./macrodroid-file.ts";

const address = "https://pay.example/worker/notify/pgd_x?preset=macrodroid";

/** The members of MacroDroid's own exports, as found in public repositories. */
const exported = {
  file: "globalVariables macro macroExportVersion",
  macro:
    "aiGenerated breakpoints disabledTimestamp exportedActionBlocks forceEvenIfNotEnabledTimestamp isActionBlock isExtra isFavourite lastEditedTimestamp localVariables localVarsAlphabetical loggingLevel m_GUID m_actionList m_category m_completed m_constraintList m_description m_descriptionOpen m_enabled m_excludeLog m_headingColor m_isOrCondition m_name m_triggerList",
  trigger:
    "disableLogging enableRegex ignoreCase m_SIGUID m_applicationNameList m_classType m_constraintList m_exactMatch m_excludeApps m_excludes m_ignoreOngoing m_isDisabled m_isOrCondition m_option m_packageNameList m_soundOption m_supressMultiples m_textContent matchOptionMessage matchOptionTitle separateTitleAndMessage",
  action:
    "disableLogging m_SIGUID m_classType m_constraintList m_isDisabled m_isOrCondition requestConfig",
  request:
    "allFilesAccessPath allowAnyCertificate basicAuthEnabled basicAuthPassword basicAuthUsername blockNextAction clientCertEnabled clientCertKeyStoreDisplayName clientCertKeyStoreUri clientCertPassword contentBodyDynamicFileName contentBodyFileDisplayName contentBodyFileUri contentBodyFolderDisplayName contentBodyFolderUri contentBodySource contentBodyText contentType followRedirects headerParams localFileUri maxTotalDurationSeconds prettifyJson proxyEnabled proxyHost proxyPort proxyType queryParams requestTimeOutSeconds requestType saveResponseAllFilesAccessPath saveResponseFileName saveResponseFolderPathDisplayName saveResponseFolderPathUri saveResponseType saveResponseUseAllFilesAccess saveReturnCodeToVariable saveReturnHeadersToVariable urlToOpen useAllFilesAccess useLocalFileUri useStaticContentBodyFile",
};

const names = (part: object) => Object.keys(part).toSorted().join(" ");
const sorted = (list: string) => list.split(" ").toSorted().join(" ");

interface MacroFile {
  macro: {
    m_triggerList: [object];
    m_actionList: [{ requestConfig: { queryParams: object[] } }];
  };
}

function made(app_name = "BCA mobile") {
  let id = 0;
  const text = macroDroidFile({
    address,
    name: `Tepat ${app_name}`,
    bank: { app_name, app_package: "com.bca" },
    now: 1,
    newId: () => (id -= 1),
  });
  return JSON.parse(text) as MacroFile;
}

test("the macro has the members of MacroDroid's own export", () => {
  const file = made();
  const { m_triggerList, m_actionList } = file.macro;
  expect(names(file)).toBe(sorted(exported.file));
  expect(names(file.macro)).toBe(sorted(exported.macro));
  expect(names(m_triggerList[0])).toBe(sorted(exported.trigger));
  expect(names(m_actionList[0])).toBe(sorted(exported.action));
  expect(names(m_actionList[0].requestConfig)).toBe(sorted(exported.request));
});

test("the macro posts the notifications of that bank alone, encoded, and to no other address", () => {
  const { macro } = made();
  expect(macro.m_triggerList).toEqual([
    expect.objectContaining({ m_classType: "NotificationTrigger", m_packageNameList: ["com.bca"] }),
  ]);
  expect(macro.m_actionList[0].requestConfig).toMatchObject({
    urlToOpen: address,
    requestType: 1,
    contentBodyText: "",
    followRedirects: false,
    allowAnyCertificate: false,
  });
  expect(macro.m_actionList[0].requestConfig.queryParams).toContainEqual({
    paramName: "notification",
    paramValue: "{notification}",
  });
});

test("a bank's name with quotes changes nothing else", () => {
  const file = made('Bank "X" {notification} \\');
  expect(file.macro).toMatchObject({ m_name: 'Tepat Bank "X" {notification} \\' });
});
