import type { NotDue } from '../../documents/tax-record.ts'
import { keyOfDue } from './never-due.ts'
import type { DocumentOfItem } from './taxed-document.ts'
import { type PartOfItem, untaxedPart, withUntaxedRest } from './untaxed-part.ts'

/** The parts of an item whose tax payments declare although another system has booked it; the rest of it has none. */
export function partsOfTakenOver(
  { base_amount_minor }: DocumentOfItem,
  taken: readonly NotDue[],
): readonly PartOfItem[] {
  const parts = taken.map(({ record, line, account_code: code }): PartOfItem => {
    const sign = record.direction === 'output_reduction' ? -1n : 1n
    return {
      ...untaxedPart(sign * (record.base_minor + record.tax_minor)),
      tax_minor: sign * record.tax_minor,
      record,
      tax_account: { code },
      due_key: keyOfDue(line),
    }
  })
  return withUntaxedRest(parts, base_amount_minor)
}
