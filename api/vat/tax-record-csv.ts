import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TaxRecordQuery } from '../../shared/contract/vat/tax-records.ts'
import { ownBytes } from '../../shared/process/free-buffer.ts'
import { findLedger } from '../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { Format, ReadRequest } from '../http/endpoint.ts'
import { readAtPlace } from '../http/handle/place/at-place.ts'
import { plainAmount } from '../print/amounts.ts'
import { csvLines, harmless } from '../print/csv.ts'
import type { presentTaxRecord } from './present-tax-record.ts'
import { readTaxRecords } from './read-tax-records.ts'

type TaxRecord = ReturnType<typeof presentTaxRecord>

/** So many are read and written at once. */
const PIECE = 250

// biome-ignore format: a list of names reads better in rows
const COLUMNS = [
  'posting_date', 'kind', 'tax_code', 'direction', 'rate_bp', 'form_figure', 'activity_id', 'supply_date', 'base_amount',
  'tax_amount', 'currency', 'is_sign_corrected', 'vat_period', 'account_code', 'entry_number', 'line_number', 'id',
  'journal_entry_id', 'declares_journal_entry_id', 'declares_line_number', 'source_type', 'source_id', 'evidence_hashes',
  'entry_hash', 'source_hash',
]

/**
 * Tax records as CSV. Without `limit` and `starting_after` they are all that the query finds up to the last entry at this
 * moment, written piece by piece; a posted record never changes, so the pieces fit together.
 */
export const TAX_RECORD_CSV: Format<TaxRecordQuery> = {
  media_type: 'text/csv',
  async read(deps, request) {
    const pieces = piecesOf(deps, request)
    // Read before anything is answered, so that a wrong cursor is an answer and no broken stream.
    const { value: first } = await pieces.next()
    async function* text() {
      yield csvLines([COLUMNS])
      if (first?.length) yield first
      yield* pieces
    }
    return {
      body: Readable.from(text(), { highWaterMark: 0 }),
      headers: { 'Content-Disposition': 'attachment; filename="tax-records.csv"' },
    }
  },
}

/** As bytes, which are given back when they are sent: a generator that waits keeps what it had in its hands, and records take more. */
async function* piecesOf(deps: ApiDeps, request: ReadRequest<TaxRecordQuery>): AsyncGenerator<Buffer, undefined> {
  const { query, inTurn } = request
  const isPage = query.limit !== undefined || query.starting_after !== undefined
  const ledger = await inTurn(() => findLedger(deps.pool, query.end_customer_id))
  const last = Number(ledger?.last_entry_number ?? 0n)
  const through_entry_number = Math.min(last, query.through_entry_number ?? last)
  let starting_after = query.starting_after
  let isWhole = false
  const written = async () => {
    const page = { ...query, limit: PIECE, through_entry_number, ...(starting_after && { starting_after }) }
    const read = (there: ApiDeps) => readTaxRecords(there, { ...request, query: isPage ? query : page })
    const { data, has_more } = await readAtPlace(deps, query.end_customer_id, read)
    starting_after = data.at(-1)?.id
    isWhole = !has_more || isPage
    await nextTurn()
    return ownBytes(csvLines(data.map(fieldsOf)))
  }
  while (!isWhole) yield await written()
}

function fieldsOf(record: TaxRecord): (string | null)[] {
  return [
    record.posting_date,
    record.kind,
    harmless(record.tax_code),
    record.direction,
    String(record.rate_bp),
    record.form_figure,
    record.activity_id && harmless(record.activity_id),
    record.supply_date,
    plainAmount(record.base_amount),
    plainAmount(record.tax_amount),
    record.base_amount.currency,
    String(record.is_sign_corrected),
    record.vat_period,
    harmless(record.account_code),
    String(record.entry_number),
    String(record.line_number),
    record.id,
    record.journal_entry_id,
    record.declares?.journal_entry_id ?? null,
    record.declares && String(record.declares.line_number),
    record.source.type,
    record.source.id,
    record.evidence_hashes.evidence_link_hashes.join(' '),
    record.entry_hash,
    record.evidence_hashes.source_hash,
  ]
}
