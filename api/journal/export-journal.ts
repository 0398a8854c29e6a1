import { Readable } from 'node:stream'
import type { JournalEntryQuery } from '../../shared/contract/journal/journal-entries.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { listAccountTypes } from '../../shared/store/setup/chart.ts'
import { findLedger } from '../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { Format, Formats, ReadRequest } from '../http/endpoint.ts'
import { journalCsv, journalCsvHeader, ledgerHeader, ledgerText } from './print-journal.ts'
import { readJournalEntries } from './read-journal-entries.ts'

type Journal = Awaited<ReturnType<typeof readJournalEntries>>['data']

const PAGE = 500

/**
 * The journal as CSV and as plain text accounting (hledger, ledger). Without `limit` it is the whole journal up to its
 * last entry at this moment, written page by page; a posted entry never changes, so the pages fit together.
 */
export const JOURNAL_FORMATS: Formats<JournalEntryQuery> = {
  csv: exported('text/csv', 'csv', async () => journalCsvHeader(), journalCsv),
  ledger: exported('text/x-ledger', 'journal', declareAccounts, ledgerText),
}

function exported(
  media_type: string,
  ending: string,
  begin: (deps: ApiDeps, query: JournalEntryQuery) => Promise<string>,
  write: (entries: Journal) => string,
): Format<JournalEntryQuery> {
  return {
    media_type,
    async read(deps, request) {
      const headers = { 'Content-Disposition': `attachment; filename="journal-entries.${ending}"` }
      const start = await begin(deps, request.query)
      // The first page is read before anything is answered, so that a wrong cursor is an answer and no broken stream.
      const pages = pagesOf(deps, request)
      const { value: first = [] } = await pages.next()
      async function* text() {
        yield start + write(first)
        for await (const page of pages) yield write(page)
      }
      return { body: Readable.from(text()), headers }
    },
  }
}

async function* pagesOf(deps: ApiDeps, request: ReadRequest<JournalEntryQuery>): AsyncGenerator<Journal, undefined> {
  const ledger = await findLedger(deps.pool, request.query.end_customer_id)
  const last = Number(ledger?.last_entry_number ?? 0n)
  let { starting_after } = request.query
  for (;;) {
    const query = {
      ...request.query,
      limit: request.query.limit ?? PAGE,
      ...(starting_after ? { starting_after } : {}),
    }
    const { data, has_more } = await readJournalEntries(deps, { ...request, query })
    yield data.filter(({ entry_number }) => entry_number <= last)
    starting_after = data.at(-1)?.id
    if (!has_more || request.query.limit !== undefined || Number(data.at(-1)?.entry_number) >= last) return
  }
}

async function declareAccounts({ pool }: ApiDeps, { end_customer_id }: JournalEntryQuery): Promise<string> {
  const ledger = await findLedger(pool, end_customer_id)
  if (!ledger) throw new ApiError('not_found', 'There is no such end customer yet.')
  return ledgerHeader(end_customer_id, ledger.base_currency, await listAccountTypes(pool, end_customer_id))
}
