import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { addUpPages } from '../../../shared/camt053/add-up-pages.ts'
import type { BankEntry } from '../../../shared/camt053/bank-entry/bank-entry.ts'
import { bankAccountKey, hashOfBankEntry } from '../../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import type { BankStatementHeader, MessageHeader } from '../../../shared/camt053/bank-statement.ts'
import type { Camt053Event } from '../../../shared/camt053/reader/camt053-event.ts'
import { createCamt053Reader } from '../../../shared/camt053/reader/camt053-reader.ts'
import { Refusal } from '../../../shared/camt053/refusal.ts'
import { createEntriesDigest } from '../../../shared/camt053/repeats/entries-digest.ts'
import type { Camt053ImportOptions } from '../../../shared/contract/bank/camt053-imports.ts'
import { ApiError, validationFailed } from '../../../shared/contract/platform/errors.ts'
import { openNameless } from '../../../shared/process/nameless-file.ts'
import { withSmallHeap } from '../../../shared/process/small-heap.ts'
import type { BankStatementFigures } from '../../../shared/store/bank/camt053-imports.ts'
import { amountsAsText } from '../../../shared/store/db/json.ts'
import type { Upload } from '../../http/endpoint.ts'

/** A bank statement that has been read through once: nothing in it is garbled. The file waits on disk, not in memory. */
export type ReceivedStatement = {
  /** Without a name: it is gone when it is closed, and when the process is killed. */
  readonly file: FileHandle
  readonly size_bytes: number
  readonly sha256: string
  readonly message: MessageHeader | null
  readonly statements: readonly BankStatementFigures[]
  /** What the sender says beside the file. */
  readonly options: Camt053ImportOptions
}

type ReceivedFile = Omit<ReceivedStatement, 'options'>

/** The body of an import: one camt.053 file. */
export const BANK_STATEMENT_FILE: Upload<ReceivedStatement> = {
  media_type: 'application/xml',
  receive: async ({ config }, request, query) => ({
    ...(await receiveStatement(request, config.import_limit_bytes)),
    options: query as Camt053ImportOptions,
  }),
  dispose,
}

const XML = /^(application|text)\/xml\s*(;.*)?$/i

/**
 * Reads a camt.053 message while it comes in, so that a large one needs no more memory than a small one. A message that
 * cannot be taken is refused as a whole, with one sentence.
 *
 * @throws ApiError unsupported_media_type, payload_too_large, validation_failed
 */
async function receiveStatement(request: IncomingMessage, limit_bytes: number): Promise<ReceivedFile> {
  requireXml(request)
  if (Number(request.headers['content-length'] ?? 0) > limit_bytes) throw tooLarge(limit_bytes)
  const file = await openNameless('xml')
  try {
    return await withSmallHeap(() => spool(request, file, limit_bytes))
  } catch (error) {
    await dispose({ file })
    // The rest of the body is read and discarded, so that the sender gets to read the answer.
    request.resume()
    if (error instanceof Refusal) throw validationFailed([{ pointer: '', code: error.code, message: error.message }])
    throw error
  }
}

async function dispose({ file }: Pick<ReceivedStatement, 'file'>): Promise<void> {
  await file.close()
}

async function spool(request: IncomingMessage, file: FileHandle, limit_bytes: number): Promise<ReceivedFile> {
  const reader = createCamt053Reader()
  const figures = collectFigures()
  const hash = createHash('sha256')
  let size_bytes = 0
  // A refusal leaves this loop early. That must not destroy the request: nothing would read the rest of it from the
  // connection, and the next request on it would never be answered.
  const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    size_bytes += chunk.length
    if (size_bytes > limit_bytes) throw tooLarge(limit_bytes)
    hash.update(chunk)
    figures.add(reader.write(chunk))
    await file.write(chunk)
  }
  figures.add(reader.end())
  return { file, size_bytes, sha256: hash.digest('hex'), ...figures.found() }
}

/** Keeps the figures of the bank statements, and none of their entries. */
function collectFigures() {
  let message: MessageHeader | null = null
  let header: BankStatementHeader | null = null
  let entries = collectEntries()
  const statements: BankStatementFigures[] = []
  return {
    add(events: readonly Camt053Event[]) {
      for (const event of events) {
        if (event.kind === 'message') message = event.header
        if (event.kind === 'bank_statement') {
          header = event.header
          entries = collectEntries()
        }
        if (event.kind === 'bank_entry' && header) entries.add(bankAccountKey(header), event.bankEntry)
        if (event.kind === 'bank_statement_end' && header)
          statements.push({ ...figuresOf(header, event.end), ...entries.found() })
      }
    },
    found: () => ({ message, statements: addUpPages(statements) }),
  }
}

/** Digest and days of the entries: they tell whether another bank statement is this one again. */
function collectEntries() {
  const digest = createEntriesDigest()
  let first_day: string | null = null
  let last_day: string | null = null
  return {
    add(bankAccount: string, bankEntry: BankEntry) {
      digest.add(hashOfBankEntry(bankAccount, bankEntry, 1))
      const day = bankEntry.booking_date
      if (day !== null && (first_day === null || day < first_day)) first_day = day
      if (day !== null && (last_day === null || day > last_day)) last_day = day
    },
    found: () => ({ entries_digest: digest.hex(), first_day, last_day }),
  }
}

function figuresOf(
  header: BankStatementHeader,
  end: Extract<Camt053Event, { kind: 'bank_statement_end' }>['end'],
): BankStatementFigures {
  const { balances, entry_count, sums_by_currency, arithmetic } = end
  const sums = [...sums_by_currency].map(([currency, sum]) => ({ currency, ...sum }))
  const { opening, closing, holds, difference_minor, reason } = arithmetic
  const figures = { ...header, balances, opening, closing, entry_count, sums, holds, difference_minor, reason }
  return amountsAsText(figures)
}

function requireXml(request: IncomingMessage): void {
  const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity'
  if (XML.test((request.headers['content-type'] ?? '').trim()) && isPlain) return
  throw new ApiError('unsupported_media_type', 'Send the bank statement as application/xml, without compression.')
}

function tooLarge(limit_bytes: number): ApiError {
  return new ApiError('payload_too_large', `The file is larger than ${limit_bytes} bytes.`)
}
