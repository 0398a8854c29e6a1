import type { ReturnRead } from '../../../shared/accounting/vat/filing/return-read.ts'
import { type PartOfLine, partsOfLines } from '../../../shared/accounting/vat/return/parts-of-lines.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { taxOfYear } from '../../../shared/store/vat/tax-of-year.ts'
import { taxOfPeriod } from '../../../shared/store/vat/tax-totals.ts'

/** From the records that the return is made of: those up to its ledger position, also of one that was filed. */
export async function readPartsOfLines(
  db: Db,
  { end_customer_id, declaration, ledger, after_entry_number = 0n }: ReturnRead,
): Promise<readonly PartOfLine[]> {
  const { from, to, submission, method, vat_return } = declaration
  if (vat_return.lines.every(({ sources }) => sources.length < 2)) return []
  const scope = { end_customer_id, from, to, as_of: ledger.last_entry_number }
  const { in_return } =
    submission === 'annual_reconciliation'
      ? await taxOfYear(db, scope, after_entry_number)
      : await taxOfPeriod(db, scope)
  return partsOfLines(in_return, method, to)
}
