import { shareOf } from '../../amounts/share-of.ts'
import { isOnAccount } from '../../open-items/tax-of-lines.ts'
import type { Leg } from '../leg.ts'
import { keyOfDue, type NeverDue, neverOwed } from './never-due.ts'
import { reductionRecord } from './reduction-record.ts'
import { within } from './tax-groups.ts'
import type { AcquiredTax, DocumentLine, DocumentOfItem } from './taxed-document.ts'
import type { PartOfItem } from './untaxed-part.ts'
import { sumOfParts } from './untaxed-part.ts'

/**
 * Acquisition tax is reduced on both of its accounts; nothing of it is owed to the supplier.
 *
 * @param reduced what is reduced of the document, and what was before
 */
export function reduceAcquired(
  document: DocumentOfItem,
  { owed, counter }: AcquiredTax,
  { base_minor, before_minor }: { readonly base_minor: bigint; readonly before_minor: bigint },
  parts: readonly PartOfItem[],
  never: NeverDue,
): Leg[] {
  const whole = sumOfParts(parts)
  const upTo = (minor: bigint, reduced: bigint) => shareOf(minor, within(whole, reduced), whole)
  const shareOfTax = (minor: bigint) => upTo(minor, before_minor + base_minor) - upTo(minor, before_minor)
  const unpaid = never.byKey.get(keyOfDue(owed))
  const owed_minor = unpaid ? neverOwed(unpaid, base_minor) : shareOfTax(owed.credit_minor - owed.debit_minor)
  const legOfLine = ({ line_number, account_code, tax }: DocumentLine, minor: bigint): Leg => {
    const notDue = never.byKey.get(keyOfDue({ line_number }))
    const record =
      tax && !notDue ? reductionRecord(document, tax, shareOfTax(tax.base_minor), shareOfTax(tax.tax_minor)) : null
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
