import assert from 'node:assert/strict'
import type { FactState } from '../../contract/facts/source-facts.ts'
import type { RuleContext } from '../documents/rule-context.ts'
import type { Posting } from '../journal/posting.ts'
import { fiscalYearOf, fiscalYearsToAdd, type NewFiscalYear } from '../setup/fiscal-years.ts'
import type { AccountOfDay, RateOfDay } from '../setup/of-day.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import type { BatchContext, RelatedFact } from './batch-context.ts'
import { type Blocker, evaluateBlockers } from './blockers.ts'
import { withKind } from './fact-kinds.ts'
import type { PreparedFact } from './prepare-fact.ts'
import { evaluateWarnings, type Warning } from './warnings.ts'

export type FactPosting = Posting & {
  readonly fact: PreparedFact
  readonly fiscal_year_id: string
  readonly base_currency: string
}

/** The decision on a fact. A posted one gets the id of its entry when the entry is made. */
export type FactDecision = {
  readonly end_customer_id: string
  readonly source_fact_id: string
  readonly state: FactState
  readonly blockers: readonly Blocker[]
  readonly warnings: readonly Warning[]
  readonly superseded_by: string | null
}

export type FailedFact = { readonly fact: PreparedFact; readonly error: unknown }

/** Decisions of a batch so far; its later facts see them. */
export type Evaluation = {
  readonly context: BatchContext
  /** Those of the context, with the fiscal years that the batch has added. */
  readonly settings: Map<string, PostingSettings>
  readonly related_facts: ReadonlyMap<string, readonly RelatedFact[]>
  readonly decisions: Map<string, FactDecision>
  readonly posted: Map<string, PreparedFact>
  readonly failed: FailedFact[]
}

const SUPERSEDED = { state: 'superseded', blockers: [], warnings: [] } as const

/** The postings of some facts, and the fiscal years that they are the first to need. */
export type DecidedPostings = { readonly postings: FactPosting[]; readonly new_years: NewFiscalYear[] }

export function beginEvaluation(context: BatchContext): Evaluation {
  return {
    context,
    settings: new Map(context.settings),
    related_facts: Map.groupBy(context.related_facts, ({ source_fact_id }) => source_fact_id),
    decisions: new Map(),
    posted: new Map(),
    failed: [],
  }
}

/**
 * Decides facts one after the other, each seeing the decisions before it. It reads and writes no tables, so anybody can
 * ask what would happen. A fact whose evaluation throws spoils no other.
 *
 * @param evaluation of the facts before them; it is carried on
 * @param facts in the order in which they came, end customer by end customer
 */
export function decideFacts(evaluation: Evaluation, facts: readonly PreparedFact[]): DecidedPostings {
  const decided: DecidedPostings = { postings: [], new_years: [] }
  for (const fact of facts) {
    try {
      decideFact(evaluation, decided, fact)
    } catch (error) {
      evaluation.failed.push({ fact, error })
    }
  }
  return decided
}

/** The newest fact of a reference counts: it supersedes blocked ones, and a newer one supersedes it. */
function decideFact(evaluation: Evaluation, decided: DecidedPostings, fact: PreparedFact): void {
  const { end_customer_id, source_fact_id } = fact
  const save = (decision: Omit<FactDecision, 'end_customer_id'>) =>
    evaluation.decisions.set(decision.source_fact_id, { end_customer_id, ...decision })
  const related = [...(evaluation.related_facts.get(source_fact_id) ?? []), ...relatedInBatch(evaluation, fact)]
  const same = related.filter(({ kind }) => kind === 'same_reference')
  const newest = same
    .map(({ related_id }) => related_id)
    .sort()
    .at(-1)
  if (newest && newest > source_fact_id) {
    save({ ...SUPERSEDED, source_fact_id, superseded_by: newest })
    return
  }
  for (const { related_id } of same.filter(({ related_state }) => related_state === 'blocked'))
    save({ ...SUPERSEDED, source_fact_id: related_id, superseded_by: source_fact_id })
  const context = ruleContextOf(evaluation, decided, fact, related)
  const blockers = evaluateBlockers(context)
  if (blockers.length === 0) post(evaluation, decided, fact, context)
  const warnings = evaluateWarnings(context)
  const state = blockers.length === 0 ? 'posted' : 'blocked'
  save({ source_fact_id, state, blockers, warnings, superseded_by: null })
}

