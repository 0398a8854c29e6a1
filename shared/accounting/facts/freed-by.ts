import type { BlockerCode } from './blockers.ts'

/**
 * Changes after which blocked facts are evaluated again. `named` is a change of an open item, a payment or a bank entry:
 * then those that name it are. `control account` is the first item on an account, by a voucher. `time` is a day that has
 * passed, or a release.
 */
export type FreeingChange =
  | 'chart'
  | 'control account'
  | 'exchange rates'
  | 'fiscal year'
  | 'mappings'
  | 'named'
  | 'period lock'
  | 'reversal'
  | 'settings'
  | 'time'

const BY_ROLES = ['chart', 'mappings'] as const
/** The bank accounts of a voucher are those of the roles; a chart brings roles too. */
const BY_BANK = [...BY_ROLES, 'named'] as const
const BY_ACCOUNTS = [...BY_ROLES, 'exchange rates', 'settings'] as const
const BY_AMOUNTS = ['exchange rates', 'settings'] as const
/** A voucher that takes from an item takes its book value, which another voucher may change. */
const BY_VALUES = [...BY_AMOUNTS, 'named'] as const
/** With the value of an item the exchange difference changes, and its account with it. */
const BY_DIFFERENCE = [...BY_ACCOUNTS, 'named'] as const

/**
 * Which changes may remove a blocker. Nothing but another request removes one without a change; a blocker that no row
 * names does not compile. Whoever makes a change asks with `blockersFreedBy`.
 */
export const FREED_BY: Readonly<Record<BlockerCode, readonly FreeingChange[]>> = {
  receipt_missing: [],
  supplier_missing: [],
  customer_missing: [],
  supplier_uid_invalid: [],
  customer_uid_invalid: [],
  amount_missing: [],
  // A document of 0.00 is booked where its lines stand on several accounts.
  amount_zero: BY_ACCOUNTS,
  currency_mismatch: ['settings'],
  exchange_rate_missing: BY_AMOUNTS,
  account_chart_missing: ['chart'],
  // The difference of an exchange is a gain or a loss by the rate.
  account_mapping_missing: BY_DIFFERENCE,
  account_unknown: BY_DIFFERENCE,
  account_inactive: BY_DIFFERENCE,
  control_account_without_item: BY_DIFFERENCE,
  fiscal_year_missing: ['chart', 'fiscal year', 'time'],
  fiscal_year_closed: ['fiscal year', 'period lock'],
  period_locked: ['period lock'],
  vat_period_missing: [],
  tax_of_other_method: ['settings'],
  amount_too_large: BY_VALUES,
  amount_too_small: BY_AMOUNTS,
  document_date_in_future: ['time'],
  tax_code_unknown: [],
  supply_period_wrong: [],
  tax_rate_not_valid_on_date: [],
  tax_amount_mismatch: [],
  tax_sign_wrong: [],
  vat_activity_missing: [...BY_ROLES, 'settings'],
  net_tax_rate_changed: [...BY_ROLES, 'settings'],
  tax_shown_unregistered: ['settings'],
  supplier_not_registered: ['settings'],
  tax_code_not_registered: ['settings'],
  already_posted: ['reversal'],
  duplicate_document: ['reversal'],
  voucher_not_balanced: BY_VALUES,
  entry_type_accounts: [...BY_ROLES, 'settings'],
  entry_type_tax: [],
  bank_entry_unknown: BY_BANK,
  bank_entry_exhausted: BY_BANK,
  bank_entry_amount_mismatch: BY_BANK,
  payment_not_booked: BY_BANK,
  // An account that becomes a control account lists its older lines, which vouchers name like items.
  open_item_unknown: BY_BANK,
  open_item_exceeded: ['named'],
  // An account stays a control account for ever.
  open_item_missing: [],
  // The share of an item's book value, the kinds of items on an account, and what is left in the base currency.
  open_item_mismatch: [...BY_ROLES, ...BY_AMOUNTS, 'control account', 'named'],
  // What the items of each partner are worth, and who the partner of a payment is.
  set_off_consent_missing: BY_VALUES,
  reference_invalid: [],
  iban_invalid: [],
  evaluation_failed: ['time'],
}

/** Blockers that a release before has left on facts, and that no rule finds any more. */
const OF_RELEASES_BEFORE = {
  tax_due_with_payment: ['settings', 'time'],
} as const satisfies Readonly<Record<string, readonly FreeingChange[]>>

/** The code of a blocker that a fact or an intent may have. */
export type KeptBlockerCode = BlockerCode | keyof typeof OF_RELEASES_BEFORE

/** The blockers that a change may remove. */
export function blockersFreedBy(change: FreeingChange): KeptBlockerCode[] {
  const freed: Readonly<Record<KeptBlockerCode, readonly FreeingChange[]>> = { ...FREED_BY, ...OF_RELEASES_BEFORE }
  return (Object.keys(freed) as KeptBlockerCode[]).filter((code) => freed[code].includes(change))
}
