import assert from 'node:assert/strict'
import type { FactState } from '../../contract/facts/source-facts.ts'
import type { AccountStatus } from '../../contract/setup/accounts.ts'
import type { RuleContext } from '../documents/rule-context.ts'
import { type Posting as Booking, postDocument } from '../journal/posting.ts'
import { type FiscalYear, fiscalYearOf, fiscalYearsToAdd } from '../setup/fiscal-years.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { type Blocker, evaluateBlockers } from './blockers.ts'
import type { PreparedFact } from './prepare-fact.ts'

type OfDay = { readonly end_customer_id: string; readonly on_date: string }
export type RateRow = OfDay & { readonly currency: string; readonly rate_e8: bigint }
export type AccountStatusRow = OfDay & { readonly account_code: string; readonly status: AccountStatus }
export type NewFiscalYear = FiscalYear & { readonly end_customer_id: string }

export type RelatedFact = {
  readonly source_fact_id: string
  readonly relative_id: string
  readonly relative_state: FactState
  readonly relative_reference: string
  readonly kind: 'twin' | 'duplicate'
}

export type FactPosting = Booking & {
  readonly fact: PreparedFact
  readonly fiscal_year_id: string
}
export type Failed = { readonly fact: PreparedFact; readonly error: unknown }
type Decision = {
  readonly end_customer_id: string
  readonly source_fact_id: string
  readonly state: FactState
  readonly blockers: readonly Blocker[]
  readonly superseded_by: string | null
}

export type BatchContext = {
  readonly settings: ReadonlyMap<string, PostingSettings>
  readonly rates: readonly RateRow[]
  readonly accounts: readonly AccountStatusRow[]
  readonly relatives: readonly RelatedFact[]
  readonly today: string
}

/** What a batch has decided so far; later facts of the batch see it. */
export type Evaluation = {
  readonly settings: Map<string, PostingSettings>
  readonly relatives: ReadonlyMap<string, readonly RelatedFact[]>
  readonly decisions: Map<string, Decision>
  readonly posted: Map<string, PreparedFact>
  readonly failed: Failed[]
}
type Progress = Evaluation & Bookings
/** What is to be booked of some facts, and the fiscal years that they are the first to need. */
export type Bookings = { readonly postings: FactPosting[]; readonly new_years: NewFiscalYear[] }

export function beginEvaluation({ settings, relatives }: BatchContext): Evaluation {
  return {
    settings: new Map(settings),
    relatives: Map.groupBy(relatives, ({ source_fact_id }) => source_fact_id),
    decisions: new Map(),
    posted: new Map(),
    failed: [],
  }
}

/**
 * Decides facts one after the other, each seeing what was decided before it. It reads and writes no tables, and a fact
 * whose evaluation throws spoils no other.
 *
 * @param facts in the order in which they came, end customer by end customer
 * @param evaluation of the facts before them, which it carries on
 */
export function decideFacts(
  facts: readonly PreparedFact[],
  context: BatchContext,
  evaluation: Evaluation = beginEvaluation(context),
): Bookings {
  const progress: Progress = { ...evaluation, postings: [], new_years: [] }
  for (const fact of facts) {
    try {
      const relatives = [...(progress.relatives.get(fact.source_fact_id) ?? []), ...postedBefore(fact, progress)]
      decide(fact, context, relatives, progress)
    } catch (error) {
      progress.failed.push({ fact, error })
    }
  }
  return progress
}

