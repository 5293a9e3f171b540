// This file is auto-generated from openapi/internal.json

import type {
  GetSignInOptionsData,
  GetSignInOptionsResponse,
  SignInData,
  SignInResponse,
  GetSessionData,
  GetSessionResponse,
  SignOutData,
  SignOutResponse,
  SignUpData,
  SignUpResponse,
  OpenFirstAccountData,
  OpenFirstAccountResponse,
  RequestPasswordResetData,
  RequestPasswordResetResponse,
  ResetPasswordData,
  ResetPasswordResponse,
  ListSessionsData,
  ListSessionsResponse,
  EndOtherSessionsData,
  EndOtherSessionsResponse,
  EndSessionData,
  EndSessionResponse,
  ChangePasswordData,
  ChangePasswordResponse,
  GetTwoFactorData,
  GetTwoFactorResponse,
  EnableTwoFactorData,
  EnableTwoFactorResponse,
  OfferTwoFactorData,
  OfferTwoFactorResponse,
  DisableTwoFactorData,
  DisableTwoFactorResponse,
  RenewRecoveryCodesData,
  RenewRecoveryCodesResponse,
  ConfirmPersonData,
  ConfirmPersonResponse,
  GetTeamData,
  GetTeamResponse,
  InvitePersonData,
  InvitePersonResponse,
  WithdrawInvitationData,
  WithdrawInvitationResponse,
  ChangeRoleData,
  ChangeRoleResponse,
  RemovePersonData,
  RemovePersonResponse,
  ChangeOwnNameData,
  ChangeOwnNameResponse,
  OpenInvitationData,
  OpenInvitationResponse,
  AcceptInvitationData,
  AcceptInvitationResponse,
  ListApiKeysData,
  ListApiKeysResponse,
  CreateApiKeyData,
  CreateApiKeyResponse,
  RevokeApiKeyData,
  RevokeApiKeyResponse,
  ListAccountChoicesData,
  ListAccountChoicesResponse,
  AnswerForAppData,
  AnswerForAppResponse,
  AddOwnBankData,
  AddOwnBankResponse,
  ChangeOwnBankData,
  ChangeOwnBankResponse,
  RemoveOwnBankData,
  RemoveOwnBankResponse,
  ListOwnAccountsData,
  ListOwnAccountsResponse,
  CreateOwnAccountData,
  CreateOwnAccountResponse,
  GetOwnAccountData,
  GetOwnAccountResponse,
  ChangeOwnAccountData,
  ChangeOwnAccountResponse,
  GetAccountSourcesData,
  GetAccountSourcesResponse,
  PreviewQrisData,
  PreviewQrisResponse,
  GetChannelStepsData,
  GetChannelStepsResponse,
  ChangeChannelStepsData,
  ChangeChannelStepsResponse,
  GetQuotaData,
  GetQuotaResponse,
  RenewQuotaData,
  RenewQuotaResponse,
  OrderQuotaData,
  OrderQuotaResponse,
  ListQuotaOrdersData,
  ListQuotaOrdersResponse,
  ListOwnDevicesData,
  ListOwnDevicesResponse,
  OfferPairingData,
  OfferPairingResponse,
  ApproveOwnDeviceData,
  ApproveOwnDeviceResponse,
  RenameOwnDeviceData,
  RenameOwnDeviceResponse,
  RevokeOwnDeviceData,
  RevokeOwnDeviceResponse,
  ListMailboxesData,
  ListMailboxesResponse,
  ConnectMailboxData,
  ConnectMailboxResponse,
  CreateForwardingAddressData,
  CreateForwardingAddressResponse,
  BeginMailSignInData,
  BeginMailSignInResponse,
  RenewMailSignInData,
  RenewMailSignInResponse,
  CompleteMailSignInData,
  CompleteMailSignInResponse,
  ChangeMailboxPasswordData,
  ChangeMailboxPasswordResponse,
  ListMailboxFoldersData,
  ListMailboxFoldersResponse,
  ChooseMailboxFolderData,
  ChooseMailboxFolderResponse,
  PauseMailboxData,
  PauseMailboxResponse,
  DisconnectMailboxData,
  DisconnectMailboxResponse,
  DownloadMailData,
  DownloadMailResponse,
  CreateInvoiceData,
  CreateInvoiceResponse,
  GetInvoiceData,
  GetInvoiceResponse,
  CancelInvoiceData,
  CancelInvoiceResponse,
  MailInvoiceData,
  MailInvoiceResponse,
  SearchPaymentsData,
  SearchPaymentsResponse,
  GetPaymentTotalsData,
  GetPaymentTotalsResponse,
  GetPaymentCountsData,
  GetPaymentCountsResponse,
  ExportPaymentsData,
  ExportPaymentsResponse,
  ExportPaymentsWorkbookData,
  ExportPaymentsWorkbookResponse,
  GetPaymentDetailData,
  GetPaymentDetailResponse,
  CancelOwnPaymentData,
  CancelOwnPaymentResponse,
  ListOwnLikelyMutationsData,
  ListOwnLikelyMutationsResponse,
  CreateTestPaymentData,
  CreateTestPaymentResponse,
  CancelOwnPaymentsData,
  CancelOwnPaymentsResponse,
  PayTestPaymentData,
  PayTestPaymentResponse,
  MatchOwnPaymentData,
  MatchOwnPaymentResponse,
  ListLinksData,
  ListLinksResponse,
  CreateLinkData,
  CreateLinkResponse,
  GetLinkData,
  GetLinkResponse,
  ChangeLinkData,
  ChangeLinkResponse,
  SwitchLinkData,
  SwitchLinkResponse,
  SetLinkPictureData,
  SetLinkPictureResponse,
  RemoveLinkPictureData,
  RemoveLinkPictureResponse,
  GetCounterData,
  GetCounterResponse,
  MakeCounterSaleData,
  MakeCounterSaleResponse,
  ChangeCounterItemsData,
  ChangeCounterItemsResponse,
  GetCounterSaleData,
  GetCounterSaleResponse,
  CancelCounterSaleData,
  CancelCounterSaleResponse,
  SearchMutationsData,
  SearchMutationsResponse,
  GetMutationTotalsData,
  GetMutationTotalsResponse,
  ExportMutationsData,
  ExportMutationsResponse,
  ExportMutationsWorkbookData,
  ExportMutationsWorkbookResponse,
  GetOwnMutationData,
  GetOwnMutationResponse,
  ListUnreadTextsData,
  ListUnreadTextsResponse,
  ListStatementMonthsData,
  ListStatementMonthsResponse,
  ListUnsupportedMutationsData,
  ListUnsupportedMutationsResponse,
  CloseUnsupportedMutationData,
  CloseUnsupportedMutationResponse,
  BeginStatementUploadData,
  BeginStatementUploadResponse,
  SendStatementPartData,
  SendStatementPartResponse,
  PreviewStatementData,
  PreviewStatementResponse,
  CheckStatementData,
  CheckStatementResponse,
  ImportStatementData,
  ImportStatementResponse,
  WithdrawStatementData,
  WithdrawStatementResponse,
  GetStatementMonthData,
  GetStatementMonthResponse,
  ListStatementRowsData,
  ListStatementRowsResponse,
  RecordMissedRowData,
  RecordMissedRowResponse,
  ExplainStatementRowData,
  ExplainStatementRowResponse,
  ExportStatementRowsData,
  ExportStatementRowsResponse,
  ExportStatementRowsWorkbookData,
  ExportStatementRowsWorkbookResponse,
  ExportStatementJournalData,
  ExportStatementJournalResponse,
  ExportStatementJournalWorkbookData,
  ExportStatementJournalWorkbookResponse,
  GetStatementChartData,
  GetStatementChartResponse,
  SaveStatementChartData,
  SaveStatementChartResponse,
  ListStatementRulesData,
  ListStatementRulesResponse,
  CreateStatementRuleData,
  CreateStatementRuleResponse,
  TryStatementRuleData,
  TryStatementRuleResponse,
  DeleteStatementRuleData,
  DeleteStatementRuleResponse,
  ListStatementReversalsData,
  ListStatementReversalsResponse,
  ConfirmStatementReversalData,
  ConfirmStatementReversalResponse,
  CloseStatementMonthData,
  CloseStatementMonthResponse,
  ReopenStatementMonthData,
  ReopenStatementMonthResponse,
  ExportStatementMonthData,
  ExportStatementMonthResponse,
  GetBooksData,
  GetBooksResponse,
  ExportBooksData,
  ExportBooksResponse,
  ExportBooksTextData,
  ExportBooksTextResponse,
  ListTransfersData,
  ListTransfersResponse,
  ListTransferCandidatesData,
  ListTransferCandidatesResponse,
  ListOpenDifferencesData,
  ListOpenDifferencesResponse,
  ListOwedRefundsData,
  ListOwedRefundsResponse,
  TieTransferData,
  TieTransferResponse,
  FollowUpPaymentData,
  FollowUpPaymentResponse,
  SetTransferAsideData,
  SetTransferAsideResponse,
  DecideTransfersData,
  DecideTransfersResponse,
  ReopenTransferData,
  ReopenTransferResponse,
  SeparateTransferData,
  SeparateTransferResponse,
  NoteTransferData,
  NoteTransferResponse,
  SettlePaymentData,
  SettlePaymentResponse,
  RefundPaymentData,
  RefundPaymentResponse,
  SendRefundData,
  SendRefundResponse,
  WithdrawRefundData,
  WithdrawRefundResponse,
  ListLikelyTextsData,
  ListLikelyTextsResponse,
  ConfirmLikelyTextData,
  ConfirmLikelyTextResponse,
  RefuseLikelyTextData,
  RefuseLikelyTextResponse,
  TryReadingRuleData,
  TryReadingRuleResponse,
  SaveReadingRuleData,
  SaveReadingRuleResponse,
  ListReadingRulesData,
  ListReadingRulesResponse,
  TryMailRuleData,
  TryMailRuleResponse,
  SaveMailRuleData,
  SaveMailRuleResponse,
  SwitchReadingRuleData,
  SwitchReadingRuleResponse,
  RemoveReadingRuleData,
  RemoveReadingRuleResponse,
  ExportReadingRulesData,
  ExportReadingRulesResponse,
  GetAttentionData,
  GetAttentionResponse,
  GetOverviewData,
  GetOverviewResponse,
  ExportOverviewData,
  ExportOverviewResponse,
  ExportOverviewWorkbookData,
  ExportOverviewWorkbookResponse,
  GetChecklistData,
  GetChecklistResponse,
  EndChecklistData,
  EndChecklistResponse,
  GetSettingsData,
  GetSettingsResponse,
  ChangeSettingsData,
  ChangeSettingsResponse,
  RotateWebhookSecretData,
  RotateWebhookSecretResponse,
  ListDeliveriesData,
  ListDeliveriesResponse,
  SendTestEventData,
  SendTestEventResponse,
  GetDeliveryData,
  GetDeliveryResponse,
  SendDeliveryAgainData,
  SendDeliveryAgainResponse,
  ListLoggedRequestsData,
  ListLoggedRequestsResponse,
  GetLoggedRequestData,
  GetLoggedRequestResponse,
  GetNoticesData,
  GetNoticesResponse,
  ChangeNoticesData,
  ChangeNoticesResponse,
  OfferTelegramLinkData,
  OfferTelegramLinkResponse,
  AddPushTargetData,
  AddPushTargetResponse,
  RemoveNoticeTargetData,
  RemoveNoticeTargetResponse,
  SendTestNoticeData,
  SendTestNoticeResponse,
  ListNoticeMessagesData,
  ListNoticeMessagesResponse,
  ListMerchantsData,
  ListMerchantsResponse,
  ListMerchantAccountsData,
  ListMerchantAccountsResponse,
  GrantQuotaData,
  GrantQuotaResponse,
  ListFailingWebhooksData,
  ListFailingWebhooksResponse,
  GetSystemHealthData,
  GetSystemHealthResponse,
  GetGatewaySettingsData,
  GetGatewaySettingsResponse,
  ChangeGatewayEmailData,
  ChangeGatewayEmailResponse,
  ChangeGatewayTelegramData,
  ChangeGatewayTelegramResponse,
  ChangeGatewayMailClientData,
  ChangeGatewayMailClientResponse,
  ChangeGatewaySignUpData,
  ChangeGatewaySignUpResponse,
  ChangeGatewayPublicAddressData,
  ChangeGatewayPublicAddressResponse,
  StartGatewayTunnelData,
  StartGatewayTunnelResponse,
  ChangeGatewayLocalNetworkData,
  ChangeGatewayLocalNetworkResponse,
  RemoveGatewaySettingData,
  RemoveGatewaySettingResponse,
  TestGatewayEmailData,
  TestGatewayEmailResponse,
  TestGatewayPublicAddressData,
  TestGatewayPublicAddressResponse,
  TestGatewayTelegramData,
  TestGatewayTelegramResponse,
  ListAuditEntriesData,
  ListAuditEntriesResponse,
  Person,
} from "./types.gen.ts";

