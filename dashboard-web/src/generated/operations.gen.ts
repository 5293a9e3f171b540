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
  ListApiKeysData,
  ListApiKeysResponse,
  CreateApiKeyData,
  CreateApiKeyResponse,
  RevokeApiKeyData,
  RevokeApiKeyResponse,
  ListAccountChoicesData,
  ListAccountChoicesResponse,
  ListOwnAccountsData,
  ListOwnAccountsResponse,
  CreateOwnAccountData,
  CreateOwnAccountResponse,
  GetOwnAccountData,
  GetOwnAccountResponse,
  ChangeOwnAccountData,
  ChangeOwnAccountResponse,
  PreviewQrisData,
  PreviewQrisResponse,
  GetChannelStepsData,
  GetChannelStepsResponse,
  ChangeChannelStepsData,
  ChangeChannelStepsResponse,
  GetQuotaData,
  GetQuotaResponse,
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
  SearchPaymentsData,
  SearchPaymentsResponse,
  ExportPaymentsData,
  ExportPaymentsResponse,
  GetPaymentDetailData,
  GetPaymentDetailResponse,
  CancelOwnPaymentData,
  CancelOwnPaymentResponse,
  ListOwnLikelyMutationsData,
  ListOwnLikelyMutationsResponse,
  MatchOwnPaymentData,
  MatchOwnPaymentResponse,
  ListOwnMutationReasonsData,
  ListOwnMutationReasonsResponse,
  ListOwnNearMissesData,
  ListOwnNearMissesResponse,
  ListUnreadTextsData,
  ListUnreadTextsResponse,
  GetOverviewData,
  GetOverviewResponse,
  GetChecklistData,
  GetChecklistResponse,
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
  ListAuditEntriesData,
  ListAuditEntriesResponse,
} from "./types.gen.ts";

export interface Operations {
  getSignInOptions: { data: GetSignInOptionsData; response: GetSignInOptionsResponse };
  signIn: { data: SignInData; response: SignInResponse };
  getSession: { data: GetSessionData; response: GetSessionResponse };
  signOut: { data: SignOutData; response: SignOutResponse };
  signUp: { data: SignUpData; response: SignUpResponse };
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
  listApiKeys: { data: ListApiKeysData; response: ListApiKeysResponse };
  createApiKey: { data: CreateApiKeyData; response: CreateApiKeyResponse };
  revokeApiKey: { data: RevokeApiKeyData; response: RevokeApiKeyResponse };
  listAccountChoices: { data: ListAccountChoicesData; response: ListAccountChoicesResponse };
  listOwnAccounts: { data: ListOwnAccountsData; response: ListOwnAccountsResponse };
  createOwnAccount: { data: CreateOwnAccountData; response: CreateOwnAccountResponse };
  getOwnAccount: { data: GetOwnAccountData; response: GetOwnAccountResponse };
  changeOwnAccount: { data: ChangeOwnAccountData; response: ChangeOwnAccountResponse };
  previewQris: { data: PreviewQrisData; response: PreviewQrisResponse };
  getChannelSteps: { data: GetChannelStepsData; response: GetChannelStepsResponse };
  changeChannelSteps: { data: ChangeChannelStepsData; response: ChangeChannelStepsResponse };
  getQuota: { data: GetQuotaData; response: GetQuotaResponse };
  orderQuota: { data: OrderQuotaData; response: OrderQuotaResponse };
  listQuotaOrders: { data: ListQuotaOrdersData; response: ListQuotaOrdersResponse };
  listOwnDevices: { data: ListOwnDevicesData; response: ListOwnDevicesResponse };
  offerPairing: { data: OfferPairingData; response: OfferPairingResponse };
  approveOwnDevice: { data: ApproveOwnDeviceData; response: ApproveOwnDeviceResponse };
  renameOwnDevice: { data: RenameOwnDeviceData; response: RenameOwnDeviceResponse };
  revokeOwnDevice: { data: RevokeOwnDeviceData; response: RevokeOwnDeviceResponse };
  searchPayments: { data: SearchPaymentsData; response: SearchPaymentsResponse };
  exportPayments: { data: ExportPaymentsData; response: ExportPaymentsResponse };
  getPaymentDetail: { data: GetPaymentDetailData; response: GetPaymentDetailResponse };
  cancelOwnPayment: { data: CancelOwnPaymentData; response: CancelOwnPaymentResponse };
  listOwnLikelyMutations: {
    data: ListOwnLikelyMutationsData;
    response: ListOwnLikelyMutationsResponse;
  };
  matchOwnPayment: { data: MatchOwnPaymentData; response: MatchOwnPaymentResponse };
  listOwnMutationReasons: {
    data: ListOwnMutationReasonsData;
    response: ListOwnMutationReasonsResponse;
  };
  listOwnNearMisses: { data: ListOwnNearMissesData; response: ListOwnNearMissesResponse };
  listUnreadTexts: { data: ListUnreadTextsData; response: ListUnreadTextsResponse };
  getOverview: { data: GetOverviewData; response: GetOverviewResponse };
  getChecklist: { data: GetChecklistData; response: GetChecklistResponse };
  getSettings: { data: GetSettingsData; response: GetSettingsResponse };
  changeSettings: { data: ChangeSettingsData; response: ChangeSettingsResponse };
  rotateWebhookSecret: { data: RotateWebhookSecretData; response: RotateWebhookSecretResponse };
  listDeliveries: { data: ListDeliveriesData; response: ListDeliveriesResponse };
  sendTestEvent: { data: SendTestEventData; response: SendTestEventResponse };
  getDelivery: { data: GetDeliveryData; response: GetDeliveryResponse };
  sendDeliveryAgain: { data: SendDeliveryAgainData; response: SendDeliveryAgainResponse };
  listMerchants: { data: ListMerchantsData; response: ListMerchantsResponse };
  listMerchantAccounts: { data: ListMerchantAccountsData; response: ListMerchantAccountsResponse };
  grantQuota: { data: GrantQuotaData; response: GrantQuotaResponse };
  listFailingWebhooks: { data: ListFailingWebhooksData; response: ListFailingWebhooksResponse };
  getSystemHealth: { data: GetSystemHealthData; response: GetSystemHealthResponse };
  listAuditEntries: { data: ListAuditEntriesData; response: ListAuditEntriesResponse };
}

