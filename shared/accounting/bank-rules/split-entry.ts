import type { BankRuleLine } from '../../contract/bank-rules/bank-rule-parts.ts'
import { amountInWords } from '../amounts/decimal.ts'
import { divideHalfAwayFromZero } from '../amounts/rounding.ts'
import type { AmountToBook, RuleRefusal } from './ruled-amount.ts'

/**
 * The part of a bank entry that each line of a rule takes; together they are the bank entry. Fixed amounts come first.
 * Shares are of what these leave, each rounded half away from zero, and the last line takes the rest. A part with a
 * minus stands on the other side; a part of nothing is not booked.
 */
export function splitEntry(lines: readonly BankRuleLine[], entry: AmountToBook): readonly bigint[] | RuleRefusal {
  const foreign = lines.findIndex(({ amount }) => amount && amount.currency !== entry.currency)
  if (foreign >= 0) return otherCurrency(lines, foreign, entry)
  const fixed = sumOf(lines.map(({ amount }) => BigInt(amount?.amount_minor ?? 0)))
  const left = entry.amount_minor - fixed
  const parts = lines
    .slice(0, -1)
    .map(({ amount, share_bp = 0 }) =>
      amount ? BigInt(amount.amount_minor) : divideHalfAwayFromZero(left * BigInt(share_bp), 10_000n),
    )
  const rest = entry.amount_minor - sumOf(parts)
  if (left < 0n) return tooMuch(entry, fixed)
  return rest < 0n ? tooMuch(entry, sumOf(parts)) : [...parts, rest]
}

function otherCurrency(lines: readonly BankRuleLine[], index: number, { currency }: AmountToBook): RuleRefusal {
  const message = `The fixed amount is in ${lines[index]?.amount?.currency}, the bank entry in ${currency}.`
  return { code: 'currency_mismatch', message, pointer: `/action/lines/${index}/amount/currency` }
}

function tooMuch({ amount_minor, currency }: AmountToBook, parts_minor: bigint): RuleRefusal {
  const message = `The lines take ${amountInWords(parts_minor, currency)}, and the bank entry has ${amountInWords(amount_minor, currency)}.`
  return { code: 'parts_exceed_entry', message, pointer: '/action/lines' }
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}
