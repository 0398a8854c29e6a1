import type { EvidenceHashes, Money } from '../../shared/contract/primitives.ts'
import { presentEvidence } from '../facts/present-source-fact.ts'
import { type AuditQuery, type AuditService, askJson } from './ask.ts'

/** What the package says of an entry, as the interface answers it. */
export type EntryOfYear = {
  readonly id: string
  readonly entry_number: number
  readonly posting_date: string
  readonly document_date: string
  readonly description: string
  readonly lines: readonly LineOfEntry[]
  readonly source: { readonly type: string; readonly id: string }
  readonly reversal_of: string | null
  readonly reversed_by: string | null
  readonly posted_at: string
  readonly previous_hash: string
  readonly entry_hash: string
  readonly source_snapshot: SourceOfEntry & { readonly original?: SourceOfEntry }
}
type LineOfEntry = {
  readonly account_code: string
  readonly account_name: string
  readonly text: string | null
  readonly debit: Money | null
  readonly credit: Money | null
  readonly transaction_amount: Money
  readonly tax: { readonly tax_code: string } | null
}

/** What an entry was made of: a request, or something that has its evidence already. Of a reversal: what it takes back. */
type SourceOfEntry = {
  readonly request?: Parameters<typeof presentEvidence>[0] & {
    readonly external_reference?: string
    readonly payload?: { readonly document_number?: string }
  }
  readonly evidence_hashes?: EvidenceHashes
}

type PageOfEntries = { readonly data: readonly EntryOfYear[]; readonly has_more: boolean }

/** One page after the other, in the order of their numbers. */
export async function* entriesOfYear(asked: AuditService, query: AuditQuery): AsyncGenerator<PageOfEntries> {
  for (let after: AuditQuery = {}; ; ) {
    const page = await askJson<PageOfEntries>(asked, '/v1/journal-entries', { ...query, ...after, limit: 100 })
    if (!page) throw new Error('The entries cannot be written: there is no page of them.')
    yield page
    const last = page.data.at(-1)
    if (!page.has_more || !last) return
    after = { starting_after: last.id }
  }
}

export function hashesOfEvidence({ source_snapshot }: EntryOfYear): EvidenceHashes {
  return evidenceIn(source_snapshot) ?? evidenceIn(source_snapshot.original ?? {}) ?? NO_EVIDENCE
}

function evidenceIn({ request, evidence_hashes }: SourceOfEntry): EvidenceHashes | null {
  return evidence_hashes ?? (request ? presentEvidence(request) : null)
}

const NO_EVIDENCE: EvidenceHashes = {
  source_hash: '',
  source_payload_hash: '',
  attachment_hashes: [],
  evidence_link_hashes: [],
}

/** The document that somebody looks for: by its own number, and as the system calls it that has sent it. */
export function documentOfEntry({ source_snapshot }: EntryOfYear) {
  const { payload, external_reference } = source_snapshot.request ?? source_snapshot.original?.request ?? {}
  return { document_number: payload?.document_number, external_reference }
}
