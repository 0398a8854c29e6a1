import type { NotDue, TaxOfItem, TaxSnapshot } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { registrationOn } from '../registration.ts'
import { TAX_CODES } from '../tax-codes.ts'
import { type ItemTakenOver, isWithoutActivity, recordOf, registrationOfMemo } from './taken-over-tax.ts'

/** An item that was taken over, with the memo of its tax, which no change has transferred yet. */
export type ItemWithMemo = ItemTakenOver & {
  readonly closed_minor: bigint
  readonly journal_entry_id: string
  readonly line_number: number
}

/**
 * The tax of an item that its returns have declared before it was taken over, as a change to received consideration sees it: the
 * number of each record is that of its line in the memo. Where the memo cannot tell all of it for the method of that day, nothing is
 * transferred, and the tax stays where it was declared.
 *
 * @param on the day of the change
 * @source MWSTV Art. 106
 */
export function declaredBefore(item: ItemWithMemo, settings: PostingSettings, on: string): TaxOfItem | null {
  const { method } = registrationOn(settings, on)
  if (item.tax_lines.some((line) => registrationOfMemo(item, line, settings).method !== method)) return null
  if (item.tax_lines.some(({ declared }) => declared === false)) return null
  const records = item.tax_lines.flatMap((line, index) => {
    const code = TAX_CODES.get(line.tax_code)
    const record = code ? recordOf(item, line, code, settings) : null
    return record && code?.direction !== 'acquisition' ? [{ number: index + 1, line, record }] : []
  })
  const { amount_minor, closed_minor } = item
  if (records.some(({ line, record }) => !isTold(record, item) || isWithoutActivity(item, line, record, settings)))
    return null
  return { amount_minor, closed_minor, not_due: records.map(({ number, record }) => notDueOf(item, number, record)) }
}

/** An account for its tax, and the sign of its item. */
function isTold({ account_code, tax_minor, base_minor, direction }: TaxSnapshot, item: ItemWithMemo): boolean {
  const sign = direction === 'output_reduction' ? -1n : 1n
  return (tax_minor === 0n || account_code !== undefined) && sign * base_minor * item.amount_minor >= 0n
}

function notDueOf(item: ItemWithMemo, record_number: number, record: TaxSnapshot): NotDue {
  const { journal_entry_id, line_number } = item
  // It was declared in the books, at the value that was taken over: so it is taken back and declared again at that value.
  const { document: _, ...inBooks } = record
  const { base_minor, tax_minor } = record
  return {
    record: inBooks,
    line: { journal_entry_id, line_number, record_number },
    account_code: record.account_code ?? '',
    is_due: true,
    is_told_once: true,
    settled: { base_minor, tax_minor },
    settled_base: { base_minor, tax_minor },
  }
}
