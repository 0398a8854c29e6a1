import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReconciledEntryQuery } from '../../../../shared/contract/vat/reconciled-entries.ts'
import { ownBytes } from '../../../../shared/process/free-buffer.ts'
import type { ApiDeps } from '../../../http/api-deps.ts'
import type { Format, ReadRequest } from '../../../http/endpoint.ts'
import { readAtPlace } from '../../../http/handle/place/at-place.ts'
import { plainAmount } from '../../../print/amounts.ts'
import { csvLines, harmless } from '../../../print/csv.ts'
import { presentReconciledEntry, readEntriesAt } from './read-reconciled-entries.ts'

type ReconciledEntryItem = ReturnType<typeof presentReconciledEntry>

/** So many are read and written at once. */
const PIECE = 250

const COLUMNS: Readonly<Record<string, (entry: ReconciledEntryItem) => string | null>> = {
  posting_date: ({ posting_date }) => posting_date,
  description: ({ description }) => harmless(description),
  account_code: ({ account_code }) => account_code && harmless(account_code),
  counter_account_code: ({ counter_account_code }) => counter_account_code && harmless(counter_account_code),
  category: ({ category }) => category,
  tax_code: ({ tax_code }) => tax_code && harmless(tax_code),
  figure: ({ figure }) => figure,
  amount: ({ amount }) => plainAmount(amount),
  currency: ({ amount }) => amount.currency,
  entry_number: ({ entry_number }) => String(entry_number),
  line_number: ({ line_number }) => String(line_number),
  id: ({ id }) => id,
  journal_entry_id: ({ journal_entry_id }) => journal_entry_id,
}

/** The entries of an amount as CSV: without `limit` and `starting_after` all of them, piece by piece. */
export const RECONCILED_ENTRY_CSV: Format<ReconciledEntryQuery> = {
  media_type: 'text/csv',
  async read(deps, request) {
    const pieces = piecesOf(deps, request)
    // Read before anything is answered, so that a wrong filter is an answer and no broken stream.
    const { value: first } = await pieces.next()
    async function* text() {
      yield csvLines([Object.keys(COLUMNS)])
      if (first?.length) yield first
      yield* pieces
    }
    return {
      body: Readable.from(text(), { highWaterMark: 0 }),
      headers: { 'Content-Disposition': 'attachment; filename="vat-reconciliation-entries.csv"' },
    }
  },
}

/** As bytes, which are given back when they are sent: a generator that waits keeps what it had in its hands, and entries take more. */
async function* piecesOf(deps: ApiDeps, request: ReadRequest<ReconciledEntryQuery>): AsyncGenerator<Buffer, undefined> {
  const { query } = request
  const isPage = query.limit !== undefined || query.starting_after !== undefined
  let asked = isPage ? query : { ...query, limit: PIECE }
  // The pieces are of one moment, whatever is booked in between.
  let through: bigint | null = null
  let isWhole = false
  const written = async () => {
    const read = (there: ApiDeps) => readEntriesAt(there, { ...request, query: asked }, through)
    const { year, page } = await readAtPlace(deps, query.end_customer_id, read)
    const entries = page.rows.map((item) => presentReconciledEntry(item, year))
    const last = entries.at(-1)
    isWhole = !page.has_more || isPage || !last
    if (last) asked = { ...asked, starting_after: last.id }
    through = year.scope.as_of
    await nextTurn()
    return ownBytes(linesOf(entries))
  }
  while (!isWhole) yield await written()
}

function linesOf(entries: readonly ReconciledEntryItem[]): string {
  return csvLines(entries.map((entry) => Object.values(COLUMNS).map((textOf) => textOf(entry))))
}
