import { type BankEntry, isBooked } from '../../shared/camt053/bank-entry/bank-entry.ts'
import { bankAccountKey, hashOfBankEntry } from '../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import { incomingPayments, returnedPayments } from '../../shared/camt053/bank-entry/incoming-payments.ts'
import type { BankStatementHeader } from '../../shared/camt053/bank-statement.ts'
import type { Camt053Event } from '../../shared/camt053/reader/camt053-event.ts'
import { createCamt053Reader } from '../../shared/camt053/reader/camt053-reader.ts'
import { newUuid } from '../../shared/process/ids.ts'
import { withSmallHeap } from '../../shared/process/small-heap.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import {
  completeImport,
  type ImportRow,
  lockReceivedImport,
  readChunks,
} from '../../shared/store/bank/camt053-imports.ts'
import {
  findPagedOccurrences,
  insertBankEntries,
  type PagedOccurrence,
  type ReadBankEntry,
} from '../../shared/store/bank/insert-bank-entries.ts'
import {
  insertPayments,
  type NewPayment,
  type ReturnedPayment,
  takePaymentBack,
} from '../../shared/store/bank/payments.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { appendEvents, plainEvent } from '../../shared/store/platform/events.ts'
import { lockEndCustomer } from '../../shared/store/setup/end-customers.ts'
import type { Job, WorkerDeps } from '../job.ts'
import { logOutcomes, type Outcome } from '../platform/log-outcomes.ts'
import { requestMatching } from './request-matching.ts'

const BATCH = 500

/** Takes the bookings of received statements over, each once; the web has read every file through already. */
export async function importBankStatements(
  deps: WorkerDeps,
  jobs: readonly Job<Jobs['camt053.import']>[],
): Promise<void> {
  for (const { id, data } of jobs) {
    const done = await withSmallHeap(() => importStatement(deps, data))
    if (done) logOutcomes(deps, 'camt053.import', [told(done)], new Map([[data.import_id, id]]))
  }
}

function importStatement(
  deps: WorkerDeps,
  { end_customer_id, import_id }: Jobs['camt053.import'],
): Promise<ImportRow | null> {
  return deps.pool.transaction(async (tx) => {
    await lockEndCustomer(tx, end_customer_id)
    const own = await lockReceivedImport(tx, end_customer_id, import_id)
    if (!own) return null
    await takeOver(tx, own)
    await requestMatching(tx, deps, [end_customer_id])
    const subject = { end_customer_id, subject_type: 'camt053_import', subject_id: import_id } as const
    await appendEvents(tx, [plainEvent(subject, 'import.completed')])
    return own
  })
}

function told({ end_customer_id, import_id, request_id, actor_id, created_at }: ImportRow): Outcome {
  const asked = { kind: 'camt053_import' as const, subject_id: import_id, end_customer_id, request_id, actor_id }
  return { ...asked, outcome: 'imported', accepted_at: created_at }
}

async function takeOver(tx: Tx, own: ImportRow): Promise<void> {
  const reader = createCamt053Reader()
  const place = createPlace(tx, own.end_customer_id)
  let waiting: ReadBankEntry[] = []
  let new_entry_count = 0
  let entry_count = 0
  let payment_count = 0
  const flush = async () => {
    const created = await insertBankEntries(tx, own, waiting)
    const fresh = waiting.filter(({ entry_id }) => created.has(entry_id))
    const payments = fresh.flatMap(paymentsOf)
    await insertPayments(tx, own, payments)
    for (const returned of fresh.flatMap(returnsOf)) await takePaymentBack(tx, own.end_customer_id, returned)
    payment_count += payments.length
    new_entry_count += created.size
    entry_count += waiting.length
    waiting = []
  }
  const take = async (events: readonly Camt053Event[]) => {
    for (const event of events) {
      if (event.kind === 'bank_statement') await place.begin(event.header)
      if (event.kind === 'bank_entry') waiting.push(place.next(event.bankEntry))
      if (waiting.length >= BATCH) await flush()
    }
  }
  for await (const chunk of readChunks(tx, own)) await take(reader.write(chunk))
  await take(reader.end())
  if (waiting.length > 0) await flush()
  const linked_entry_count = entry_count - new_entry_count
  await completeImport(tx, own, { new_entry_count, linked_entry_count, payment_count })
}

function paymentsOf({ entry, entry_id, account }: ReadBankEntry): NewPayment[] {
  const { booking_date, value_date } = entry
  return incomingPayments(entry).map((payment) => ({
    payment_id: newUuid(),
    entry_id,
    account,
    booking_date,
    value_date,
    ...payment,
  }))
}

function returnsOf({ entry, entry_id, account }: ReadBankEntry): ReturnedPayment[] {
  return returnedPayments(entry).map((payment) => ({ entry_id, account, ...payment }))
}

/**
 * Numbers equal bookings. Within a statement the second of two equal ones is another booking; in another statement it is
 * the same one again. Pages of one statement share their numbers: what one page has is taken for the others, in whatever
 * order they come, and a page that comes again finds its own.
 */
function createPlace(tx: Tx, end_customer_id: string) {
  let header: BankStatementHeader | null = null
  let statement_number = -1
  let position = 0
  let numbers = createNumbers([], null)
  return {
    async begin(next: BankStatementHeader) {
      header = next
      statement_number += 1
      position = 0
      const { account, statement_id, page } = statementOf(next)
      const isPage = page !== null && statement_id !== null
      const known = isPage ? await findPagedOccurrences(tx, end_customer_id, { account, statement_id }) : []
      numbers = createNumbers(known, page)
    },
    next(entry: BankEntry): ReadBankEntry {
      const statement = statementOf(header as BankStatementHeader)
      const content_hash = hashOfBankEntry(statement.account, entry, 1)
      const occurrence = numbers.next(content_hash)
      position += 1
      return {
        statement_number,
        position,
        ...statement,
        content_hash,
        canonical_entry_hash: occurrence === 1 ? content_hash : hashOfBankEntry(statement.account, entry, occurrence),
        occurrence,
        entry_id: newUuid(),
        is_booked: isBooked(entry),
        entry,
      }
    },
  }
}

/** The next occurrence of a content: what this page had before, else the first that no other page has. */
function createNumbers(known: readonly PagedOccurrence[], page: string | null) {
  const own = Map.groupBy(
    known.filter((one) => one.page === page),
    ({ content_hash }) => content_hash,
  )
  const taken = new Set(known.filter((one) => one.page !== page).map(keyOf))
  const last = new Map<string, number>()
  return {
    next(content_hash: string): number {
      const before = own.get(content_hash)?.shift()
      const key = compact(content_hash)
      const latest = last.get(key) ?? 0
      let occurrence = before?.occurrence ?? latest + 1
      while (!before && taken.has(keyOf({ content_hash, occurrence }))) occurrence += 1
      last.set(key, Math.max(occurrence, latest))
      return occurrence
    },
  }
}

/** One character for each byte: there is a key for every booking of a statement, and it has to be held to the end. */
function compact(hash: string): string {
  return Buffer.from(hash, 'hex').toString('latin1')
}

function keyOf({ content_hash, occurrence }: Pick<PagedOccurrence, 'content_hash' | 'occurrence'>): string {
  return `${content_hash} ${occurrence}`
}

function statementOf(header: BankStatementHeader) {
  return { account: bankAccountKey(header), statement_id: header.statement_id, page: header.page?.page ?? null }
}
