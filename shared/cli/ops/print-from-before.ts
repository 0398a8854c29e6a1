import { publicId } from '../../process/ids.ts'
import type { UnassignedLine } from '../../store/verify/legacy-lines.ts'
import type { UnfitRole } from '../../store/verify/mappings.ts'
import { printTable } from '../print-table.ts'

const SHOWN = 100

/** What releases before have left that is no error: it goes on until somebody puts it right. */
export type FromBefore = { readonly lines: readonly UnassignedLine[]; readonly roles: readonly UnfitRole[] }

/**
 * Lists what is from before, with what to do about it. With JSON it goes to the standard error output, so that the other
 * one has findings only.
 */
export function printFromBefore({ lines, roles }: FromBefore, options: { json?: boolean }): void {
  const rows = lines.map((line) => ({
    end_customer_id: line.end_customer_id,
    journal_entry_id: publicId('journal_entry', line.journal_entry_id),
    line_number: line.line_number,
    posting_date: line.posting_date,
    account_code: line.account_code,
    unassigned: `${line.rest_minor} ${line.currency}`,
    in_base_currency: String(line.rest_base_minor),
  }))
  if (options.json) {
    if (lines.length + roles.length > 0)
      console.error(JSON.stringify({ unassigned_before_items: rows, unfit_roles: roles }))
    return
  }
  if (lines.length > 0)
    printShown(
      `${lines.length} lines on control accounts are older than open items and belong to none. This is no error.
A voucher gives them items: one line names the old line (open_item.legacy_line), its counter-line on the
same account opens the item (open_item.new). Amounts are in minor units; debit is positive.`,
      rows,
    )
  if (roles.length > 0)
    printShown(
      `${roles.length} roles have an account that cannot be right, by mappings from before such ones were refused. They go on.
Map another account to each of them (PUT /v1/account-mappings).`,
      roles.map((role) => ({ ...role })),
    )
}

function printShown<Row extends Record<string, string | number>>(said: string, rows: readonly Row[]): void {
  console.log(said)
  printTable(rows.slice(0, SHOWN), {})
  if (rows.length > SHOWN) console.log(`… and ${rows.length - SHOWN} more; --json lists all of them`)
}
