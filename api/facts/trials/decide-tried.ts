import assert from 'node:assert/strict'
import type { BatchContext, RelatedFact } from '../../../shared/accounting/facts/batch-context.ts'
import { decideFacts } from '../../../shared/accounting/facts/decide-facts.ts'
import { entryOfFact } from '../../../shared/accounting/facts/entry-of-fact.ts'
import { beginEvaluation, type FactDecision } from '../../../shared/accounting/facts/evaluation.ts'
import type { PreparedFact } from '../../../shared/accounting/facts/prepare-fact.ts'
import type { NewJournalEntry } from '../../../shared/accounting/journal/canonical-entry.ts'
import { NEW_BOOKS } from '../../../shared/accounting/setup/new-books.ts'
import { nowAsTimestamp, todayInSwitzerland } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { loadBatchContext } from '../../../shared/store/facts/load-batch-context.ts'
import { findHeadsNow } from '../../../shared/store/journal/ledger-heads.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import type { ApiDeps } from '../../http/api-deps.ts'

/** @param supersedes stored facts whose place it would take */
export type DecidedTrial = {
  readonly decision: FactDecision
  readonly supersedes: readonly string[]
  readonly entry: NewJournalEntry | null
}

/** What decisions on these facts depend on, as it is now; the first fact of an end customer would make its books. */
export async function loadTried(tx: Tx, facts: readonly PreparedFact[]): Promise<BatchContext> {
  const customers = [...new Set(facts.map(({ end_customer_id }) => end_customer_id))]
  const heads = await findHeadsNow(tx, customers)
  const turnovers = new Map(heads.map(({ end_customer_id, total_debit_minor }) => [end_customer_id, total_debit_minor]))
  const known = await readPostingSettings(tx, customers)
  const settings = new Map(customers.map((customer) => [customer, known.get(customer) ?? NEW_BOOKS]))
  return loadBatchContext(tx, facts, settings, turnovers, todayInSwitzerland())
}

/**
 * Decides facts of one request in their order, each seeing those before it, as the worker does that finds them all
 * stored. It needs no connection.
 *
 * @param pause after each fact
 */
export async function decideTried(
  { log }: Pick<ApiDeps, 'log'>,
  context: BatchContext,
  facts: readonly PreparedFact[],
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, DecidedTrial>> {
  const tried = new Set(facts.map(({ source_fact_id }) => source_fact_id))
  const evaluation = beginEvaluation({
    ...context,
    related_facts: [...context.related_facts, ...newerOf(facts)],
    // Nothing has the id that one of them has here.
    publicIdOfFact: (id) => (tried.has(id) ? 'an item of this request' : context.publicIdOfFact(id)),
  })
  const decided = new Map<string, DecidedTrial>()
  for (const fact of facts) {
    const { source_fact_id } = fact
    const before = new Set(evaluation.decisions.keys())
    const [posting] = decideFacts(evaluation, [fact]).postings
    const decision = evaluation.decisions.get(source_fact_id)
    assert(decision, 'a fact that is evaluated is decided')
    const supersedes = [...evaluation.decisions.keys()].filter((id) => id !== source_fact_id && !before.has(id))
    const entry = posting ? entryOfFact(posting, newUuid(), nowAsTimestamp()).entry : null
    decided.set(source_fact_id, { decision, supersedes, entry })
    await pause()
  }
  // Blocked then, as the worker would block it; the reason is for us.
  for (const { error, fact } of evaluation.failed)
    log.error({ err: error, end_customer_id: fact.end_customer_id }, 'a fact could not be tried')
  return decided
}

/** Facts that have a newer one of their reference in the same request: all are stored before the first is decided. */
function newerOf(facts: readonly PreparedFact[]): RelatedFact[] {
  const referenceOf = (fact: PreparedFact) =>
    JSON.stringify([fact.end_customer_id, fact.source_system, fact.external_reference])
  const newest = new Map(facts.map((fact) => [referenceOf(fact), fact]))
  return facts.flatMap((fact) => {
    const newer = newest.get(referenceOf(fact))
    if (!newer || newer === fact) return []
    const { source_fact_id: related_id, external_reference: related_reference } = newer
    const { source_fact_id } = fact
    return { source_fact_id, related_id, related_state: 'received', related_reference, kind: 'same_reference' }
  })
}
