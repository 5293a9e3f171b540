import { randomUUID } from "node:crypto";
import { signInRequest, type Person } from "./dashboard.ts";
import type { Request } from "./exchange.ts";
import { newCode } from "./shop.ts";
import { statementMonth } from "./statements.ts";

/** The ids of one merchant's records in the dashboard's operations. */
export interface Ids {
  merchant_id: string;
  session_id: string;
  person_id: string;
  invitation_id: string;
  key_id: string;
  account_id: string;
  device_id: string;
  mailbox_id: string;
  mail_id: string;
  delivery_id: string;
  payment_code: string;
  test_payment_code: string;
  sale_id: string;
  mutation_id: string;
  link_id: string;
  counter_sale_id: string;
  text_id: string;
  rule_id: string;
  refund_id: string;
  target_id: string;
  entry_id: string;
  upload_id: string;
  row_id: string;
  import_id: string;
  bank_id: string;
  /** An app that awaits the merchant's answer. */
  app_package: string;
}

/** The operations that return a table instead of JSON. */
export const savedTables: ReadonlySet<string> = new Set([
  "exportPayments",
  "exportPaymentsWorkbook",
  "exportMutations",
  "exportMutationsWorkbook",
  "exportOverview",
  "exportOverviewWorkbook",
  "exportStatementRows",
  "exportStatementRowsWorkbook",
  "exportStatementJournal",
  "exportStatementJournalWorkbook",
  "exportStatementMonth",
  "exportBooks",
  "exportBooksText",
]);

/** No mail server is available here. server/domain/mail/ has tests with one. */
const noMailbox = { mailbox_id: randomUUID(), mail_id: randomUUID() };

/** Returns ids that no record has. */
export const unknownIds = (): Ids => ({
  merchant_id: randomUUID(),
  session_id: randomUUID(),
  person_id: randomUUID(),
  invitation_id: randomUUID(),
  key_id: randomUUID(),
  account_id: randomUUID(),
  device_id: randomUUID(),
  mailbox_id: randomUUID(),
  mail_id: randomUUID(),
  payment_code: newCode(),
  test_payment_code: newCode(),
  sale_id: randomUUID(),
  mutation_id: randomUUID(),
  link_id: randomUUID(),
  counter_sale_id: randomUUID(),
  text_id: `${randomUUID()}.${"0".repeat(64)}`,
  rule_id: randomUUID(),
  refund_id: randomUUID(),
  target_id: randomUUID(),
  entry_id: randomUUID(),
  upload_id: randomUUID(),
  row_id: randomUUID(),
  import_id: randomUUID(),
  bank_id: randomUUID(),
  app_package: `id.contoh.a${randomUUID().replaceAll("-", "")}`,
  delivery_id: `msg_${randomUUID().replaceAll("-", "")}`,
});

const ownBank = { channel_name: "Bank Sahabat Contoh", number_min: 10, number_max: 12 };

/** The ids for fields that the owner does not have. */
const nobodys = unknownIds();

/**
 * Returns the ids of a person's records, found as the person's browser would. Only the page that made an
 * upload knows its id.
 */