function decide(
  fact: PreparedFact,
  context: BatchContext,
  relatives: readonly RelatedFact[],
  progress: Progress,
): void {
  const save = (decision: Omit<Decision, 'end_customer_id'>) =>
    progress.decisions.set(decision.source_fact_id, { end_customer_id: fact.end_customer_id, ...decision })
  const { source_fact_id } = fact
  const twins = relatives.filter(({ kind }) => kind === 'twin')
  const newest = twins
    .map(({ relative_id }) => relative_id)
    .sort()
    .at(-1)
  if (newest && newest > source_fact_id) {
    save({ source_fact_id, state: 'superseded', blockers: [], superseded_by: newest })
    return
  }
  for (const { relative_id } of twins.filter(({ relative_state }) => relative_state === 'blocked')) {
    save({ source_fact_id: relative_id, state: 'superseded', blockers: [], superseded_by: source_fact_id })
  }
  const ruleContext: RuleContext = {
    document: fact.document,
    settings: settingsWithYear(fact, progress, context.today),
    today: context.today,
    rates: ratesFor(fact, context.rates),
    accounts: accountsFor(fact, context.accounts),
    posted_twin: twins.find(({ relative_state }) => relative_state === 'posted')?.relative_id ?? null,
    duplicate_of: relatives.find(({ kind }) => kind === 'duplicate')?.relative_reference ?? null,
  }
  const blockers = evaluateBlockers(ruleContext)
  if (blockers.length === 0) post(fact, ruleContext, progress)
  save({ source_fact_id, state: blockers.length === 0 ? 'posted' : 'blocked', blockers, superseded_by: null })
}

function post(fact: PreparedFact, { document, settings, rates }: RuleContext, progress: Progress) {
  const year = fiscalYearOf(settings.fiscal_years, document.business_date)
  assert(year, 'a document without a fiscal year is blocked')
  const { fiscal_year_id } = year
  progress.postings.push({ ...postDocument(document, settings, rates), fact, fiscal_year_id })
  progress.posted.set(twinKey(fact), fact)
  if (fact.duplicate_key) progress.posted.set(duplicateKey(fact), fact)
}

/** The settings of the fact's end customer, with the fiscal years added that its date needs. */
function settingsWithYear(fact: PreparedFact, progress: Progress, today: string): PostingSettings {
  const { end_customer_id, business_date } = fact
  const settings = progress.settings.get(end_customer_id)
  assert(settings, `end customer ${end_customer_id} has no settings for posting`)
  const added = fiscalYearsToAdd(settings.fiscal_years, business_date, today)
  if (added.length === 0) return settings
  const grown = { ...settings, fiscal_years: [...settings.fiscal_years, ...added] }
  progress.settings.set(end_customer_id, grown)
  progress.new_years.push(...added.map((year) => ({ end_customer_id, ...year })))
  return grown
}

/** Relatives that this very batch has posted, which the database does not know of yet. */
function postedBefore(fact: PreparedFact, { posted }: Progress): RelatedFact[] {
  const twin = posted.get(twinKey(fact))
  const duplicate = fact.duplicate_key ? posted.get(duplicateKey(fact)) : undefined
  return [
    ...(twin ? [relative(fact, twin, 'twin' as const)] : []),
    ...(duplicate && duplicate !== twin ? [relative(fact, duplicate, 'duplicate' as const)] : []),
  ]
}

function relative(fact: PreparedFact, other: PreparedFact, kind: 'twin' | 'duplicate'): RelatedFact {
  return {
    source_fact_id: fact.source_fact_id,
    relative_id: other.source_fact_id,
    relative_state: 'posted',
    relative_reference: other.external_reference,
    kind,
  }
}

function twinKey({ end_customer_id, source_system, external_reference }: PreparedFact): string {
  return JSON.stringify([end_customer_id, source_system, external_reference])
}

function duplicateKey({ end_customer_id, duplicate_key }: PreparedFact): string {
  return JSON.stringify([end_customer_id, duplicate_key])
}

function ratesFor({ end_customer_id, business_date }: PreparedFact, rates: readonly RateRow[]) {
  const own = rates.filter((rate) => rate.end_customer_id === end_customer_id && rate.on_date === business_date)
  return new Map(own.map(({ currency, rate_e8 }) => [currency, rate_e8]))
}

function accountsFor({ end_customer_id, business_date }: PreparedFact, accounts: readonly AccountStatusRow[]) {
  const own = accounts.filter((known) => known.end_customer_id === end_customer_id && known.on_date === business_date)
  return new Map(own.map(({ account_code, status }) => [account_code, status]))
}
