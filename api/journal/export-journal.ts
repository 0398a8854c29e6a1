import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JournalEntryQuery } from '../../shared/contract/journal/journal-entries.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { ownBytes } from '../../shared/process/free-buffer.ts'
import { inGroups } from '../../shared/process/in-turns.ts'
import { listAccountTypes } from '../../shared/store/setup/account-types.ts'
import { findLedger } from '../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { Format, Formats, ReadRequest } from '../http/endpoint.ts'
import { readAtPlace } from '../http/handle/place/at-place.ts'
import { LINES_OF_PIECE, type PresentedEntry, piecesOfPage, readPiece } from './pieces-of-page.ts'
import { accountDirectives, journalCsv, journalCsvHeader, ledgerHeader, ledgerText } from './print-journal.ts'

type Journal = readonly PresentedEntry[]
type WriteJournal = (entries: Journal) => Iterable<string>

const PAGE = 500
/** Accounts of a piece. A chart has an end, the sum of all charts has none. */
const ACCOUNTS_OF_PIECE = 250

/**
 * The journal as CSV and as plain text accounting (hledger, ledger). Without `limit` it is the whole journal up to its
 * last entry at this moment, written piece by piece; a posted entry never changes, so the pieces fit together.
 */
export const JOURNAL_FORMATS: Formats<JournalEntryQuery> = {
  csv: exported(
    'text/csv',
    'csv',
    async function* () {
      yield journalCsvHeader()
    },
    journalCsv,
  ),
  ledger: exported('text/x-ledger', 'journal', declareAccounts, ledgerText),
}

function exported(
  media_type: string,
  ending: string,
  begin: (deps: ApiDeps, request: ReadRequest<JournalEntryQuery>) => AsyncGenerator<string, void>,
  write: WriteJournal,
): Format<JournalEntryQuery> {
  return {
    media_type,
    async read(deps, request) {
      const headers = { 'Content-Disposition': `attachment; filename="journal-entries.${ending}"` }
      const start = begin(deps, request)
      // What comes first is read before anything is answered, so that a wrong cursor is an answer and no broken stream.
      const { value: head = '' } = await start.next()
      const pieces = piecesOf(deps, request, write)
      const { value: first = [] } = await pieces.next()
      async function* text() {
        yield head
        for await (const more of start) {
          await nextTurn()
          yield more
        }
        yield* first.splice(0)
        for await (const written of pieces) yield* written
      }
      return { body: Readable.from(text(), { highWaterMark: 0 }), headers }
    },
  }
}

/**
 * As bytes, which are given back when they are sent: a stream whose reader is slow holds no entries, which take ten times as
 * much memory. A generator that waits keeps what it had in its hands, so that others read and write for it.
 */
async function* piecesOf(
  deps: ApiDeps,
  request: ReadRequest<JournalEntryQuery>,
  write: WriteJournal,
): AsyncGenerator<Buffer[], undefined> {
  const { query, inTurn } = request
  const atPlace = <Read>(read: (there: ApiDeps) => Promise<Read>) => readAtPlace(deps, query.end_customer_id, read)
  const written = async (numbers: readonly bigint[]) =>
    bytesOf(await inTurn(() => atPlace((there) => readPiece(there, query, numbers))), write)
  const ledger = await inTurn(() => findLedger(deps.pool, query.end_customer_id))
  const last = ledger?.last_entry_number ?? 0n
  let after: bigint | undefined
  for (;;) {
    const { pieces, has_more } = await inTurn(() =>
      atPlace((there) => piecesOfPage(there, query, query.limit ?? PAGE, after)),
    )
    for (const piece of pieces) {
      const numbers = piece.filter((entry_number) => entry_number <= last)
      if (numbers.length === 0) return
      yield await written(numbers)
    }
    after = pieces.at(-1)?.at(-1)
    if (!has_more || query.limit !== undefined) return
  }
}

async function bytesOf(entries: Journal, write: WriteJournal): Promise<Buffer[]> {
  await nextTurn()
  const pieces: Buffer[] = []
  for (const lines of inGroups(write(entries), LINES_OF_PIECE)) {
    pieces.push(ownBytes(lines.join('')))
    // There is more of the same entry.
    if (lines.length === LINES_OF_PIECE) await nextTurn()
  }
  return pieces
}

async function* declareAccounts(
  deps: ApiDeps,
  { query: { end_customer_id }, inTurn }: ReadRequest<JournalEntryQuery>,
): AsyncGenerator<string, void> {
  const ledger = await inTurn(() => findLedger(deps.pool, end_customer_id))
  if (!ledger) throw new ApiError('not_found', 'There is no such end customer yet.')
  yield ledgerHeader(end_customer_id, ledger.base_currency)
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    const list = ({ pool }: ApiDeps) => listAccountTypes(pool, end_customer_id, from, ACCOUNTS_OF_PIECE)
    const accounts = await inTurn(() => readAtPlace(deps, end_customer_id, list))
    yield accountDirectives(accounts)
    after = accounts.length < ACCOUNTS_OF_PIECE ? undefined : accounts.at(-1)?.account_code
  }
}
