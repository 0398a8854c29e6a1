import { publicId } from '../../../shared/process/ids.ts'
import type { LineToLink } from '../../../shared/store/bank/uses/lines-to-link.ts'
import { sourceId } from '../../journal/source-id.ts'

/** Why nothing else books a bank entry, and what to do with it. */
export function linkInWords({ entry_id, journal_entry_id, line_number, source_type, source_id }: LineToLink): string {
  const line = `line ${line_number} of ${publicId('journal_entry', journal_entry_id)}`
  const links = `/v1/camt-053/entries/${publicId('camt053_entry', entry_id)}/links`
  return `${sourceId(source_type, source_id)} has booked what the bank entry names, by ${line}, without a bank entry. Link the two: POST ${links}.`
}
