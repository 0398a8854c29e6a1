import { publicId } from '../../process/ids.ts'
import type { UnassignedLine } from '../../store/verify/legacy-lines.ts'
import { printTable } from '../print-table.ts'

const SHOWN = 100

/**
 * Lists lines from before open items, with what to do about them. They are no error: statements show their sum. With JSON
 * they go to the standard error output, so that the other one has findings only.
 */
export function printUnassignedLines(lines: readonly UnassignedLine[], options: { json?: boolean }): void {
  if (lines.length === 0) return
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
    console.error(JSON.stringify({ unassigned_before_items: rows }))
    return
  }
  console.log(
    `${lines.length} lines on control accounts are older than open items and belong to none. This is no error.`,
  )
  console.log(
    'A voucher gives them items: one line names the old line (open_item.legacy_line), its counter-line on the',
  )
  console.log('same account opens the item (open_item.new). Amounts are in minor units; debit is positive.')
  printTable(rows.slice(0, SHOWN), {})
  if (lines.length > SHOWN) console.log(`… and ${lines.length - SHOWN} more; --json lists all of them`)
}
