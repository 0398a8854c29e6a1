import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { addUpPages } from '../../../shared/camt053/add-up-pages.ts'
import type { BankEntry } from '../../../shared/camt053/bank-entry/bank-entry.ts'
import { bankAccountKey, hashInSteps } from '../../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import type { BankStatementHeader, MessageHeader } from '../../../shared/camt053/bank-statement.ts'
import type { BankMessageEvent } from '../../../shared/camt053/reader/bank-message-event.ts'
import { createBankMessageReader } from '../../../shared/camt053/reader/bank-message-reader.ts'
import { type BankMessage, CAMT053, CAMT054 } from '../../../shared/camt053/reader/message-type.ts'
import { Refusal } from '../../../shared/camt053/refusal.ts'
import { createEntriesDigest } from '../../../shared/camt053/repeats/entries-digest.ts'
import type { Camt053ImportOptions } from '../../../shared/contract/bank/camt053-imports.ts'
import { ApiError, validationFailed } from '../../../shared/contract/platform/errors.ts'
import { withSmallHeap } from '../../../shared/process/small-heap.ts'
import type { BankStatementFigures } from '../../../shared/store/bank/camt053-imports.ts'
import { amountsAsText } from '../../../shared/store/db/json.ts'
import type { Upload } from '../../http/endpoint.ts'
import type { Reading } from '../../http/uploads/read-in-slot.ts'
import type { SpooledFile } from '../../http/uploads/spool.ts'

/** A bank statement that has been read through once: nothing in it is garbled. The file waits on disk, not in memory. */
export type ReceivedStatement = SpooledFile & {
  readonly message: MessageHeader | null
  readonly statements: readonly BankStatementFigures[]
  /** What the sender says beside the file. */
  readonly options: Camt053ImportOptions
}

/** The body of an import: one camt.053 file. */
export const BANK_STATEMENT_FILE = fileOf(CAMT053)

/** The same for notifications: one camt.054 file. */
export const NOTIFICATION_FILE = fileOf(CAMT054)

function fileOf(message: BankMessage): Upload<ReceivedStatement> {
  return {
    media_type: 'application/xml',
    requireType: requireXml,
    read: async (spooled, query, reading) => ({
      ...spooled,
      ...(await withSmallHeap(() => readStatements(spooled.file, message, reading))),
      options: query as Camt053ImportOptions,
    }),
  }
}

const XML = /^(application|text)\/xml\s*(;.*)?$/i
const BUFFER_BYTES = 262_144
/** The reader works on blocks of this size, so no piece that takes longer can be cut. */
const PIECE_BYTES = 16_384

/**
 * An import answers with the figures of all its bank statements, is kept with them, and they are compared with those of others.
 * Twenty thousand bank statements were an answer of 20 MB, which was made in one go, and a worker read them for minutes.
 */
const MOST_FIGURES_BYTES = 1_000_000
const TOO_MANY_FIGURES =
  'The file has too many bank statements: their balances and sums have more than a megabyte. Send them in several files.'

/**
 * Reads a message piece by piece, so that a large one needs no more memory than a small one. A message that
 * cannot be taken is refused as a whole, with one sentence.
 *
 * @throws ApiError validation_failed
 */
async function readStatements(file: FileHandle, message: BankMessage, reading: Reading) {
  const reader = createBankMessageReader(message)
  const figures = collectFigures(reading)
  const buffer = Buffer.alloc(BUFFER_BYTES)
  try {
    for (let position = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, BUFFER_BYTES, position)
      if (bytesRead === 0) break
      for (let at = 0; at < bytesRead; at += PIECE_BYTES) {
        await figures.add(reader.write(buffer.subarray(at, Math.min(at + PIECE_BYTES, bytesRead))))
        await reading.requireMemory(reader.keptBytes())
        await reading.pause()
      }
      position += bytesRead
    }
    await figures.add(reader.end())
    return figures.found()
  } catch (error) {
    if (error instanceof Refusal) throw validationFailed([{ pointer: '', code: error.code, message: error.message }])
    throw error
  }
}

/** Keeps the figures of the bank statements, and none of their entries. */
function collectFigures(reading: Pick<Reading, 'pause'>) {
  let message: MessageHeader | null = null
  let header: BankStatementHeader | null = null
  let entries = collectEntries(reading)
  const statements: BankStatementFigures[] = []
  let left = MOST_FIGURES_BYTES
  const keep = (figures: BankStatementFigures) => {
    left -= JSON.stringify(figures).length
    if (left < 0) throw new Refusal('too_large', TOO_MANY_FIGURES)
    statements.push(figures)
  }
  return {
    async add(events: readonly BankMessageEvent[]) {
      for (const event of events) {
        if (event.kind === 'message') message = event.header
        if (event.kind === 'bank_statement') {
          header = event.header
          entries = collectEntries(reading)
        }
        if (event.kind === 'bank_entry' && header) await entries.add(bankAccountKey(header), event.bankEntry)
        if (event.kind === 'bank_statement_end' && header) keep({ ...figuresOf(header, event.end), ...entries.found() })
      }
    },
    found: () => ({ message, statements: addUpPages(statements) }),
  }
}

async function hashWithPauses(bankAccount: string, bankEntry: BankEntry, reading: Pick<Reading, 'pause'>) {
  const steps = hashInSteps(bankAccount, bankEntry, 1)
  for (;;) {
    const { done, value: hash } = steps.next()
    if (done) return hash
    await reading.pause()
  }
}

/** Digest and days of the entries: they tell whether another bank statement is this one again. */
function collectEntries(reading: Pick<Reading, 'pause'>) {
  const digest = createEntriesDigest()
  let first_day: string | null = null
  let last_day: string | null = null
  return {
    async add(bankAccount: string, bankEntry: BankEntry) {
      digest.add(await hashWithPauses(bankAccount, bankEntry, reading))
      const day = bankEntry.booking_date
      if (day !== null && (first_day === null || day < first_day)) first_day = day
      if (day !== null && (last_day === null || day > last_day)) last_day = day
    },
    found: () => ({ entries_digest: digest.hex(), first_day, last_day }),
  }
}

function figuresOf(
  header: BankStatementHeader,
  end: Extract<BankMessageEvent, { kind: 'bank_statement_end' }>['end'],
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
  throw new ApiError('unsupported_media_type', 'Send the file of the bank as application/xml, without compression.')
}
