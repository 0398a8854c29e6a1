import type { BankRuleAction, BankRuleLine } from '../../contract/bank-rules/bank-rule-parts.ts'
import type { VoucherLineRequest } from '../../contract/facts/journal-vouchers.ts'
import { bankAccountKeys } from '../bank/bank-lines.ts'
import { accountFor, type PostingSettings } from '../setup/posting-settings.ts'
import { linesOfPart } from './lines-of-part.ts'
import { type PayableOfSupplier, payableToSettle } from './payable-to-settle.ts'
import { type AmountToBook, type RuleRefusal, voucherLine } from './ruled-amount.ts'
import { splitEntry } from './split-entry.ts'

/**
 * The lines of the voucher that books a bank entry by a rule: the account at the bank first, then the parts. They balance,
 * and the first one is the amount of the bank entry. Each line has the place of its part among the lines of the rule; the
 * line at the bank has none.
 *
 * @param payables open payables of the supplier whose payable the rule settles
 */
export function linesOfRule(
  action: BankRuleAction,
  entry: AmountToBook,
  settings: PostingSettings,
  payables: readonly PayableOfSupplier[],
): LinesOfRule | RuleRefusal {
  const account = accountFor(settings, bankAccountKeys(entry.bank_account), entry.booking_date)
  if (account === undefined) return bankUnmapped(entry)
  const sign = entry.credit_debit === 'CRDT' ? 1n : -1n
  const bankLine = voucherLine(account, sign * entry.amount_minor, entry.currency)
  const parts = action.lines ? partsOnAccounts(action.lines, entry, settings) : payableToSettle(payables, entry)
  if ('code' in parts) return parts
  return { lines: [bankLine, ...parts.lines], places: [null, ...parts.places] }
}

export type LinesOfRule = {
  readonly lines: readonly VoucherLineRequest[]
  readonly places: readonly (number | null)[]
}

/** What comes in at the bank is a credit on the other accounts. */
function partsOnAccounts(
  ruleLines: readonly BankRuleLine[],
  entry: AmountToBook,
  settings: PostingSettings,
): LinesOfRule | RuleRefusal {
  const amounts = splitEntry(ruleLines, entry)
  if ('code' in amounts) return amounts
  const sign = entry.credit_debit === 'CRDT' ? -1n : 1n
  const lines: VoucherLineRequest[] = []
  const places: number[] = []
  for (const [index, line] of ruleLines.entries()) {
    const signed_minor = sign * (amounts[index] ?? 0n)
    if (signed_minor === 0n) continue
    const part = { line, index, signed_minor, currency: entry.currency, date: entry.booking_date }
    const booked = linesOfPart(part, settings)
    if ('code' in booked) return booked
    lines.push(...booked)
    places.push(...booked.map(() => index))
  }
  return { lines, places }
}

function bankUnmapped({ bank_account, booking_date }: AmountToBook): RuleRefusal {
  const message = `No account is mapped to posting.bank.${bank_account} or posting.bank on ${booking_date}.`
  return { code: 'account_mapping_missing', message, pointer: '/conditions/bank_account' }
}
