import assert from 'node:assert/strict'
import { linesOfDocument } from '../../shared/accounting/documents/lines-of-document.ts'
import type { BatchContext } from '../../shared/accounting/facts/batch-context.ts'
import { decideFacts } from '../../shared/accounting/facts/decide-facts.ts'
import { entryOfFact, type PostedFact } from '../../shared/accounting/facts/entry-of-fact.ts'
import { beginEvaluation, type Evaluation, type FailedFact } from '../../shared/accounting/facts/evaluation.ts'
import { type NewOpenItem, openItemsOfFact } from '../../shared/accounting/facts/open-items/open-items-of-fact.ts'
import { openedItemsOf } from '../../shared/accounting/facts/open-items/opened-items.ts'
import type { NewFiscalYear } from '../../shared/accounting/setup/fiscal-years.ts'
import { nowAsTimestamp } from '../../shared/process/clock.ts'
import { newUuid } from '../../shared/process/ids.ts'
import type { Pause } from '../../shared/process/pause.ts'
import { voucherUsesInsert } from '../../shared/store/bank/uses/bank-entry-uses.ts'
import { awaitedNamesUpdate } from '../../shared/store/facts/awaited-names.ts'
import { factDecisionsUpdate, type SavedDecision } from '../../shared/store/facts/fact-states.ts'
import type { LoadedFact } from '../../shared/store/facts/prepare-facts.ts'
import { openItemsInsert } from '../../shared/store/open-items/insert-open-items.ts'
import { eventsInsert } from '../../shared/store/platform/events.ts'
import type { EntryNumbers, NewEntries } from '../journal/append-entries.ts'
import { eventsOfDecisions } from '../platform/events-of-outcomes.ts'
import { bankEntryEvents, usesOfFact } from './bank-entry-uses.ts'
import { openItemEvents } from './open-item-events.ts'

/** A query that is written out and waits for its place in the transaction. */
type Query = ReturnType<typeof eventsInsert>

export type DecidedBatch = {
  readonly facts: readonly LoadedFact[]
  readonly decisions: readonly SavedDecision[]
  readonly failed: readonly FailedFact[]
  readonly posted: readonly PostedFact[]
  readonly decisionQueries: readonly Query[]
  readonly eventQueries: readonly Query[]
}

const FIRST_SLICE_LINES = 400
/** Each has its cost, and a small fact shares the cores of PostgreSQL with one slice at most. */
const MOST_SLICE_LINES = 800

/**
 * Decides the facts of a batch slice by slice, while PostgreSQL writes the entries of the slice before.
 *
 * @param pause between two facts, and two parts of what is written out
 * @returns the whole batch; its queries are written out while PostgreSQL writes the last slice
 */
export async function* decideInSlices(
  facts: readonly LoadedFact[],
  context: BatchContext,
  pause: Pause,
): AsyncGenerator<NewEntries, DecidedBatch, EntryNumbers> {
  const evaluation = beginEvaluation(context)
  let numbers: EntryNumbers = new Map()
  const posted: PostedFact[] = []
  for (const slice of growingSlices(facts)) {
    const from = posted.length
    const new_years: NewFiscalYear[] = []
    for (const fact of slice) {
      const decided = decideFacts(evaluation, [fact])
      posted.push(...decided.postings.map((posting) => entryOfFact(posting, newUuid(), nowAsTimestamp())))
      new_years.push(...decided.new_years)
      await pause()
    }
    numbers = yield { entries: posted.slice(from).map(({ entry }) => entry), new_years }
  }
  const decisions = decisionsOf(evaluation, posted)
  const items = itemsOf(posted, numbers)
  await pause()
  const ofDecisions = decisionQueriesOf(decisions, items, posted)
  await pause()
  const decisionQueries = [...ofDecisions, ...awaitedNamesUpdate(decisions, facts, evaluation.settings)]
  const events = [...eventsOfDecisions(decisions, facts), ...bankEntryEvents(posted), ...openItemEvents(posted)]
  const eventQueries = events.length > 0 ? [eventsInsert(events)] : []
  return { facts, decisions, failed: evaluation.failed, posted, decisionQueries, eventQueries }
}

/** A short slice first, so that PostgreSQL has something to do soon; then longer ones, because each has its cost. */
function* growingSlices(facts: readonly LoadedFact[]): Iterable<readonly LoadedFact[]> {
  let from = 0
  let lines = 0
  let most = FIRST_SLICE_LINES
  for (const [index, { document }] of facts.entries()) {
    lines += linesOfDocument(document)
    if (lines < most) continue
    yield facts.slice(from, index + 1)
    from = index + 1
    lines = 0
    most = Math.min(most * 2, MOST_SLICE_LINES)
  }
  if (from < facts.length) yield facts.slice(from)
}

function decisionsOf({ decisions }: Evaluation, posted: readonly PostedFact[]): SavedDecision[] {
  const entryIds = new Map(posted.map(({ fact, entry }) => [fact.source_fact_id, entry.journal_entry_id]))
  return [...decisions.values()].map((decision) => ({
    ...decision,
    journal_entry_id: entryIds.get(decision.source_fact_id) ?? null,
  }))
}

function itemsOf(posted: readonly PostedFact[], numbers: EntryNumbers): NewOpenItem[] {
  return posted.flatMap((fact) => {
    const number = numbers.get(fact.entry.source_id)
    assert(number, 'a posted fact has a number')
    return [...openItemsOfFact(fact, number, newUuid), ...openedItemsOf(fact, number, newUuid)]
  })
}

function decisionQueriesOf(
  decisions: readonly SavedDecision[],
  items: readonly NewOpenItem[],
  posted: readonly PostedFact[],
): Query[] {
  const uses = posted.flatMap(usesOfFact)
  return [
    ...(uses.length > 0 ? [voucherUsesInsert(uses)] : []),
    ...(decisions.length > 0 ? [factDecisionsUpdate(decisions)] : []),
    ...(items.length > 0 ? [openItemsInsert(items)] : []),
  ]
}
