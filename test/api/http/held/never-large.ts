export const ONE_CHANGE = 'a short body, and an answer about one resource'

/** Proofs, returns, rules and webhooks, and why what they answer is short. */
export const NEVER_LARGE = {
  getLedgerProof: 'two paths of logarithmic length and a token, from some hundred hashes',
  createBankRule: 'a rule of 50 lines',
  getBankRule: 'a rule with 20 versions of 50 lines',
  changeBankRule: 'a rule of 50 lines',
  listBankRuleBookings: 'at most 500 bookings of 300 bytes, read by the same page as other lists',
  reverseBankRule: 'at most 100 vouchers, each with its own queries',
  acceptRuleCandidate: 'a voucher of 151 lines at most',
  acceptBankReturn: ONE_CHANGE,
  listBankReturns: 'at most 500 returns of 500 bytes, read by the same page as other lists',
  getBankReturn: 'a return',
  reverseBankReturn: ONE_CHANGE,
  createWebhookSubscription: ONE_CHANGE,
  listWebhookSubscriptions: 'a page of subscriptions, which an API client has few of',
  getWebhookSubscription: 'a subscription',
  changeWebhookSubscription: ONE_CHANGE,
  rotateWebhookSecret: ONE_CHANGE,
  deleteWebhookSubscription: ONE_CHANGE,
  listWebhookPositions: 'at most 500 positions of 400 bytes, read by the same page as other lists',
  listWebhookAttempts: 'at most 500 attempts of 300 bytes, read by the same page as other lists',
  redeliverWebhooks: ONE_CHANGE,
} as const