export type Role = Person["role"];

export interface Operations {
  getSignInOptions: { data: GetSignInOptionsData; response: GetSignInOptionsResponse };
  signIn: { data: SignInData; response: SignInResponse };
  getSession: { data: GetSessionData; response: GetSessionResponse };
  signOut: { data: SignOutData; response: SignOutResponse };
  signUp: { data: SignUpData; response: SignUpResponse };
  openFirstAccount: { data: OpenFirstAccountData; response: OpenFirstAccountResponse };
  requestPasswordReset: { data: RequestPasswordResetData; response: RequestPasswordResetResponse };
  resetPassword: { data: ResetPasswordData; response: ResetPasswordResponse };
  listSessions: { data: ListSessionsData; response: ListSessionsResponse };
  endOtherSessions: { data: EndOtherSessionsData; response: EndOtherSessionsResponse };
  endSession: { data: EndSessionData; response: EndSessionResponse };
  changePassword: { data: ChangePasswordData; response: ChangePasswordResponse };
  getTwoFactor: { data: GetTwoFactorData; response: GetTwoFactorResponse };
  enableTwoFactor: { data: EnableTwoFactorData; response: EnableTwoFactorResponse };
  offerTwoFactor: { data: OfferTwoFactorData; response: OfferTwoFactorResponse };
  disableTwoFactor: { data: DisableTwoFactorData; response: DisableTwoFactorResponse };
  renewRecoveryCodes: { data: RenewRecoveryCodesData; response: RenewRecoveryCodesResponse };
  confirmPerson: { data: ConfirmPersonData; response: ConfirmPersonResponse };
  getTeam: { data: GetTeamData; response: GetTeamResponse };
  invitePerson: { data: InvitePersonData; response: InvitePersonResponse };
  withdrawInvitation: { data: WithdrawInvitationData; response: WithdrawInvitationResponse };
  changeRole: { data: ChangeRoleData; response: ChangeRoleResponse };
  removePerson: { data: RemovePersonData; response: RemovePersonResponse };
  changeOwnName: { data: ChangeOwnNameData; response: ChangeOwnNameResponse };
  openInvitation: { data: OpenInvitationData; response: OpenInvitationResponse };
  acceptInvitation: { data: AcceptInvitationData; response: AcceptInvitationResponse };
  listApiKeys: { data: ListApiKeysData; response: ListApiKeysResponse };
  createApiKey: { data: CreateApiKeyData; response: CreateApiKeyResponse };
  revokeApiKey: { data: RevokeApiKeyData; response: RevokeApiKeyResponse };
  listAccountChoices: { data: ListAccountChoicesData; response: ListAccountChoicesResponse };
  answerForApp: { data: AnswerForAppData; response: AnswerForAppResponse };
  addOwnBank: { data: AddOwnBankData; response: AddOwnBankResponse };
  changeOwnBank: { data: ChangeOwnBankData; response: ChangeOwnBankResponse };
  removeOwnBank: { data: RemoveOwnBankData; response: RemoveOwnBankResponse };
  listOwnAccounts: { data: ListOwnAccountsData; response: ListOwnAccountsResponse };
  createOwnAccount: { data: CreateOwnAccountData; response: CreateOwnAccountResponse };
  getOwnAccount: { data: GetOwnAccountData; response: GetOwnAccountResponse };
  changeOwnAccount: { data: ChangeOwnAccountData; response: ChangeOwnAccountResponse };
  getAccountSources: { data: GetAccountSourcesData; response: GetAccountSourcesResponse };
  previewQris: { data: PreviewQrisData; response: PreviewQrisResponse };
  getChannelSteps: { data: GetChannelStepsData; response: GetChannelStepsResponse };
  changeChannelSteps: { data: ChangeChannelStepsData; response: ChangeChannelStepsResponse };
  getQuota: { data: GetQuotaData; response: GetQuotaResponse };
  renewQuota: { data: RenewQuotaData; response: RenewQuotaResponse };
  orderQuota: { data: OrderQuotaData; response: OrderQuotaResponse };
  listQuotaOrders: { data: ListQuotaOrdersData; response: ListQuotaOrdersResponse };
  listOwnDevices: { data: ListOwnDevicesData; response: ListOwnDevicesResponse };
  offerPairing: { data: OfferPairingData; response: OfferPairingResponse };
  approveOwnDevice: { data: ApproveOwnDeviceData; response: ApproveOwnDeviceResponse };
  renameOwnDevice: { data: RenameOwnDeviceData; response: RenameOwnDeviceResponse };
  revokeOwnDevice: { data: RevokeOwnDeviceData; response: RevokeOwnDeviceResponse };
  listMailboxes: { data: ListMailboxesData; response: ListMailboxesResponse };
  connectMailbox: { data: ConnectMailboxData; response: ConnectMailboxResponse };
  createForwardingAddress: {
    data: CreateForwardingAddressData;
    response: CreateForwardingAddressResponse;
  };
  beginMailSignIn: { data: BeginMailSignInData; response: BeginMailSignInResponse };
  renewMailSignIn: { data: RenewMailSignInData; response: RenewMailSignInResponse };
  completeMailSignIn: { data: CompleteMailSignInData; response: CompleteMailSignInResponse };
  changeMailboxPassword: {
    data: ChangeMailboxPasswordData;
    response: ChangeMailboxPasswordResponse;
  };
  listMailboxFolders: { data: ListMailboxFoldersData; response: ListMailboxFoldersResponse };
  chooseMailboxFolder: { data: ChooseMailboxFolderData; response: ChooseMailboxFolderResponse };
  pauseMailbox: { data: PauseMailboxData; response: PauseMailboxResponse };
  disconnectMailbox: { data: DisconnectMailboxData; response: DisconnectMailboxResponse };
  downloadMail: { data: DownloadMailData; response: DownloadMailResponse };
  createInvoice: { data: CreateInvoiceData; response: CreateInvoiceResponse };
  getInvoice: { data: GetInvoiceData; response: GetInvoiceResponse };
  cancelInvoice: { data: CancelInvoiceData; response: CancelInvoiceResponse };
  mailInvoice: { data: MailInvoiceData; response: MailInvoiceResponse };
  searchPayments: { data: SearchPaymentsData; response: SearchPaymentsResponse };
  getPaymentTotals: { data: GetPaymentTotalsData; response: GetPaymentTotalsResponse };
  getPaymentCounts: { data: GetPaymentCountsData; response: GetPaymentCountsResponse };
  exportPayments: { data: ExportPaymentsData; response: ExportPaymentsResponse };
  exportPaymentsWorkbook: {
    data: ExportPaymentsWorkbookData;
    response: ExportPaymentsWorkbookResponse;
  };
  getPaymentDetail: { data: GetPaymentDetailData; response: GetPaymentDetailResponse };
  cancelOwnPayment: { data: CancelOwnPaymentData; response: CancelOwnPaymentResponse };
  listOwnLikelyMutations: {
    data: ListOwnLikelyMutationsData;
    response: ListOwnLikelyMutationsResponse;
  };
  createTestPayment: { data: CreateTestPaymentData; response: CreateTestPaymentResponse };
  cancelOwnPayments: { data: CancelOwnPaymentsData; response: CancelOwnPaymentsResponse };
  payTestPayment: { data: PayTestPaymentData; response: PayTestPaymentResponse };
  matchOwnPayment: { data: MatchOwnPaymentData; response: MatchOwnPaymentResponse };
  listLinks: { data: ListLinksData; response: ListLinksResponse };
  createLink: { data: CreateLinkData; response: CreateLinkResponse };
  getLink: { data: GetLinkData; response: GetLinkResponse };
  changeLink: { data: ChangeLinkData; response: ChangeLinkResponse };
  switchLink: { data: SwitchLinkData; response: SwitchLinkResponse };
  setLinkPicture: { data: SetLinkPictureData; response: SetLinkPictureResponse };
  removeLinkPicture: { data: RemoveLinkPictureData; response: RemoveLinkPictureResponse };
  getCounter: { data: GetCounterData; response: GetCounterResponse };
  makeCounterSale: { data: MakeCounterSaleData; response: MakeCounterSaleResponse };
  changeCounterItems: { data: ChangeCounterItemsData; response: ChangeCounterItemsResponse };
  getCounterSale: { data: GetCounterSaleData; response: GetCounterSaleResponse };
  cancelCounterSale: { data: CancelCounterSaleData; response: CancelCounterSaleResponse };
  searchMutations: { data: SearchMutationsData; response: SearchMutationsResponse };
  getMutationTotals: { data: GetMutationTotalsData; response: GetMutationTotalsResponse };
  exportMutations: { data: ExportMutationsData; response: ExportMutationsResponse };
  exportMutationsWorkbook: {
    data: ExportMutationsWorkbookData;
    response: ExportMutationsWorkbookResponse;
  };
  getOwnMutation: { data: GetOwnMutationData; response: GetOwnMutationResponse };
  listUnreadTexts: { data: ListUnreadTextsData; response: ListUnreadTextsResponse };
  listStatementMonths: { data: ListStatementMonthsData; response: ListStatementMonthsResponse };
  listUnsupportedMutations: {
    data: ListUnsupportedMutationsData;
    response: ListUnsupportedMutationsResponse;
  };
  closeUnsupportedMutation: {
    data: CloseUnsupportedMutationData;
    response: CloseUnsupportedMutationResponse;
  };
  beginStatementUpload: { data: BeginStatementUploadData; response: BeginStatementUploadResponse };
  sendStatementPart: { data: SendStatementPartData; response: SendStatementPartResponse };
  previewStatement: { data: PreviewStatementData; response: PreviewStatementResponse };
  checkStatement: { data: CheckStatementData; response: CheckStatementResponse };
  importStatement: { data: ImportStatementData; response: ImportStatementResponse };
  withdrawStatement: { data: WithdrawStatementData; response: WithdrawStatementResponse };
  getStatementMonth: { data: GetStatementMonthData; response: GetStatementMonthResponse };
  listStatementRows: { data: ListStatementRowsData; response: ListStatementRowsResponse };
  recordMissedRow: { data: RecordMissedRowData; response: RecordMissedRowResponse };
  explainStatementRow: { data: ExplainStatementRowData; response: ExplainStatementRowResponse };
  exportStatementRows: { data: ExportStatementRowsData; response: ExportStatementRowsResponse };
  exportStatementRowsWorkbook: {
    data: ExportStatementRowsWorkbookData;
    response: ExportStatementRowsWorkbookResponse;
  };
  exportStatementJournal: {
    data: ExportStatementJournalData;
    response: ExportStatementJournalResponse;
  };
  exportStatementJournalWorkbook: {
    data: ExportStatementJournalWorkbookData;
    response: ExportStatementJournalWorkbookResponse;
  };
  getStatementChart: { data: GetStatementChartData; response: GetStatementChartResponse };
  saveStatementChart: { data: SaveStatementChartData; response: SaveStatementChartResponse };
  listStatementRules: { data: ListStatementRulesData; response: ListStatementRulesResponse };
  createStatementRule: { data: CreateStatementRuleData; response: CreateStatementRuleResponse };
  tryStatementRule: { data: TryStatementRuleData; response: TryStatementRuleResponse };
  deleteStatementRule: { data: DeleteStatementRuleData; response: DeleteStatementRuleResponse };
  listStatementReversals: {
    data: ListStatementReversalsData;
    response: ListStatementReversalsResponse;
  };
  confirmStatementReversal: {
    data: ConfirmStatementReversalData;
    response: ConfirmStatementReversalResponse;
  };
  closeStatementMonth: { data: CloseStatementMonthData; response: CloseStatementMonthResponse };
  reopenStatementMonth: { data: ReopenStatementMonthData; response: ReopenStatementMonthResponse };
  exportStatementMonth: { data: ExportStatementMonthData; response: ExportStatementMonthResponse };
  getBooks: { data: GetBooksData; response: GetBooksResponse };
  exportBooks: { data: ExportBooksData; response: ExportBooksResponse };
  exportBooksText: { data: ExportBooksTextData; response: ExportBooksTextResponse };
  listTransfers: { data: ListTransfersData; response: ListTransfersResponse };
  listTransferCandidates: {
    data: ListTransferCandidatesData;
    response: ListTransferCandidatesResponse;
  };
  listOpenDifferences: { data: ListOpenDifferencesData; response: ListOpenDifferencesResponse };
  listOwedRefunds: { data: ListOwedRefundsData; response: ListOwedRefundsResponse };
  tieTransfer: { data: TieTransferData; response: TieTransferResponse };
  followUpPayment: { data: FollowUpPaymentData; response: FollowUpPaymentResponse };
  setTransferAside: { data: SetTransferAsideData; response: SetTransferAsideResponse };
  decideTransfers: { data: DecideTransfersData; response: DecideTransfersResponse };
  reopenTransfer: { data: ReopenTransferData; response: ReopenTransferResponse };
  separateTransfer: { data: SeparateTransferData; response: SeparateTransferResponse };
  noteTransfer: { data: NoteTransferData; response: NoteTransferResponse };
  settlePayment: { data: SettlePaymentData; response: SettlePaymentResponse };
  refundPayment: { data: RefundPaymentData; response: RefundPaymentResponse };
  sendRefund: { data: SendRefundData; response: SendRefundResponse };
  withdrawRefund: { data: WithdrawRefundData; response: WithdrawRefundResponse };
  listLikelyTexts: { data: ListLikelyTextsData; response: ListLikelyTextsResponse };
  confirmLikelyText: { data: ConfirmLikelyTextData; response: ConfirmLikelyTextResponse };
  refuseLikelyText: { data: RefuseLikelyTextData; response: RefuseLikelyTextResponse };
  tryReadingRule: { data: TryReadingRuleData; response: TryReadingRuleResponse };
  saveReadingRule: { data: SaveReadingRuleData; response: SaveReadingRuleResponse };
  listReadingRules: { data: ListReadingRulesData; response: ListReadingRulesResponse };
  tryMailRule: { data: TryMailRuleData; response: TryMailRuleResponse };
  saveMailRule: { data: SaveMailRuleData; response: SaveMailRuleResponse };
  switchReadingRule: { data: SwitchReadingRuleData; response: SwitchReadingRuleResponse };
  removeReadingRule: { data: RemoveReadingRuleData; response: RemoveReadingRuleResponse };
  exportReadingRules: { data: ExportReadingRulesData; response: ExportReadingRulesResponse };
  getAttention: { data: GetAttentionData; response: GetAttentionResponse };
  getOverview: { data: GetOverviewData; response: GetOverviewResponse };
  exportOverview: { data: ExportOverviewData; response: ExportOverviewResponse };
  exportOverviewWorkbook: {
    data: ExportOverviewWorkbookData;
    response: ExportOverviewWorkbookResponse;
  };
  getChecklist: { data: GetChecklistData; response: GetChecklistResponse };
  endChecklist: { data: EndChecklistData; response: EndChecklistResponse };
  getSettings: { data: GetSettingsData; response: GetSettingsResponse };
  changeSettings: { data: ChangeSettingsData; response: ChangeSettingsResponse };
  rotateWebhookSecret: { data: RotateWebhookSecretData; response: RotateWebhookSecretResponse };
  listDeliveries: { data: ListDeliveriesData; response: ListDeliveriesResponse };
  sendTestEvent: { data: SendTestEventData; response: SendTestEventResponse };
  getDelivery: { data: GetDeliveryData; response: GetDeliveryResponse };
  sendDeliveryAgain: { data: SendDeliveryAgainData; response: SendDeliveryAgainResponse };
  listLoggedRequests: { data: ListLoggedRequestsData; response: ListLoggedRequestsResponse };
  getLoggedRequest: { data: GetLoggedRequestData; response: GetLoggedRequestResponse };
  getNotices: { data: GetNoticesData; response: GetNoticesResponse };
  changeNotices: { data: ChangeNoticesData; response: ChangeNoticesResponse };
  offerTelegramLink: { data: OfferTelegramLinkData; response: OfferTelegramLinkResponse };
  addPushTarget: { data: AddPushTargetData; response: AddPushTargetResponse };
  removeNoticeTarget: { data: RemoveNoticeTargetData; response: RemoveNoticeTargetResponse };
  sendTestNotice: { data: SendTestNoticeData; response: SendTestNoticeResponse };
  listNoticeMessages: { data: ListNoticeMessagesData; response: ListNoticeMessagesResponse };
  listMerchants: { data: ListMerchantsData; response: ListMerchantsResponse };
  listMerchantAccounts: { data: ListMerchantAccountsData; response: ListMerchantAccountsResponse };
  grantQuota: { data: GrantQuotaData; response: GrantQuotaResponse };
  listFailingWebhooks: { data: ListFailingWebhooksData; response: ListFailingWebhooksResponse };
  getSystemHealth: { data: GetSystemHealthData; response: GetSystemHealthResponse };
  getGatewaySettings: { data: GetGatewaySettingsData; response: GetGatewaySettingsResponse };
  changeGatewayEmail: { data: ChangeGatewayEmailData; response: ChangeGatewayEmailResponse };
  changeGatewayTelegram: {
    data: ChangeGatewayTelegramData;
    response: ChangeGatewayTelegramResponse;
  };
  changeGatewayMailClient: {
    data: ChangeGatewayMailClientData;
    response: ChangeGatewayMailClientResponse;
  };
  changeGatewaySignUp: { data: ChangeGatewaySignUpData; response: ChangeGatewaySignUpResponse };
  changeGatewayPublicAddress: {
    data: ChangeGatewayPublicAddressData;
    response: ChangeGatewayPublicAddressResponse;
  };
  startGatewayTunnel: { data: StartGatewayTunnelData; response: StartGatewayTunnelResponse };
  changeGatewayLocalNetwork: {
    data: ChangeGatewayLocalNetworkData;
    response: ChangeGatewayLocalNetworkResponse;
  };
  removeGatewaySetting: { data: RemoveGatewaySettingData; response: RemoveGatewaySettingResponse };
  testGatewayEmail: { data: TestGatewayEmailData; response: TestGatewayEmailResponse };
  testGatewayPublicAddress: {
    data: TestGatewayPublicAddressData;
    response: TestGatewayPublicAddressResponse;
  };
  testGatewayTelegram: { data: TestGatewayTelegramData; response: TestGatewayTelegramResponse };
  listAuditEntries: { data: ListAuditEntriesData; response: ListAuditEntriesResponse };
}

