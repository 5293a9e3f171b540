/**
 * Creates a macro for import into MacroDroid. When the bank's app posts a notification, the macro sends it to the
 * source's address. The file has every member of MacroDroid's own export (`macroExportVersion` 1), because MacroDroid
 * adds no missing ones.
 */

/** The names of MacroDroid's magic texts. The preset reads each under its own name. */
export const macroDroidFields = [
  "not_app_package",
  "not_title",
  "notification",
  "not_text_big",
  "not_timestamp",
  "not_id",
] as const;

export interface BankApp {
  app_name: string;
  app_package: string;
}

interface MacroFacts {
  /** The source's address with the preset. */
  address: string;
  name: string;
  bank: BankApp;
  /** The current time in milliseconds since 1970. */
  now: number;
  /** Returns a number that is unique among all parts of the phone's macros. */
  newId(this: void): number;
}

export function macroDroidFile({ address, name, bank, now, newId }: MacroFacts): string {
  const part = (m_classType: string) => ({
    m_classType,
    m_SIGUID: newId(),
    disableLogging: false,
    m_constraintList: [],
    m_isDisabled: false,
    m_isOrCondition: false,
  });
  const macro = {
    m_name: name,
    m_GUID: newId(),
    m_enabled: true,
    m_completed: true,
    m_category: "Tepat",
    m_description: "",
    m_descriptionOpen: false,
    m_excludeLog: false,
    m_headingColor: 0,
    m_isOrCondition: false,
    m_constraintList: [],
    m_triggerList: [{ ...part("NotificationTrigger"), ...postedBy(bank) }],
    m_actionList: [{ ...part("HttpRequestAction"), requestConfig: postTo(address) }],
    aiGenerated: 0,
    breakpoints: [],
    disabledTimestamp: 0,
    exportedActionBlocks: [],
    forceEvenIfNotEnabledTimestamp: 0,
    isActionBlock: false,
    isExtra: false,
    isFavourite: false,
    lastEditedTimestamp: now,
    localVariables: [],
    localVarsAlphabetical: true,
    loggingLevel: 0,
  };
  return JSON.stringify({ macroExportVersion: 1, globalVariables: [], macro }, null, 1);
}

/** Triggers on every notification of the app, including repeated ones. */
const postedBy = ({ app_name, app_package }: BankApp) => ({
  m_applicationNameList: [app_name],
  m_packageNameList: [app_package],
  m_option: 0,
  m_textContent: "",
  m_exactMatch: false,
  m_excludes: false,
  m_excludeApps: false,
  m_ignoreOngoing: true,
  m_soundOption: 0,
  m_supressMultiples: false,
  enableRegex: false,
  ignoreCase: true,
  matchOptionMessage: 0,
  matchOptionTitle: 0,
  separateTitleAndMessage: false,
});

const post = 1;

/** Posts an empty body, because MacroDroid encodes only query parameters. */
const postTo = (urlToOpen: string) => ({
  urlToOpen,
  requestType: post,
  queryParams: macroDroidFields.map((paramName) => ({ paramName, paramValue: `{${paramName}}` })),
  headerParams: [],
  contentType: "text/plain",
  contentBodySource: 0,
  contentBodyText: "",
  contentBodyDynamicFileName: "",
  contentBodyFileDisplayName: "",
  contentBodyFileUri: "",
  contentBodyFolderDisplayName: "",
  contentBodyFolderUri: "",
  useStaticContentBodyFile: true,
  requestTimeOutSeconds: 30,
  maxTotalDurationSeconds: 3600,
  followRedirects: false,
  blockNextAction: false,
  allowAnyCertificate: false,
  basicAuthEnabled: false,
  basicAuthUsername: "",
  basicAuthPassword: "",
  clientCertEnabled: false,
  clientCertKeyStoreDisplayName: "",
  clientCertKeyStoreUri: "",
  clientCertPassword: "",
  proxyEnabled: false,
  proxyHost: "",
  proxyPort: 8080,
  proxyType: 0,
  prettifyJson: false,
  saveResponseType: 0,
  saveResponseFileName: "",
  saveResponseFolderPathDisplayName: "",
  saveResponseFolderPathUri: "",
  saveResponseUseAllFilesAccess: false,
  saveResponseAllFilesAccessPath: "",
  saveReturnCodeToVariable: false,
  saveReturnHeadersToVariable: false,
  useLocalFileUri: false,
  localFileUri: "",
  useAllFilesAccess: false,
  allFilesAccessPath: "",
});
