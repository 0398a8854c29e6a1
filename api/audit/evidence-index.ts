import { csvLines } from '../print/csv.ts'
import { type EntryOfYear, hashesOfEvidence } from './entries-of-year.ts'

const COLUMNS = [
  ...['entry_number', 'posting_date', 'entry_hash', 'source_type', 'source_id', 'source_hash', 'source_payload_hash'],
  ...['attachment_hashes', 'evidence_link_hashes'],
]

export const EVIDENCE_HEADER = csvLines([COLUMNS])

/** A line for each entry with the hashes of its evidence, several of them separated by blanks. */
export function evidenceLines(entries: readonly EntryOfYear[]): string {
  return csvLines(entries.map(lineOf))
}

function lineOf(entry: EntryOfYear): string[] {
  const { entry_number, posting_date, entry_hash, source } = entry
  const { source_hash, source_payload_hash, attachment_hashes, evidence_link_hashes } = hashesOfEvidence(entry)
  return [
    ...[String(entry_number), posting_date, entry_hash, source.type, source.id, source_hash, source_payload_hash],
    ...[attachment_hashes.join(' '), evidence_link_hashes.join(' ')],
  ]
}
