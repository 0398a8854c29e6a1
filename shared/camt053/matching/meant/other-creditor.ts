import { isQrIban } from '../../../accounting/bank/iban.ts'
import { partnerNameKey } from '../../../accounting/documents/comparable-text.ts'
import { compact, hasOtherLegalForm, hasSameWords } from '../compare-texts.ts'
import type { OtherSide } from './other-supplier.ts'

/** The supplier whose payable a rule pays, and whom its conditions name. */
export type SupplierOfRule = {
  readonly names: readonly string[]
  /** Of its documents, of its orders, and those among the accounts of the bank entries that were paid for it. Without blanks. */
  readonly accounts: ReadonlySet<string>
  readonly named_by_rule: { readonly iban: string | null; readonly name: string | null }
}

/** Who else is known. */
export type OtherPartners = {
  /** Keys of the names of all partners. */
  readonly names: ReadonlySet<string>
  /** Accounts that were paid for other partners alone. */
  readonly accounts: ReadonlySet<string>
}

/**
 * Whether a debit goes to somebody else than the supplier whose payable a rule pays: to an account that was paid for others, to the whole name of another partner, to one
 * with another legal form, or, where the account is none of those that are known of the supplier, to a name with other words. An account of the supplier is
 * its own, whoever gets the money there.
 */
export function goesToOther(told: OtherSide, supplier: SupplierOfRule, others: OtherPartners): boolean {
  const { names, accounts, named_by_rule } = supplier
  const to = told.counterparty_iban === null ? null : compact(told.counterparty_iban)
  if (to !== null && (accounts.has(to) || to === named_by_rule.iban)) return false
  if (to !== null && others.accounts.has(to)) return true
  const keys = told.counterparty_names.map(partnerNameKey)
  const own = new Set(names.map(partnerNameKey))
  if (keys.length === 0 || keys.some((key) => own.has(key))) return false
  const ofRule = named_by_rule.name === null ? null : partnerNameKey(named_by_rule.name)
  if (keys.some((key) => others.names.has(key) && key !== ofRule)) return true
  if (told.counterparty_names.some((name) => names.some((one) => hasOtherLegalForm(name, one)))) return true
  const known = [...names, ...(named_by_rule.name === null ? [] : [named_by_rule.name])]
  const isSame = told.counterparty_names.some((name) => known.some((one) => hasSameWords(name, one)))
  return to !== null && isElsewhere(to, accounts) && !isSame
}

/** Banks know the owner of a QR-IBAN by another account. */
function isElsewhere(to: string, accounts: ReadonlySet<string>): boolean {
  return accounts.size > 0 && !([...accounts].every(isQrIban) && !isQrIban(to))
}