export const operations: Readonly<
  Record<keyof Operations, readonly [method: string, path: string]>
> = {
  getSignInOptions: ["GET", "/dashboard/api/sign-in-options"],
  signIn: ["POST", "/dashboard/api/session"],
  getSession: ["GET", "/dashboard/api/session"],
  signOut: ["DELETE", "/dashboard/api/session"],
  signUp: ["POST", "/dashboard/api/sign-up"],
  requestPasswordReset: ["POST", "/dashboard/api/password-resets"],
  resetPassword: ["POST", "/dashboard/api/password-resets/redemption"],
  listSessions: ["GET", "/dashboard/api/sessions"],
  endOtherSessions: ["DELETE", "/dashboard/api/sessions"],
  endSession: ["DELETE", "/dashboard/api/sessions/{session_id}"],
  changePassword: ["POST", "/dashboard/api/password"],
  getTwoFactor: ["GET", "/dashboard/api/two-factor"],
  enableTwoFactor: ["POST", "/dashboard/api/two-factor"],
  offerTwoFactor: ["POST", "/dashboard/api/two-factor/offers"],
  disableTwoFactor: ["POST", "/dashboard/api/two-factor/end"],
  renewRecoveryCodes: ["POST", "/dashboard/api/two-factor/recovery-codes"],
  confirmPerson: ["POST", "/dashboard/api/confirmation"],
  listApiKeys: ["GET", "/dashboard/api/api-keys"],
  createApiKey: ["POST", "/dashboard/api/api-keys"],
  revokeApiKey: ["DELETE", "/dashboard/api/api-keys/{key_id}"],
  listAccountChoices: ["GET", "/dashboard/api/account-choices"],
  listOwnAccounts: ["GET", "/dashboard/api/accounts"],
  createOwnAccount: ["POST", "/dashboard/api/accounts"],
  getOwnAccount: ["GET", "/dashboard/api/accounts/{account_id}"],
  changeOwnAccount: ["POST", "/dashboard/api/accounts/{account_id}"],
  previewQris: ["POST", "/dashboard/api/qris-preview"],
  getChannelSteps: ["GET", "/dashboard/api/channels/{channel_id}/steps"],
  changeChannelSteps: ["POST", "/dashboard/api/channels/{channel_id}/steps"],
  getQuota: ["GET", "/dashboard/api/accounts/{account_id}/quota"],
  orderQuota: ["POST", "/dashboard/api/accounts/{account_id}/quota-orders"],
  listQuotaOrders: ["GET", "/dashboard/api/quota-orders"],
  listOwnDevices: ["GET", "/dashboard/api/devices"],
  offerPairing: ["POST", "/dashboard/api/pairing"],
  approveOwnDevice: ["POST", "/dashboard/api/devices/{device_id}/approval"],
  renameOwnDevice: ["POST", "/dashboard/api/devices/{device_id}"],
  revokeOwnDevice: ["DELETE", "/dashboard/api/devices/{device_id}"],
  searchPayments: ["GET", "/dashboard/api/payments"],
  exportPayments: ["GET", "/dashboard/api/payments.csv"],
  getPaymentDetail: ["GET", "/dashboard/api/payments/{payment_code}"],
  cancelOwnPayment: ["DELETE", "/dashboard/api/payments/{payment_code}"],
  listOwnLikelyMutations: ["GET", "/dashboard/api/payments/{payment_code}/transfers"],
  matchOwnPayment: ["POST", "/dashboard/api/payments/{payment_code}/match"],
  listOwnMutationReasons: ["GET", "/dashboard/api/mutations"],
  listOwnNearMisses: ["GET", "/dashboard/api/mutations/{mutation_id}/payments"],
  listUnreadTexts: ["GET", "/dashboard/api/unread-texts"],
  getOverview: ["GET", "/dashboard/api/overview"],
  getChecklist: ["GET", "/dashboard/api/checklist"],
  getSettings: ["GET", "/dashboard/api/settings"],
  changeSettings: ["POST", "/dashboard/api/settings"],
  rotateWebhookSecret: ["POST", "/dashboard/api/webhook-secret"],
  listDeliveries: ["GET", "/dashboard/api/deliveries"],
  sendTestEvent: ["POST", "/dashboard/api/deliveries"],
  getDelivery: ["GET", "/dashboard/api/deliveries/{delivery_id}"],
  sendDeliveryAgain: ["POST", "/dashboard/api/deliveries/{delivery_id}/attempts"],
  listMerchants: ["GET", "/dashboard/api/operator/merchants"],
  listMerchantAccounts: ["GET", "/dashboard/api/operator/merchants/{merchant_id}/accounts"],
  grantQuota: ["POST", "/dashboard/api/operator/accounts/{account_id}/quota-grants"],
  listFailingWebhooks: ["GET", "/dashboard/api/operator/failing-webhooks"],
  getSystemHealth: ["GET", "/dashboard/api/operator/system-health"],
  listAuditEntries: ["GET", "/dashboard/api/audit-entries"],
};
