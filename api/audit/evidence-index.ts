import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { EvidenceHashes } from '../../shared/contract/primitives.ts'
import { presentEvidence } from '../facts/present-source-fact.ts'
import { csvLines } from '../print/csv.ts'
import { type AuditQuery, type AuditService, askJson } from './ask.ts'

type EntryWithEvidence = {
  id: string
  entry_number: number
  posting_date: string
  source: { type: string; id: string }
  entry_hash: string
  source_snapshot: SourceOfEntry & { original?: SourceOfEntry }
}
/** What an entry was made of: a request, or something that has its evidence already. Of a reversal: what it takes back. */
type SourceOfEntry = { request?: Parameters<typeof presentEvidence>[0]; evidence_hashes?: EvidenceHashes }
type PageOfEntries = { data: EntryWithEvidence[]; has_more: boolean }

const COLUMNS = [
  ...['entry_number', 'posting_date', 'entry_hash', 'source_type', 'source_id', 'source_hash', 'source_payload_hash'],
  ...['attachment_hashes', 'evidence_link_hashes'],
]

/** A line for each entry with the hashes of its evidence, several of them separated by blanks. */
export async function writeEvidenceIndex(asked: AuditService, query: AuditQuery, file: string): Promise<void> {
  await pipeline(Readable.from(linesOf(asked, query)), createWriteStream(file))
}

async function* linesOf(asked: AuditService, query: AuditQuery): AsyncGenerator<string> {
  yield csvLines([COLUMNS])
  for (let after: AuditQuery = {}; ; ) {
    const page = await askJson<PageOfEntries>(asked, '/v1/journal-entries', { ...query, ...after, limit: 100 })
    if (!page) throw new Error('The evidence of the entries cannot be written: there is no page of them.')
    yield csvLines(page.data.map(lineOf))
    const last = page.data.at(-1)
    if (!page.has_more || !last) return
    after = { starting_after: last.id }
  }
}

function lineOf({ entry_number, posting_date, entry_hash, source, source_snapshot }: EntryWithEvidence): string[] {
  const evidence = evidenceOf(source_snapshot) ?? evidenceOf(source_snapshot.original ?? {}) ?? NO_EVIDENCE
  const { source_hash, source_payload_hash, attachment_hashes, evidence_link_hashes } = evidence
  return [
    ...[String(entry_number), posting_date, entry_hash, source.type, source.id, source_hash, source_payload_hash],
    ...[attachment_hashes.join(' '), evidence_link_hashes.join(' ')],
  ]
}

function evidenceOf({ request, evidence_hashes }: SourceOfEntry): EvidenceHashes | null {
  return evidence_hashes ?? (request ? presentEvidence(request) : null)
}

const NO_EVIDENCE: EvidenceHashes = {
  source_hash: '',
  source_payload_hash: '',
  attachment_hashes: [],
  evidence_link_hashes: [],
}
