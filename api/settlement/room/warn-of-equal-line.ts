import { publicId } from '../../../shared/process/ids.ts'
import type { LineBookedBefore } from '../../../shared/store/bank/uses/lines-booked-before.ts'

/** Somebody has booked by hand what the bank brings later: both together take the money twice. */
export function warnOfEqualLine(line: LineBookedBefore | null, pointer: string) {
  if (line === null) return []
  const { entry_id, journal_entry_id, line_number, posting_date } = line
  const message = `Line ${line_number} of ${publicId('journal_entry', journal_entry_id)}, of ${posting_date}, moves the amount of bank entry ${publicId('camt053_entry', entry_id)} on its account and has no bank entry: it may have booked the same money.`
  const remedy =
    'Compare the two. If both book the same money, reverse the voucher of that line; else link the line to its own bank entry.'
  return [{ code: 'equal_line', message, pointer, remedy }]
}