export const operations: Readonly<
  Record<keyof Operations, readonly [method: string, path: string, roles: readonly Role[]]>
> = {
  getSignInOptions: ["GET", "/dashboard/api/sign-in-options", []],
  signIn: ["POST", "/dashboard/api/session", []],
  getSession: [
    "GET",
    "/dashboard/api/session",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  signOut: [
    "DELETE",
    "/dashboard/api/session",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  signUp: ["POST", "/dashboard/api/sign-up", []],
  openFirstAccount: ["POST", "/dashboard/api/first-account", []],
  requestPasswordReset: ["POST", "/dashboard/api/password-resets", []],
  resetPassword: ["POST", "/dashboard/api/password-resets/redemption", []],
  listSessions: [
    "GET",
    "/dashboard/api/sessions",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  endOtherSessions: [
    "DELETE",
    "/dashboard/api/sessions",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  endSession: [
    "DELETE",
    "/dashboard/api/sessions/{session_id}",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  changePassword: [
    "POST",
    "/dashboard/api/password",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  getTwoFactor: [
    "GET",
    "/dashboard/api/two-factor",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  enableTwoFactor: [
    "POST",
    "/dashboard/api/two-factor",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  offerTwoFactor: [
    "POST",
    "/dashboard/api/two-factor/offers",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  disableTwoFactor: [
    "POST",
    "/dashboard/api/two-factor/end",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  renewRecoveryCodes: [
    "POST",
    "/dashboard/api/two-factor/recovery-codes",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  confirmPerson: [
    "POST",
    "/dashboard/api/confirmation",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  getTeam: ["GET", "/dashboard/api/team", ["owner"]],
  invitePerson: ["POST", "/dashboard/api/team/invitations", ["owner"]],
  withdrawInvitation: ["DELETE", "/dashboard/api/team/invitations/{invitation_id}", ["owner"]],
  changeRole: ["POST", "/dashboard/api/team/people/{person_id}/role", ["owner"]],
  removePerson: ["DELETE", "/dashboard/api/team/people/{person_id}", ["owner"]],
  changeOwnName: [
    "POST",
    "/dashboard/api/own-name",
    ["owner", "finance", "cashier", "developer", "viewer", "accountant"],
  ],
  openInvitation: ["POST", "/dashboard/api/invitations/opening", []],
  acceptInvitation: ["POST", "/dashboard/api/invitations/acceptance", []],
  listApiKeys: ["GET", "/dashboard/api/api-keys", ["owner", "developer"]],
  createApiKey: ["POST", "/dashboard/api/api-keys", ["owner", "developer"]],
  revokeApiKey: ["DELETE", "/dashboard/api/api-keys/{key_id}", ["owner", "developer"]],
  listAccountChoices: [
    "GET",
    "/dashboard/api/account-choices",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  answerForApp: ["POST", "/dashboard/api/apps/{package_name}", ["owner", "finance"]],
  addOwnBank: ["POST", "/dashboard/api/banks", ["owner", "finance"]],
  changeOwnBank: ["POST", "/dashboard/api/banks/{channel_id}", ["owner", "finance"]],
  removeOwnBank: ["DELETE", "/dashboard/api/banks/{channel_id}", ["owner", "finance"]],
  listOwnAccounts: [
    "GET",
    "/dashboard/api/accounts",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  createOwnAccount: ["POST", "/dashboard/api/accounts", ["owner", "finance"]],
  getOwnAccount: [
    "GET",
    "/dashboard/api/accounts/{account_id}",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  changeOwnAccount: ["POST", "/dashboard/api/accounts/{account_id}", ["owner", "finance"]],
  getAccountSources: [
    "GET",
    "/dashboard/api/accounts/{account_id}/sources",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  previewQris: ["POST", "/dashboard/api/qris-preview", ["owner", "finance"]],
  getChannelSteps: [
    "GET",
    "/dashboard/api/channels/{channel_id}/steps",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  changeChannelSteps: ["POST", "/dashboard/api/channels/{channel_id}/steps", ["owner", "finance"]],
  getQuota: [
    "GET",
    "/dashboard/api/accounts/{account_id}/quota",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  renewQuota: ["POST", "/dashboard/api/accounts/{account_id}/quota-renewal", ["owner"]],
  orderQuota: ["POST", "/dashboard/api/accounts/{account_id}/quota-orders", ["owner", "finance"]],
  listQuotaOrders: [
    "GET",
    "/dashboard/api/quota-orders",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  listOwnDevices: [
    "GET",
    "/dashboard/api/devices",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  offerPairing: ["POST", "/dashboard/api/pairing", ["owner", "finance"]],
  approveOwnDevice: ["POST", "/dashboard/api/devices/{device_id}/approval", ["owner", "finance"]],
  renameOwnDevice: ["POST", "/dashboard/api/devices/{device_id}", ["owner", "finance"]],
  revokeOwnDevice: ["DELETE", "/dashboard/api/devices/{device_id}", ["owner", "finance"]],
  listMailboxes: [
    "GET",
    "/dashboard/api/mailboxes",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  connectMailbox: ["POST", "/dashboard/api/mailboxes", ["owner", "finance"]],
  createForwardingAddress: ["POST", "/dashboard/api/forwarding-addresses", ["owner", "finance"]],
  beginMailSignIn: ["POST", "/dashboard/api/mail-sign-ins", ["owner", "finance"]],
  renewMailSignIn: ["POST", "/dashboard/api/mailboxes/{device_id}/sign-ins", ["owner", "finance"]],
  completeMailSignIn: ["POST", "/dashboard/api/mail-sign-ins/completion", ["owner", "finance"]],
  changeMailboxPassword: [
    "POST",
    "/dashboard/api/mailboxes/{device_id}/password",
    ["owner", "finance"],
  ],
  listMailboxFolders: ["GET", "/dashboard/api/mailboxes/{device_id}/folders", ["owner", "finance"]],
  chooseMailboxFolder: [
    "POST",
    "/dashboard/api/mailboxes/{device_id}/folder",
    ["owner", "finance"],
  ],
  pauseMailbox: ["POST", "/dashboard/api/mailboxes/{device_id}", ["owner", "finance"]],
  disconnectMailbox: ["DELETE", "/dashboard/api/mailboxes/{device_id}", ["owner", "finance"]],
  downloadMail: ["GET", "/dashboard/api/mails/{mail_id}", ["owner"]],
  createInvoice: ["POST", "/dashboard/api/invoices", ["owner", "finance"]],
  getInvoice: [
    "GET",
    "/dashboard/api/invoices/{sale_id}",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  cancelInvoice: ["DELETE", "/dashboard/api/invoices/{sale_id}", ["owner", "finance"]],
  mailInvoice: ["POST", "/dashboard/api/invoices/{sale_id}/mails", ["owner", "finance"]],
  searchPayments: [
    "GET",
    "/dashboard/api/payments",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  getPaymentTotals: [
    "GET",
    "/dashboard/api/payment-totals",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  getPaymentCounts: [
    "GET",
    "/dashboard/api/payment-counts",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  exportPayments: [
    "GET",
    "/dashboard/api/payments.csv",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  exportPaymentsWorkbook: [
    "GET",
    "/dashboard/api/payments.xlsx",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  getPaymentDetail: [
    "GET",
    "/dashboard/api/payments/{payment_code}",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  cancelOwnPayment: ["DELETE", "/dashboard/api/payments/{payment_code}", ["owner", "finance"]],
  listOwnLikelyMutations: [
    "GET",
    "/dashboard/api/payments/{payment_code}/transfers",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  createTestPayment: ["POST", "/dashboard/api/test-payments", ["owner", "finance", "developer"]],
  cancelOwnPayments: ["POST", "/dashboard/api/payment-cancellations", ["owner", "finance"]],
  payTestPayment: [
    "POST",
    "/dashboard/api/test-payments/{payment_code}/transfer",
    ["owner", "finance", "developer"],
  ],
  matchOwnPayment: ["POST", "/dashboard/api/payments/{payment_code}/match", ["owner", "finance"]],
  listLinks: [
    "GET",
    "/dashboard/api/links",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  createLink: ["POST", "/dashboard/api/links", ["owner", "finance"]],
  getLink: [
    "GET",
    "/dashboard/api/links/{link_id}",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  changeLink: ["POST", "/dashboard/api/links/{link_id}", ["owner", "finance"]],
  switchLink: ["POST", "/dashboard/api/links/{link_id}/switch", ["owner", "finance"]],
  setLinkPicture: ["POST", "/dashboard/api/links/{link_id}/picture", ["owner", "finance"]],
  removeLinkPicture: ["DELETE", "/dashboard/api/links/{link_id}/picture", ["owner", "finance"]],
  getCounter: ["GET", "/dashboard/api/counter", ["owner", "finance", "cashier"]],
  makeCounterSale: ["POST", "/dashboard/api/counter/sales", ["owner", "finance", "cashier"]],
  changeCounterItems: ["POST", "/dashboard/api/counter/items", ["owner", "finance"]],
  getCounterSale: [
    "GET",
    "/dashboard/api/counter/sales/{sale_id}",
    ["owner", "finance", "cashier"],
  ],
  cancelCounterSale: [
    "DELETE",
    "/dashboard/api/counter/sales/{sale_id}",
    ["owner", "finance", "cashier"],
  ],
  searchMutations: [
    "GET",
    "/dashboard/api/mutations",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  getMutationTotals: [
    "GET",
    "/dashboard/api/mutation-totals",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  exportMutations: [
    "GET",
    "/dashboard/api/mutations.csv",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  exportMutationsWorkbook: [
    "GET",
    "/dashboard/api/mutations.xlsx",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  getOwnMutation: [
    "GET",
    "/dashboard/api/mutations/{mutation_id}",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  listUnreadTexts: [
    "GET",
    "/dashboard/api/unread-texts",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  listStatementMonths: [
    "GET",
    "/dashboard/api/statements",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  listUnsupportedMutations: [
    "GET",
    "/dashboard/api/unsupported-transfers",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  closeUnsupportedMutation: [
    "POST",
    "/dashboard/api/unsupported-transfers/{mutation_id}/close",
    ["owner", "finance"],
  ],
  beginStatementUpload: ["POST", "/dashboard/api/statement-uploads", ["owner", "finance"]],
  sendStatementPart: [
    "POST",
    "/dashboard/api/statement-uploads/{upload_id}/parts",
    ["owner", "finance"],
  ],
  previewStatement: ["GET", "/dashboard/api/statement-uploads/{upload_id}", ["owner", "finance"]],
  checkStatement: [
    "POST",
    "/dashboard/api/statement-uploads/{upload_id}/check",
    ["owner", "finance"],
  ],
  importStatement: [
    "POST",
    "/dashboard/api/statement-uploads/{upload_id}/import",
    ["owner", "finance"],
  ],
  withdrawStatement: [
    "POST",
    "/dashboard/api/statement-imports/{import_id}/withdraw",
    ["owner", "finance"],
  ],
  getStatementMonth: [
    "GET",
    "/dashboard/api/statements/{account_id}/{month}",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  listStatementRows: [
    "GET",
    "/dashboard/api/statements/{account_id}/{month}/rows",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  recordMissedRow: ["POST", "/dashboard/api/statement-rows/{row_id}/record", ["owner", "finance"]],
  explainStatementRow: [
    "POST",
    "/dashboard/api/statement-rows/{row_id}/explain",
    ["owner", "finance", "accountant"],
  ],
  exportStatementRows: [
    "GET",
    "/dashboard/api/statements/{account_id}/{month}/statement.csv",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  exportStatementRowsWorkbook: [
    "GET",
    "/dashboard/api/statements/{account_id}/{month}/statement.xlsx",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  exportStatementJournal: [
    "GET",
    "/dashboard/api/statements/{account_id}/{month}/journal.csv",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  exportStatementJournalWorkbook: [
    "GET",
    "/dashboard/api/statements/{account_id}/{month}/journal.xlsx",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  getStatementChart: [
    "GET",
    "/dashboard/api/statement-chart",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  saveStatementChart: ["POST", "/dashboard/api/statement-chart", ["owner", "finance"]],
  listStatementRules: [
    "GET",
    "/dashboard/api/statement-rules",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  createStatementRule: [
    "POST",
    "/dashboard/api/statement-rules",
    ["owner", "finance", "accountant"],
  ],
  tryStatementRule: [
    "POST",
    "/dashboard/api/statement-rules/try",
    ["owner", "finance", "accountant"],
  ],
  deleteStatementRule: [
    "DELETE",
    "/dashboard/api/statement-rules/{rule_id}",
    ["owner", "finance", "accountant"],
  ],
  listStatementReversals: [
    "GET",
    "/dashboard/api/statements/{account_id}/{month}/reversals",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  confirmStatementReversal: [
    "POST",
    "/dashboard/api/statement-rows/{row_id}/reverse",
    ["owner", "finance", "accountant"],
  ],
  closeStatementMonth: [
    "POST",
    "/dashboard/api/statements/{account_id}/{month}/close",
    ["owner", "finance"],
  ],
  reopenStatementMonth: [
    "POST",
    "/dashboard/api/statements/{account_id}/{month}/reopen",
    ["owner", "finance"],
  ],
  exportStatementMonth: [
    "GET",
    "/dashboard/api/statements/{account_id}/{month}/month.zip",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  getBooks: [
    "GET",
    "/dashboard/api/books/{period}",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  exportBooks: [
    "GET",
    "/dashboard/api/books/{period}/{program}/journal.csv",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  exportBooksText: [
    "GET",
    "/dashboard/api/books/{period}/{language}/journal.txt",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  listTransfers: [
    "GET",
    "/dashboard/api/transfers",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  listTransferCandidates: [
    "GET",
    "/dashboard/api/transfers/{mutation_id}/candidates",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  listOpenDifferences: [
    "GET",
    "/dashboard/api/differences",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  listOwedRefunds: [
    "GET",
    "/dashboard/api/owed-refunds",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  tieTransfer: ["POST", "/dashboard/api/transfers/{mutation_id}/tie", ["owner", "finance"]],
  followUpPayment: [
    "POST",
    "/dashboard/api/transfers/{mutation_id}/follow-up",
    ["owner", "finance"],
  ],
  setTransferAside: [
    "POST",
    "/dashboard/api/transfers/{mutation_id}/set-aside",
    ["owner", "finance"],
  ],
  decideTransfers: ["POST", "/dashboard/api/transfer-decisions", ["owner", "finance"]],
  reopenTransfer: [
    "DELETE",
    "/dashboard/api/transfers/{mutation_id}/decision",
    ["owner", "finance"],
  ],
  separateTransfer: [
    "POST",
    "/dashboard/api/transfers/{mutation_id}/separation",
    ["owner", "finance"],
  ],
  noteTransfer: ["POST", "/dashboard/api/transfers/{mutation_id}/note", ["owner", "finance"]],
  settlePayment: [
    "POST",
    "/dashboard/api/payments/{payment_code}/settlement",
    ["owner", "finance"],
  ],
  refundPayment: ["POST", "/dashboard/api/payments/{payment_code}/refunds", ["owner", "finance"]],
  sendRefund: ["POST", "/dashboard/api/refunds/{refund_id}/sending", ["owner", "finance"]],
  withdrawRefund: ["DELETE", "/dashboard/api/refunds/{refund_id}", ["owner", "finance"]],
  listLikelyTexts: [
    "GET",
    "/dashboard/api/likely-texts",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  confirmLikelyText: [
    "POST",
    "/dashboard/api/likely-texts/{text_id}/payment",
    ["owner", "finance"],
  ],
  refuseLikelyText: ["DELETE", "/dashboard/api/likely-texts/{text_id}", ["owner", "finance"]],
  tryReadingRule: ["POST", "/dashboard/api/reading-rule-trials", ["owner", "finance"]],
  saveReadingRule: ["POST", "/dashboard/api/reading-rules", ["owner", "finance"]],
  listReadingRules: [
    "GET",
    "/dashboard/api/reading-rules",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  tryMailRule: ["POST", "/dashboard/api/mail-rule-trials", ["owner", "finance"]],
  saveMailRule: ["POST", "/dashboard/api/mail-rules", ["owner", "finance"]],
  switchReadingRule: ["POST", "/dashboard/api/reading-rules/{rule_id}", ["owner", "finance"]],
  removeReadingRule: ["DELETE", "/dashboard/api/reading-rules/{rule_id}", ["owner", "finance"]],
  exportReadingRules: [
    "GET",
    "/dashboard/api/reading-rules-export",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  getAttention: [
    "GET",
    "/dashboard/api/attention",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  getOverview: [
    "GET",
    "/dashboard/api/overview",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  exportOverview: [
    "GET",
    "/dashboard/api/overview.csv",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  exportOverviewWorkbook: [
    "GET",
    "/dashboard/api/overview.xlsx",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  getChecklist: [
    "GET",
    "/dashboard/api/checklist",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  endChecklist: ["POST", "/dashboard/api/checklist/end", ["owner"]],
  getSettings: [
    "GET",
    "/dashboard/api/settings",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  changeSettings: ["POST", "/dashboard/api/settings", ["owner", "developer"]],
  rotateWebhookSecret: ["POST", "/dashboard/api/webhook-secret", ["owner", "developer"]],
  listDeliveries: [
    "GET",
    "/dashboard/api/deliveries",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  sendTestEvent: ["POST", "/dashboard/api/deliveries", ["owner", "developer"]],
  getDelivery: [
    "GET",
    "/dashboard/api/deliveries/{delivery_id}",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  sendDeliveryAgain: [
    "POST",
    "/dashboard/api/deliveries/{delivery_id}/attempts",
    ["owner", "developer"],
  ],
  listLoggedRequests: ["GET", "/dashboard/api/logged-requests", ["owner", "developer"]],
  getLoggedRequest: ["GET", "/dashboard/api/logged-requests/{entry_id}", ["owner", "developer"]],
  getNotices: [
    "GET",
    "/dashboard/api/notices",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  changeNotices: [
    "POST",
    "/dashboard/api/notices",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  offerTelegramLink: [
    "POST",
    "/dashboard/api/notices/telegram",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  addPushTarget: [
    "POST",
    "/dashboard/api/notices/push",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  removeNoticeTarget: [
    "DELETE",
    "/dashboard/api/notices/targets/{target_id}",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  sendTestNotice: [
    "POST",
    "/dashboard/api/notices/tests",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  listNoticeMessages: [
    "GET",
    "/dashboard/api/notices/messages",
    ["owner", "finance", "developer", "viewer", "accountant"],
  ],
  listMerchants: ["GET", "/dashboard/api/operator/merchants", ["owner"]],
  listMerchantAccounts: [
    "GET",
    "/dashboard/api/operator/merchants/{merchant_id}/accounts",
    ["owner"],
  ],
  grantQuota: ["POST", "/dashboard/api/operator/accounts/{account_id}/quota-grants", ["owner"]],
  listFailingWebhooks: ["GET", "/dashboard/api/operator/failing-webhooks", ["owner"]],
  getSystemHealth: ["GET", "/dashboard/api/operator/system-health", ["owner"]],
  getGatewaySettings: ["GET", "/dashboard/api/operator/settings", ["owner"]],
  changeGatewayEmail: ["POST", "/dashboard/api/operator/settings/email", ["owner"]],
  changeGatewayTelegram: ["POST", "/dashboard/api/operator/settings/telegram", ["owner"]],
  changeGatewayMailClient: ["POST", "/dashboard/api/operator/settings/mail-clients", ["owner"]],
  changeGatewaySignUp: ["POST", "/dashboard/api/operator/settings/sign-up", ["owner"]],
  changeGatewayPublicAddress: [
    "POST",
    "/dashboard/api/operator/settings/public-address",
    ["owner"],
  ],
  startGatewayTunnel: ["POST", "/dashboard/api/operator/settings/tunnel", ["owner"]],
  changeGatewayLocalNetwork: ["POST", "/dashboard/api/operator/settings/local-network", ["owner"]],
  removeGatewaySetting: [
    "DELETE",
    "/dashboard/api/operator/saved-settings/{setting_name}",
    ["owner"],
  ],
  testGatewayEmail: ["POST", "/dashboard/api/operator/settings/email/tests", ["owner"]],
  testGatewayPublicAddress: [
    "POST",
    "/dashboard/api/operator/settings/public-address/tests",
    ["owner"],
  ],
  testGatewayTelegram: ["POST", "/dashboard/api/operator/settings/telegram/tests", ["owner"]],
  listAuditEntries: ["GET", "/dashboard/api/audit-entries", ["owner"]],
};
