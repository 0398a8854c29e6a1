import assert from 'node:assert/strict'
import { decideFacts } from '../../../shared/accounting/facts/decide-facts.ts'
import { entryOfFact } from '../../../shared/accounting/facts/entry-of-fact.ts'
import { beginEvaluation } from '../../../shared/accounting/facts/evaluation.ts'
import { type PreparedFact, prepareFact } from '../../../shared/accounting/facts/prepare-fact.ts'
import type { NewJournalEntry } from '../../../shared/accounting/journal/canonical-entry.ts'
import { totalOf } from '../../../shared/accounting/journal/journal-entry.ts'
import { sourceFactTrial } from '../../../shared/contract/facts/fact-trials.ts'
import type { FactRequests } from '../../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { nowAsTimestamp, todayInSwitzerland } from '../../../shared/process/clock.ts'
import { newUuid, publicId } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { loadBatchContext } from '../../../shared/store/facts/load-batch-context.ts'
import { findSourceFactsByBodyKey } from '../../../shared/store/facts/source-facts.ts'
import { findHeadNow } from '../../../shared/store/journal/ledger-heads.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import { useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import { presentMoney } from '../../http/present-money.ts'
import type { Trial, TrialRequest } from '../../http/trial.ts'
import { presentLineToPost } from '../../journal/present-journal-entry.ts'
import { factOf, wrongLines } from '../new-fact.ts'

/** What would become of a fact, by the rules and the books of this moment. It holds no lock, and nothing is stored. */
export function trySourceFact<Type extends keyof FactRequests>(fact_type: Type): Trial {
  return { response: sourceFactTrial, run: (deps, request) => tryFact(fact_type, deps, request) }
}

async function tryFact<Type extends keyof FactRequests>(
  fact_type: Type,
  deps: ApiDeps,
  request: TrialRequest<FactRequests[Type]>,
) {
  const { body, body_hash: request_hash, end_customer_id } = request
  const details = wrongLines(fact_type, body)
  if (details.length > 0) throw new ApiError('validation_failed', 'The lines of the voucher are wrong.', details)
  const { row } = factOf(fact_type, body, { canonical: request.canonical, hash: request_hash }, request)
  const fact = prepareFact({ ...row, request: body, request_hash })
  return deps.pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    const { decision, supersedes, entry } = await decide(tx, deps, fact)
    const [known] = await findSourceFactsByBodyKey(tx, [
      { end_customer_id, source_system: body.source_system, idempotency_key: body.idempotency_key },
    ])
    return {
      object: 'source_fact_trial' as const,
      end_customer_id,
      fact_type,
      external_reference: body.external_reference,
      idempotency_key: body.idempotency_key,
      state: decision.state,
      blockers: decision.blockers,
      warnings: decision.warnings,
      entry: entry && presentEntry(entry),
      supersedes: supersedes.map((id) => publicId('source_fact', id)),
      known_as: known === undefined ? null : publicId('source_fact', known.source_fact_id),
    }
  })
}

function unknownCustomer(): ApiError {
  const message = 'There is no such end customer yet: its first request makes it.'
  return new ApiError('not_found', message, [{ pointer: '/end_customer_id', code: 'not_found', message }])
}

async function decide(tx: Tx, { log }: ApiDeps, fact: PreparedFact) {
  const { end_customer_id, source_fact_id } = fact
  const head = await findHeadNow(tx, end_customer_id)
  if (!head) throw unknownCustomer()
  const settings = await readPostingSettings(tx, [end_customer_id])
  const turnovers = new Map([[end_customer_id, head.total_debit_minor]])
  const evaluation = beginEvaluation(await loadBatchContext(tx, [fact], settings, turnovers, todayInSwitzerland()))
  const [posting] = decideFacts(evaluation, [fact]).postings
  // Blocked then, as the worker would block it; the reason is for us.
  for (const { error } of evaluation.failed) log.error({ err: error, end_customer_id }, 'a fact could not be tried')
  const decision = evaluation.decisions.get(source_fact_id)
  assert(decision, 'a fact that is evaluated is decided')
  const supersedes = [...evaluation.decisions.keys()].filter((id) => id !== source_fact_id)
  return { decision, supersedes, entry: posting ? entryOfFact(posting, newUuid(), nowAsTimestamp()).entry : null }
}

function presentEntry(entry: NewJournalEntry) {
  const { fiscal_year_id, posting_date, document_date, description, entry_type, currency, lines } = entry
  const total = presentMoney(totalOf(lines), currency)
  return {
    fiscal_year_id,
    posting_date,
    document_date,
    description,
    entry_type,
    currency,
    lines: lines.map((line, index) => presentLineToPost(line, index + 1, currency)),
    totals: { debit: total, credit: total },
  }
}