export async function idsOf(person: Person, upload_id: string = randomUUID()): Promise<Ids> {
  const first = async (path: string) => {
    const { body } = await person.get(path);
    return (body.data as Record<string, string>[])[0] ?? {};
  };
  const firstItem = async (path: string) => {
    const { body } = await person.get(path);
    return (body.data as { items: Record<string, string>[] }).items[0] ?? {};
  };
  /** Returns the sale of the first invoice without a payment, or of a payment. */
  const firstSale = async () => {
    const listed = await person.get("/dashboard/api/payments?payment_status=OPEN");
    const [open = {}] = (listed.body.data as { unchosen: Record<string, string>[] }).unchosen;
    const paid = await firstItem("/dashboard/api/payments?is_manual=true");
    if (open["sale_id"] || !paid["payment_code"]) return open;
    const { body } = await person.get(`/dashboard/api/payments/${paid["payment_code"]}`);
    return (body.data as { sale: Record<string, string> }).sale;
  };
  const firstCounterSale = async () => {
    const { body } = await person.get("/dashboard/api/counter");
    return (body.data as { sales: Record<string, string>[] }).sales[0] ?? {};
  };
  const firstTarget = async () => {
    const { body } = await person.get("/dashboard/api/notices");
    return (body.data as { targets: Record<string, string>[] }).targets[0] ?? {};
  };
  const account_id = (await first("/dashboard/api/accounts"))["account_id"] ?? randomUUID();
  const firstRow = async () => {
    const { body } = await person.get(
      `/dashboard/api/statements/${account_id}/${statementMonth}/rows`,
    );
    return (body.data as Record<string, string>[] | undefined)?.[0] ?? {};
  };
  const firstImport = async () => {
    const { body } = await person.get(`/dashboard/api/statements/${account_id}/${statementMonth}`);
    return (body.data as { imports: Record<string, string>[] } | undefined)?.imports[0] ?? {};
  };
  const firstRefund = async () => {
    const { items } = (await person.get("/dashboard/api/transfers?state=closed")).body.data as {
      items: { refund: Record<string, string> | null }[];
    };
    return items.find(({ refund }) => refund !== null)?.refund ?? {};
  };
  const choices = await person.get("/dashboard/api/account-choices");
  const { channels, seen_apps } = choices.body.data as {
    channels: { channel_id: string; own: object | null }[];
    seen_apps: { package_name: string }[];
  };
  const { body } = await person.get("/dashboard/api/session");
  const team = await person.get("/dashboard/api/team");
  const { invitations } = team.body.data as { invitations: { invitation_id: string }[] };
  return {
    merchant_id: (body.data as { merchant_id: string }).merchant_id,
    person_id: (body.data as { person: { person_id: string } }).person.person_id,
    invitation_id: invitations[0]?.invitation_id ?? randomUUID(),
    session_id: (await first("/dashboard/api/sessions"))["session_id"] ?? randomUUID(),
    key_id: (await first("/dashboard/api/api-keys"))["key_id"] ?? randomUUID(),
    payment_code: (await firstItem("/dashboard/api/payments"))["payment_code"] ?? randomUUID(),
    test_payment_code:
      (await firstItem("/dashboard/api/payments?is_test=true"))["payment_code"] ?? randomUUID(),
    sale_id: (await firstSale())["sale_id"] ?? randomUUID(),
    mutation_id: (await firstItem("/dashboard/api/mutations"))["id"] ?? randomUUID(),
    text_id: (await first("/dashboard/api/likely-texts"))["text_id"] ?? nobodys.text_id,
    rule_id: (await first("/dashboard/api/reading-rules"))["rule_id"] ?? nobodys.rule_id,
    bank_id: channels.find(({ own }) => own !== null)?.channel_id ?? nobodys.bank_id,
    app_package: seen_apps[0]?.package_name ?? nobodys.app_package,
    refund_id: (await firstRefund())["refund_id"] ?? randomUUID(),
    delivery_id: (await firstItem("/dashboard/api/deliveries"))["delivery_id"] ?? randomUUID(),
    device_id: (await first("/dashboard/api/devices"))["device_id"] ?? randomUUID(),
    ...noMailbox,
    account_id,
    link_id: (await first("/dashboard/api/links"))["link_id"] ?? randomUUID(),
    counter_sale_id: (await firstCounterSale())["sale_id"] ?? randomUUID(),
    entry_id: (await firstItem("/dashboard/api/logged-requests"))["entry_id"] ?? randomUUID(),
    target_id: (await firstTarget())["target_id"] ?? randomUUID(),
    upload_id,
    row_id: (await firstRow())["row_id"] ?? randomUUID(),
    import_id: (await firstImport())["import_id"] ?? randomUUID(),
  };
}

const api = "/dashboard/api";
/** The id of BCA. Channels belong to all merchants. */
const bca = "5479355a-9dad-5a11-9103-a29ee9ccb26b";