/** Related facts that this very batch has posted, which the database does not know of yet. */
function relatedInBatch({ posted }: Evaluation, fact: PreparedFact): RelatedFact[] {
  const same = posted.get(referenceKey(fact))
  const duplicate = fact.duplicate_key ? posted.get(duplicateKey(fact)) : undefined
  return [
    ...(same ? [relatedFact(fact, same, 'same_reference')] : []),
    ...(duplicate && duplicate !== same ? [relatedFact(fact, duplicate, 'suspected_duplicate')] : []),
  ]
}

function relatedFact(fact: PreparedFact, other: PreparedFact, kind: RelatedFact['kind']): RelatedFact {
  return {
    source_fact_id: fact.source_fact_id,
    related_id: other.source_fact_id,
    related_state: 'posted',
    related_reference: other.external_reference,
    kind,
  }
}

function ruleContextOf(
  evaluation: Evaluation,
  decided: DecidedPostings,
  fact: PreparedFact,
  related: readonly RelatedFact[],
): RuleContext {
  const { today, rates, accounts } = evaluation.context
  const isPostedAgain = ({ kind, related_state }: RelatedFact) =>
    kind === 'same_reference' && related_state === 'posted'
  return {
    document: fact.document,
    settings: settingsWithYear(evaluation, decided, fact),
    today,
    rates: ratesFor(fact, rates),
    accounts: accountsFor(fact, accounts),
    posted_with_same_reference: related.find(isPostedAgain)?.related_id ?? null,
    duplicate_of: related.find(({ kind }) => kind === 'suspected_duplicate')?.related_reference ?? null,
  }
}

/** The settings of the fact's end customer, with the fiscal years added that its date needs. */
function settingsWithYear(evaluation: Evaluation, decided: DecidedPostings, fact: PreparedFact): PostingSettings {
  const { end_customer_id, business_date } = fact
  const settings = evaluation.settings.get(end_customer_id)
  assert(settings, `end customer ${end_customer_id} has no settings for posting`)
  const added = fiscalYearsToAdd(settings.fiscal_years, business_date, evaluation.context.today)
  if (added.length === 0) return settings
  const grown = { ...settings, fiscal_years: [...settings.fiscal_years, ...added] }
  evaluation.settings.set(end_customer_id, grown)
  decided.new_years.push(...added.map((year) => ({ end_customer_id, ...year })))
  return grown
}

function post({ posted }: Evaluation, decided: DecidedPostings, fact: PreparedFact, context: RuleContext): void {
  const { settings, rates } = context
  const year = fiscalYearOf(settings.fiscal_years, context.document.business_date)
  assert(year, 'a document without a fiscal year is blocked')
  const { fiscal_year_id } = year
  const { base_currency } = settings
  const posting = withKind(context.document, (kind, itself) => kind.post(itself, settings, rates))
  decided.postings.push({ ...posting, fact, fiscal_year_id, base_currency })
  posted.set(referenceKey(fact), fact)
  if (fact.duplicate_key) posted.set(duplicateKey(fact), fact)
}

function referenceKey({ end_customer_id, source_system, external_reference }: PreparedFact): string {
  return JSON.stringify([end_customer_id, source_system, external_reference])
}

function duplicateKey({ end_customer_id, duplicate_key }: PreparedFact): string {
  return JSON.stringify([end_customer_id, duplicate_key])
}

function ratesFor({ end_customer_id, business_date }: PreparedFact, rates: readonly RateOfDay[]) {
  const known = rates.filter((rate) => rate.end_customer_id === end_customer_id && rate.on_date === business_date)
  return new Map(known.map(({ currency, rate_e8 }) => [currency, rate_e8]))
}

function accountsFor({ end_customer_id, business_date }: PreparedFact, accounts: readonly AccountOfDay[]) {
  const known = accounts.filter(
    (account) => account.end_customer_id === end_customer_id && account.on_date === business_date,
  )
  return new Map(known.map((account) => [account.account_code, account]))
}
