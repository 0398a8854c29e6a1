import assert from 'node:assert/strict'
import type { Blocker } from '../shared/accounting/blockers.ts'
import type { Books } from '../shared/accounting/books.ts'
import { type FiscalYear, fiscalYearOf, fiscalYearsToAdd } from '../shared/accounting/fiscal-years.ts'
import { reversalLines } from '../shared/accounting/journal-entry.ts'
import { RULE_VERSION } from '../shared/accounting/posting.ts'
import { isOpenDay, reversalDate } from '../shared/accounting/reversal-date.ts'
import { nowAsTimestamp, todayInSwitzerland } from '../shared/clock.ts'
import { newUuid, publicId } from '../shared/ids.ts'
import { enqueueReevaluation, type Jobs } from '../shared/jobs.ts'
import { insertFiscalYears, lockLedgers } from '../shared/store/books.ts'
import type { Tx } from '../shared/store/database.ts'
import { saveFactDecisions } from '../shared/store/fact-evaluation.ts'
import { type IntentOutcome, type IntentRow, lockOpenIntents, saveIntentOutcomes } from '../shared/store/intents.ts'
import type { NewJournalEntry } from '../shared/store/journal.ts'
import { reverseOpenItems } from '../shared/store/open-items.ts'
import { findUnreversedEntries, type PostedEntry } from '../shared/store/reversals.ts'
import type { Job, WorkerDeps } from './jobs.ts'
import { appendEntries, requestRefresh } from './post-batch.ts'

type Reversal = { readonly intent: IntentRow; readonly entry: NewJournalEntry; readonly years: readonly FiscalYear[] }

const NO_OPEN_DAY: Blocker = {
  code: 'fiscal_year_closed',
  message: 'There is no open day on which the reversal can be booked.',
  pointer: '/posting_date',
  remedy: 'Reopen a fiscal year or move the period lock; the reversal is then booked by itself.',
}

/** Books the reversals that intents ask for, ledger by ledger; one that finds no open day stays blocked. */
export async function postReversals(deps: WorkerDeps, jobs: readonly Job<Jobs['ledger.post']>[]): Promise<void> {
  const byLedger = Map.groupBy(jobs, ({ data }) => data.end_customer_id)
  for (const [end_customer_id, own] of byLedger) {
    await deps.pool.transaction((tx) =>
      postInLedger(
        tx,
        deps,
        end_customer_id,
        own.map(({ data }) => data),
      ),
    )
  }
}

async function postInLedger(tx: Tx, deps: WorkerDeps, end_customer_id: string, keys: readonly Jobs['ledger.post'][]) {
  const heads = await lockLedgers(tx, [end_customer_id])
  const intents = await lockOpenIntents(tx, keys)
  if (intents.length === 0) return
  const books = (await deps.books(tx, heads)).get(end_customer_id)
  assert(books, 'an end customer with intents has books')
  const sources = intents.map(({ subject_id }) => ({ end_customer_id, source_id: subject_id }))
  const originals = new Map((await findUnreversedEntries(tx, sources)).map((entry) => [entry.source_id, entry]))
  const { reversals, outcomes } = decide(intents, originals, books)
  await insertFiscalYears(
    tx,
    reversals.flatMap(({ years }) => years.map((year) => ({ end_customer_id, ...year }))),
  )
  await appendEntries(tx, heads, reversals)
  await saveIntentOutcomes(tx, outcomes)
  await markReversed(tx, reversals)
  await requestRefresh(tx, deps, [end_customer_id])
  // What was blocked because the reversed document was posted may be free now.
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'reversal', ['already_posted', 'duplicate_document'])
}

function decide(intents: readonly IntentRow[], originals: ReadonlyMap<string, PostedEntry>, books: Books) {
  const today = todayInSwitzerland()
  const reversals: Reversal[] = []
  const outcomes: IntentOutcome[] = []
  let fiscal_years = books.fiscal_years
  for (const intent of intents) {
    const original = originals.get(intent.subject_id)
    assert(original, 'the request made sure that the fact is posted, and holds the only reversal of it')
    const posting_date = postingDate(intent, original, { ...books, fiscal_years }, today)
    const years = posting_date ? fiscalYearsToAdd(fiscal_years, posting_date, today) : []
    fiscal_years = [...fiscal_years, ...years]
    const year = posting_date ? fiscalYearOf(fiscal_years, posting_date) : undefined
    if (posting_date && year) {
      const entry = reversalEntry(intent, original, posting_date, year.fiscal_year_id)
      reversals.push({ intent, entry, years })
      const result = { journal_entry_id: publicId('journal_entry', entry.journal_entry_id) }
      outcomes.push(outcome(intent, 'succeeded', [], result))
    } else outcomes.push(outcome(intent, 'blocked', [NO_OPEN_DAY], null))
  }
  return { reversals, outcomes }
}

function postingDate({ request }: IntentRow, original: PostedEntry, books: Books, today: string): string | null {
  if (request.posting_date === undefined) return reversalDate(books, original.posting_date, today)
  return isOpenDay(books, request.posting_date, today) ? request.posting_date : null
}

function reversalEntry(
  { end_customer_id, intent_id, request, actor_id, request_id }: IntentRow,
  original: PostedEntry,
  posting_date: string,
  fiscal_year_id: string,
): NewJournalEntry {
  const lines = original.lines.map((line) => ({
    ...line,
    debit_minor: BigInt(line.debit_minor),
    credit_minor: BigInt(line.credit_minor),
    transaction_minor: BigInt(line.transaction_minor),
    rate_e8: line.rate_e8 === null ? null : BigInt(line.rate_e8),
  }))
  return {
    end_customer_id,
    journal_entry_id: newUuid(),
    fiscal_year_id,
    posting_date,
    document_date: original.document_date,
    description: `Storno: ${original.description}`,
    source_type: original.source_type,
    source_id: original.source_id,
    entry_type: original.entry_type,
    source_snapshot: { reversal: { intent_id, ...request }, original: original.source_snapshot },
    reversal_of: original.journal_entry_id,
    rule_version: RULE_VERSION,
    actor_id,
    request_id,
    currency: original.currency,
    posted_at: nowAsTimestamp(),
    lines: reversalLines(lines),
  }
}

/** The fact keeps the id of the entry that booked it; the reversal is found from there. */
async function markReversed(tx: Tx, reversals: readonly Reversal[]): Promise<void> {
  const facts = reversals.map(({ intent, entry }) => ({
    end_customer_id: intent.end_customer_id,
    source_fact_id: intent.subject_id,
    state: 'reversed' as const,
    blockers: [],
    journal_entry_id: entry.reversal_of,
    superseded_by: null,
  }))
  await saveFactDecisions(tx, facts)
  await reverseOpenItems(tx, 'supplier_payable', facts)
  await reverseOpenItems(tx, 'document', facts)
}

function outcome(
  { end_customer_id, intent_id }: IntentRow,
  state: IntentOutcome['state'],
  blockers: Blocker[],
  result: IntentOutcome['result'],
): IntentOutcome {
  return { end_customer_id, intent_id, state, blockers, result }
}