/** A PNG of one pixel. */
const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Returns a request of a dashboard operation about these ids, without a credential. */
export function dashboardRequest(operationId: string, ids: Ids): Request {
  const get = (path: string): Request => ({ method: "GET", path: api + path });
  const post = (path: string, json: object): Request => ({
    method: "POST",
    path: api + path,
    json,
  });
  const remove = (path: string): Request => ({ method: "DELETE", path: api + path });
  const ofTransfer = `/transfers/${ids.mutation_id}`;
  const ofPayment = `/payments/${encodeURIComponent(ids.payment_code)}`;
  const ofUpload = `/statement-uploads/${ids.upload_id}`;
  const ofMonth = `/statements/${ids.account_id}/${statementMonth}`;
  const samples: Record<string, Request> = {
    getSignInOptions: get("/sign-in-options"),
    signIn: signInRequest({ email: "nobody@shop.example", password: "wrong" }),
    signUp: post("/sign-up", {
      merchant_name: "Toko",
      email: "nobody@shop.example",
      password: "a calm lake",
    }),
    openFirstAccount: post("/first-account", {
      token: "x",
      merchant_name: "Toko",
      email: "nobody@shop.example",
      password: "a calm lake",
    }),
    requestPasswordReset: post("/password-resets", { email: "nobody@shop.example" }),
    resetPassword: post("/password-resets/redemption", {
      token: "pgr_x",
      new_password: "a calm lake",
    }),
    getSession: get("/session"),
    signOut: remove("/session"),
    listSessions: get("/sessions"),
    endSession: remove(`/sessions/${ids.session_id}`),
    endOtherSessions: remove("/sessions"),
    changePassword: post("/password", { current_password: "x", new_password: "a calm lake" }),
    getTwoFactor: get("/two-factor"),
    offerTwoFactor: post("/two-factor/offers", {}),
    enableTwoFactor: post("/two-factor", { totp_code: "000000" }),
    disableTwoFactor: post("/two-factor/end", { totp_code: "000000" }),
    renewRecoveryCodes: post("/two-factor/recovery-codes", { totp_code: "000000" }),
    confirmPerson: post("/confirmation", { totp_code: "000000" }),
    getTeam: get("/team"),
    invitePerson: post("/team/invitations", { email: `${newCode()}@shop.example`, role: "viewer" }),
    withdrawInvitation: remove(`/team/invitations/${ids.invitation_id}`),
    changeRole: post(`/team/people/${ids.person_id}/role`, { role: "viewer" }),
    removePerson: remove(`/team/people/${ids.person_id}`),
    changeOwnName: post("/own-name", { name: "Siti" }),
    openInvitation: post("/invitations/opening", { token: "pgi_x" }),
    acceptInvitation: post("/invitations/acceptance", {
      token: "pgi_x",
      name: "Dewi",
      password: "a calm lake",
    }),
    listApiKeys: get("/api-keys"),
    createApiKey: post("/api-keys", { label: "Shop" }),
    revokeApiKey: remove(`/api-keys/${ids.key_id}`),
    listAccountChoices: get("/account-choices"),
    listOwnAccounts: get("/accounts"),
    getOwnAccount: get(`/accounts/${ids.account_id}`),
    getAccountSources: get(`/accounts/${ids.account_id}/sources`),
    previewQris: post("/qris-preview", { qris: "00020101" }),
    createOwnAccount: post("/accounts", {
      channel_id: bca,
      account_number: "0000000001",
      account_name: "TOKO",
    }),
    changeOwnAccount: post(`/accounts/${ids.account_id}`, { account_active: false }),
    getChannelSteps: get(`/channels/${bca}/steps`),
    changeChannelSteps: post(`/channels/${bca}/steps`, {
      additions: [{ title: "Simpan bukti", content: "Simpan bukti transfer." }],
    }),
    getQuota: get(`/accounts/${ids.account_id}/quota`),
    renewQuota: post(`/accounts/${ids.account_id}/quota-renewal`, {}),
    orderQuota: post(`/accounts/${ids.account_id}/quota-orders`, { days: 30 }),
    listQuotaOrders: get("/quota-orders"),
    listOwnDevices: get("/devices"),
    offerPairing: post("/pairing", {}),
    approveOwnDevice: post(`/devices/${ids.device_id}/approval`, { pairing_code: "7DD-DV0" }),
    renameOwnDevice: post(`/devices/${ids.device_id}`, { device_name: "Till" }),
    revokeOwnDevice: remove(`/devices/${ids.device_id}`),
    listMailboxes: get("/mailboxes"),
    connectMailbox: post("/mailboxes", {
      address: "kasir@toko.example",
      host: "imap.toko.example",
      password: "abcd efgh ijkl mnop",
      account_ids: [ids.account_id],
    }),
    createForwardingAddress: post("/forwarding-addresses", {
      address: "kasir@toko.example",
      account_ids: [ids.account_id],
    }),
    beginMailSignIn: post("/mail-sign-ins", {
      provider: "google",
      address: "kasir@gmail.com",
      account_ids: [ids.account_id],
    }),
    renewMailSignIn: post(`/mailboxes/${ids.mailbox_id}/sign-ins`, {}),
    completeMailSignIn: post("/mail-sign-ins/completion", { state: "unknown", code: "unknown" }),
    changeMailboxPassword: post(`/mailboxes/${ids.mailbox_id}/password`, { password: "abcd efgh" }),
    listMailboxFolders: get(`/mailboxes/${ids.mailbox_id}/folders`),
    chooseMailboxFolder: post(`/mailboxes/${ids.mailbox_id}/folder`, { folder: "Bank" }),
    pauseMailbox: post(`/mailboxes/${ids.mailbox_id}`, { is_paused: true }),
    disconnectMailbox: remove(`/mailboxes/${ids.mailbox_id}`),
    downloadMail: get(`/mails/${ids.mail_id}`),
    createInvoice: post("/invoices", {
      form_key: randomUUID(),
      account_id: ids.account_id,
      payment_amount: 25_000,
      customer_name: "Siti",
      deadline_seconds: 3600,
    }),
    getInvoice: get(`/invoices/${ids.sale_id}`),
    mailInvoice: post(`/invoices/${ids.sale_id}/mails`, { kind: "invoice", language: "id" }),
    cancelInvoice: remove(`/invoices/${ids.sale_id}`),
    searchPayments: get("/payments"),
    getPaymentTotals: get("/payment-totals"),
    getPaymentCounts: get("/payment-counts"),
    exportPayments: get("/payments.csv"),
    exportPaymentsWorkbook: get("/payments.xlsx"),
    getPaymentDetail: get(ofPayment),
    listOwnLikelyMutations: get(`${ofPayment}/transfers`),
    cancelOwnPayment: remove(ofPayment),
    createTestPayment: post("/test-payments", {}),
    cancelOwnPayments: post("/payment-cancellations", { payment_codes: [ids.payment_code] }),
    payTestPayment: post(
      `/test-payments/${encodeURIComponent(ids.test_payment_code)}/transfer`,
      {},
    ),
    matchOwnPayment: post(`${ofPayment}/match`, {}),
    getCounter: get("/counter"),
    makeCounterSale: post("/counter/sales", {
      form_key: randomUUID(),
      account_id: ids.account_id,
      payment_amount: 15_000,
    }),
    changeCounterItems: post("/counter/items", { items: [{ name: "Kopi susu", price: 18_000 }] }),
    getCounterSale: get(`/counter/sales/${ids.counter_sale_id}`),
    cancelCounterSale: remove(`/counter/sales/${ids.counter_sale_id}`),
    getMutationTotals: get("/mutation-totals"),
    searchMutations: get("/mutations?search=siti"),
    exportMutations: get("/mutations.csv"),
    exportMutationsWorkbook: get("/mutations.xlsx"),
    getOwnMutation: get(`/mutations/${ids.mutation_id}`),
    listUnreadTexts: get("/unread-texts"),
    listLinks: get("/links"),
    getLink: get(`/links/${ids.link_id}`),
    createLink: post("/links", { link_name: "Kopi susu", amounts: [18_000] }),
    changeLink: post(`/links/${ids.link_id}`, { link_name: "Kopi susu", amounts: [20_000] }),
    switchLink: post(`/links/${ids.link_id}/switch`, { is_open: true }),
    setLinkPicture: post(`/links/${ids.link_id}/picture`, { picture: onePixel }),
    removeLinkPicture: remove(`/links/${ids.link_id}/picture`),
    listTransfers: get("/transfers"),
    listTransferCandidates: get(`${ofTransfer}/candidates`),
    listOpenDifferences: get("/differences"),
    listOwedRefunds: get("/owed-refunds"),
    tieTransfer: post(`${ofTransfer}/tie`, { payment_code: ids.payment_code, outcome: "keep" }),
    followUpPayment: post(`${ofTransfer}/follow-up`, { payment_code: ids.payment_code }),
    setTransferAside: post(`${ofTransfer}/set-aside`, {}),
    decideTransfers: post("/transfer-decisions", {
      mutation_ids: [ids.mutation_id],
      decision: "open",
    }),
    reopenTransfer: remove(`${ofTransfer}/decision`),
    separateTransfer: post(`${ofTransfer}/separation`, { other_mutation_id: ids.mutation_id }),
    noteTransfer: post(`${ofTransfer}/note`, { note: "The customer will call back." }),
    settlePayment: post(`${ofPayment}/settlement`, {}),
    refundPayment: post(`${ofPayment}/refunds`, {
      amount: 1,
      refunded_at: new Date().toISOString(),
      recipient: "SITI RAHAYU",
      reason: "Paid twice",
      form_key: randomUUID(),
    }),
    sendRefund: post(`/refunds/${ids.refund_id}/sending`, {
      refunded_at: new Date().toISOString(),
      recipient: "SITI RAHAYU",
    }),
    withdrawRefund: remove(`/refunds/${ids.refund_id}`),
    listLikelyTexts: get("/likely-texts"),
    confirmLikelyText: post(`/likely-texts/${ids.text_id}/payment`, {
      payment_code: ids.payment_code,
    }),
    refuseLikelyText: remove(`/likely-texts/${ids.text_id}`),
    tryReadingRule: post("/reading-rule-trials", { mutation_id: ids.mutation_id }),
    saveReadingRule: post("/reading-rules", { mutation_id: ids.mutation_id, marks: [] }),
    tryMailRule: post("/mail-rule-trials", { mail_id: ids.mail_id }),
    saveMailRule: post("/mail-rules", { mail_id: ids.mail_id, marks: [] }),
    listReadingRules: get("/reading-rules"),
    switchReadingRule: post(`/reading-rules/${ids.rule_id}`, { is_on: false }),
    addOwnBank: post("/banks", { ...ownBank, app_package: "com.contoh.bank" }),
    changeOwnBank: post(`/banks/${ids.bank_id}`, ownBank),
    removeOwnBank: remove(`/banks/${ids.bank_id}`),
    answerForApp: post(`/apps/${ids.app_package}`, { is_bank: false }),
    removeReadingRule: remove(`/reading-rules/${ids.rule_id}`),
    exportReadingRules: get("/reading-rules-export"),
    getAttention: get("/attention"),
    listStatementMonths: get("/statements"),
    listUnsupportedMutations: get("/unsupported-transfers"),
    closeUnsupportedMutation: post(`/unsupported-transfers/${ids.mutation_id}/close`, {
      verdict: "forged",
      note: "Nobody paid.",
    }),
    beginStatementUpload: post("/statement-uploads", {
      account_id: ids.account_id,
      file_name: "mutasi.csv",
      file_bytes: 3,
    }),
    sendStatementPart: post(`${ofUpload}/parts`, { part_number: 2, content: "QUJD" }),
    previewStatement: get(ofUpload),
    checkStatement: post(`${ofUpload}/check`, {}),
    importStatement: post(`${ofUpload}/import`, {}),
    withdrawStatement: post(`/statement-imports/${ids.import_id}/withdraw`, {}),
    getStatementMonth: get(ofMonth),
    listStatementRows: get(`${ofMonth}/rows`),
    recordMissedRow: post(`/statement-rows/${ids.row_id}/record`, {}),
    explainStatementRow: post(`/statement-rows/${ids.row_id}/explain`, { meaning: "other" }),
    exportStatementRows: get(`${ofMonth}/statement.csv`),
    exportStatementRowsWorkbook: get(`${ofMonth}/statement.xlsx`),
    exportStatementJournal: get(`${ofMonth}/journal.csv`),
    exportStatementJournalWorkbook: get(`${ofMonth}/journal.xlsx`),
    getStatementChart: get("/statement-chart"),
    saveStatementChart: post("/statement-chart", { program: "jurnal", accounts: [] }),
    listStatementRules: get("/statement-rules"),
    tryStatementRule: post("/statement-rules/try", {
      direction: "DEBIT",
      words: "BIAYA ADM",
      meaning: "fee",
    }),
    createStatementRule: post("/statement-rules", {
      direction: "DEBIT",
      words: `BIAYA ${randomUUID()}`,
      meaning: "fee",
    }),
    deleteStatementRule: remove(`/statement-rules/${ids.rule_id}`),
    listStatementReversals: get(`${ofMonth}/reversals`),
    confirmStatementReversal: post(`/statement-rows/${ids.row_id}/reverse`, {
      reversed_row_id: randomUUID(),
    }),
    closeStatementMonth: post(`${ofMonth}/close`, {}),
    reopenStatementMonth: post(`${ofMonth}/reopen`, {}),
    exportStatementMonth: get(`${ofMonth}/month.zip`),
    getBooks: get("/books/2026"),
    exportBooks: get("/books/2026/odoo/journal.csv"),
    exportBooksText: get("/books/2026/hledger/journal.txt"),
    getOverview: get("/overview"),
    exportOverview: get("/overview.csv"),
    exportOverviewWorkbook: get("/overview.xlsx"),
    getChecklist: get("/checklist"),
    endChecklist: post("/checklist/end", {}),
    getSettings: get("/settings"),
    changeSettings: post("/settings", { sends_expired_events: true }),
    rotateWebhookSecret: post("/webhook-secret", {}),
    listLoggedRequests: get("/logged-requests"),
    getLoggedRequest: get(`/logged-requests/${ids.entry_id}`),
    listDeliveries: get("/deliveries"),
    getDelivery: get(`/deliveries/${ids.delivery_id}`),
    sendDeliveryAgain: post(`/deliveries/${ids.delivery_id}/attempts`, {}),
    sendTestEvent: post("/deliveries", {}),
    getNotices: get("/notices"),
    changeNotices: post("/notices", { language: "en" }),
    offerTelegramLink: post("/notices/telegram", {}),
    addPushTarget: post("/notices/push", {
      endpoint: "https://push.example/send/1",
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    }),
    removeNoticeTarget: remove(`/notices/targets/${ids.target_id}`),
    sendTestNotice: post("/notices/tests", { channel: "push" }),
    listNoticeMessages: get("/notices/messages"),
    listMerchants: get("/operator/merchants"),
    listMerchantAccounts: get(`/operator/merchants/${ids.merchant_id}/accounts`),
    grantQuota: post(`/operator/accounts/${ids.account_id}/quota-grants`, { days: 30 }),
    listFailingWebhooks: get("/operator/failing-webhooks"),
    getSystemHealth: get("/operator/system-health"),
    getGatewaySettings: get("/operator/settings"),
    changeGatewayEmail: post("/operator/settings/email", {
      host: "smtp.shop.example",
      port: 587,
      sender_name: "Toko Contoh",
      sender_address: "toko@shop.example",
    }),
    changeGatewayMailClient: post("/operator/settings/mail-clients", {
      provider: "google",
      client_id: "1234-abc.apps.googleusercontent.com",
      client_secret: "GOCSPX-example",
    }),
    changeGatewayTelegram: post("/operator/settings/telegram", {
      bot_token: "123456789:AAExampleExampleExampleExample",
    }),
    startGatewayTunnel: post("/operator/settings/tunnel", {}),
    changeGatewayLocalNetwork: post("/operator/settings/local-network", { is_open: false }),
    changeGatewaySignUp: post("/operator/settings/sign-up", { is_open: false }),
    changeGatewayPublicAddress: post("/operator/settings/public-address", {
      url: "https://pay.example.com",
    }),
    removeGatewaySetting: remove("/operator/saved-settings/email"),
    testGatewayPublicAddress: post("/operator/settings/public-address/tests", {}),
    testGatewayTelegram: post("/operator/settings/telegram/tests", {}),
    testGatewayEmail: post("/operator/settings/email/tests", {}),
    listAuditEntries: get("/audit-entries"),
  };
  const sample = samples[operationId];
  if (sample === undefined) throw new Error(`${operationId} has no sample request: add one`);
  return sample;
}
