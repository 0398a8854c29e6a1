import type { LegalForm } from '../../../contract/setup/end-customers.ts'
import { OR_BALANCE_SHEET_ROWS } from './balance-sheet.ts'
import { EQUITY_LAYOUTS, EQUITY_ROWS_BY_FORM } from './equity.ts'
import { ofWhichRows } from './of-which.ts'
import type { OrRow } from './row.ts'

/** Every row that a balance sheet may have, in the order in which they are shown. */
export const BALANCE_SHEET_LAYOUT: readonly OrRow[] = OR_BALANCE_SHEET_ROWS.flatMap((row) => {
  if (row.row_key === 'grundkapital') return [row, ...EQUITY_ROWS_BY_FORM]
  return row.kind === 'line' && row.parent_key !== 'eigenkapital' ? [row, ...ofWhichRows(row)] : [row]
})

/** Rows of the law are shown even without an amount, others only with one. */
export function isAlwaysShown({ row_key, kind, parent_key }: OrRow, legal_form: LegalForm): boolean {
  if (kind === 'of_which') return false
  return parent_key !== 'eigenkapital' || EQUITY_LAYOUTS[legal_form].rows.includes(row_key)
}
