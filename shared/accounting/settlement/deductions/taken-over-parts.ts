import type { NotDue } from '../../documents/tax-record.ts'
import type { MemoPart } from './memo-parts.ts'
import { keyOfDue } from './never-due.ts'
import type { DocumentOfItem } from './taxed-document.ts'

/** The parts of an item whose tax payments declare although another system has booked it; the rest of it has none. */
export function partsOfTakenOver({ base_amount_minor }: DocumentOfItem, taken: readonly NotDue[]): readonly MemoPart[] {
  const parts = taken.map(({ record, line, account_code: code }): MemoPart => {
    const sign = record.direction === 'output_reduction' ? -1n : 1n
    return {
      gross_minor: sign * (record.base_minor + record.tax_minor),
      tax_minor: sign * record.tax_minor,
      account_code: null,
      record,
      tax_line: null,
      tax_account: { code },
      due_key: keyOfDue(line),
    }
  })
  const rest = base_amount_minor - parts.reduce((sum, { gross_minor }) => sum + gross_minor, 0n)
  const untaxed = {
    tax_minor: 0n,
    account_code: null,
    record: null,
    tax_line: null,
    tax_account: undefined,
    due_key: null,
  }
  return rest === 0n ? parts : [...parts, { ...untaxed, gross_minor: rest }]
}
