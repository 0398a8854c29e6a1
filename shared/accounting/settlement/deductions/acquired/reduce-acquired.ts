import type { TaxAmounts } from '../../../documents/tax-record.ts'
import { isOnAccount } from '../../../open-items/tax-of-lines.ts'
import type { Leg } from '../../leg.ts'
import { keyOfDue, type NeverDue, neverOwed } from '../never-due.ts'
import { reductionRecord } from '../reduction-record.ts'
import type { DocumentOfItem } from '../taxed-document.ts'
import type { ReducedAcquired, ReducedLine } from './acquired-tax.ts'

/**
 * Acquisition tax is reduced on both of its accounts; nothing of it is owed to the supplier.
 *
 * @param taking what is taken back of it, signed like the item; without any there is no line
 * @param base_minor what is reduced of the document
 */
export function reduceAcquired(
  document: DocumentOfItem,
  { owed, counter }: ReducedAcquired,
  taking: TaxAmounts,
  base_minor: bigint,
  never: NeverDue,
): Leg[] {
  const { credit_minor, debit_minor } = owed.line
  const unpaid = never.byKey.get(keyOfDue(owed.line))
  if (!unpaid && taking.tax_minor === 0n) return []
  const isLikeItem = credit_minor < debit_minor === owed.whole.tax_minor < 0n
  const owed_minor = unpaid ? neverOwed(unpaid, base_minor) : isLikeItem ? taking.tax_minor : -taking.tax_minor
  const legOfLine = ({ line, whole }: ReducedLine, minor: bigint): Leg => {
    const { line_number, account_code, tax } = line
    const notDue = never.byKey.get(keyOfDue({ line_number }))
    const like = (amount: bigint) => (tax && tax.tax_minor < 0n === whole.tax_minor < 0n ? amount : -amount)
    const record =
      tax && !notDue ? reductionRecord(document, tax, like(taking.base_minor), like(taking.tax_minor)) : null
    return {
      account: { code: account_code },
      amount_minor: 0n,
      base_minor: minor,
      ...(record && { tax: record }),
      ...(notDue && { tax_due: notDue.filter(isOnAccount) }),
    }
  }
  return [legOfLine(owed, owed_minor), legOfLine(counter, -owed_minor)]
}
