import assert from 'node:assert/strict'
import type { UsePlan } from '../bank/use-plan.ts'
import type { KnownSuppliers, RuleContext } from '../documents/rule-context.ts'
import type { ItemStates } from '../documents/voucher-item.ts'
import { totalOf } from '../journal/journal-entry.ts'
import type { Posting } from '../journal/posting.ts'
import { asOriginals } from '../open-items/reductions/as-originals.ts'
import { fiscalYearOf, fiscalYearsToAdd, type NewFiscalYear } from '../setup/fiscal-years.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { acquiredBefore, keepAcquired } from '../vat/acquired.ts'
import { keepSupplierUid } from '../vat/suppliers/supplier-uid.ts'
import type { RelatedFact } from './batch-context.ts'
import { EVALUATION_FAILED } from './blockers.ts'
import type { Evaluation, FactDecision } from './evaluation.ts'
import { keepItems } from './open-items/keep-items.ts'
import { keepAccounts } from './open-items/new-control-accounts.ts'
import { keepTakenOver } from './open-items/taken-over.ts'
import { type BankEntryPlan, keepBankEntries, planBankEntries } from './plan-bank-entries.ts'
import { postOrBlock } from './post-or-block.ts'
import type { PreparedFact } from './prepare-fact.ts'
import { firstOf, relatedInBatch, rememberPosted } from './related-in-batch.ts'
import { accountsFor, ratesFor } from './settings-of-day.ts'
import { evaluateWarnings } from './warnings.ts'

export type FactPosting = Posting & {
  readonly fact: PreparedFact
  readonly fiscal_year_id: string
  readonly base_currency: string
  /** When it was decided: the batch may have made others since. */
  readonly control_accounts: PostingSettings['control_accounts']
  /** What it uses of bank entries. */
  readonly bank_entry_uses: UsePlan['uses']
}

const NO_ITEMS: ItemStates = new Map()
const NO_ACCOUNTS: ReadonlySet<string> = new Set()
const NO_SUPPLIERS: KnownSuppliers = new Map()
const NOTHING_TAKEN_OVER: ReadonlyMap<string, string> = new Map()

const SUPERSEDED = { state: 'superseded', blockers: [], warnings: [] } as const

/** The postings of some facts, and the fiscal years that they are the first to need. */
export type DecidedPostings = { readonly postings: FactPosting[]; readonly new_years: NewFiscalYear[] }

/**
 * Decides facts one after the other, each seeing the decisions before it. It reads and writes no tables, so anybody can
 * ask what would happen.  A fact whose evaluation throws is blocked and spoils no other.
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
      const { end_customer_id, source_fact_id } = fact
      const decision = { state: 'blocked', blockers: [EVALUATION_FAILED], warnings: [], superseded_by: null } as const
      evaluation.decisions.set(source_fact_id, { end_customer_id, source_fact_id, ...decision })
    }
  }
  return decided
}

/** The newest fact of a reference counts: it supersedes blocked ones, and a newer one supersedes it. */
function decideFact(evaluation: Evaluation, decided: DecidedPostings, fact: PreparedFact): void {
  const { end_customer_id, source_fact_id } = fact
  const save = (decision: Omit<FactDecision, 'end_customer_id'>) =>
    evaluation.decisions.set(decision.source_fact_id, { end_customer_id, ...decision })
  const related = relatedOf(evaluation, fact)
  const same = related.length === 0 ? related : related.filter(({ kind }) => kind === 'same_reference')
  const newest = newestOf(same)
  if (newest && newest > source_fact_id) {
    save({ ...SUPERSEDED, source_fact_id, superseded_by: newest })
    return
  }
  for (const { related_id, related_state } of same)
    if (related_state === 'blocked') save({ ...SUPERSEDED, source_fact_id: related_id, superseded_by: source_fact_id })
  const settings = settingsWithYear(evaluation, decided, fact)
  const open_items = evaluation.open_items.get(end_customer_id) ?? NO_ITEMS
  const plan = planBankEntries(evaluation.bank_entries, fact, settings, open_items)
  const context = ruleContextOf(evaluation, fact, settings, open_items, plan, related)
  const { posting, blockers } = postOrBlock(context)
  const warnings = evaluateWarnings(context)
  if (posting) post(evaluation, decided, fact, context, posting, plan)
  save({ source_fact_id, state: posting ? 'posted' : 'blocked', blockers, warnings, superseded_by: null })
}

/** Nearly every fact has none, and shares the list of those. */
function relatedOf({ related_facts, posted }: Evaluation, fact: PreparedFact): readonly RelatedFact[] {
  const stored = related_facts.get(fact.source_fact_id)
  const inBatch = relatedInBatch(posted, fact)
  return stored ? [...stored, ...inBatch] : inBatch
}

function newestOf(related: readonly RelatedFact[]): string | undefined {
  let newest: string | undefined
  for (const { related_id } of related) if (newest === undefined || related_id > newest) newest = related_id
  return newest
}

function ruleContextOf(
  {
    context: { today, publicIdOfFact },
    rates,
    accounts,
    turnovers,
    acquired,
    accounts_with_lines,
    taken_over,
    supplier_uids,
  }: Evaluation,
  fact: PreparedFact,
  settings: PostingSettings,
  open_items: ItemStates,
  {
    findings: bank_entry_findings,
    uses: bank_entry_uses,
    doubts: bank_entry_doubts,
    named_beside,
    debits: bank_debits,
  }: BankEntryPlan,
  related: readonly RelatedFact[],
): RuleContext {
  const again = firstOf(related, 'same_reference', 'posted')
  const named = (its?: RelatedFact) =>
    its ? `${publicIdOfFact(its.related_id)} with external reference ${its.related_reference}` : null
  return {
    document: asOriginals(fact.document, settings, open_items),
    settings,
    today,
    turnover_minor: turnovers.get(fact.end_customer_id) ?? 0n,
    acquired_minor: acquiredBefore(acquired, fact),
    rates: ratesFor(fact, settings, rates),
    accounts: accountsFor(fact, accounts),
    accounts_with_lines: accounts_with_lines.get(fact.end_customer_id) ?? NO_ACCOUNTS,
    bank_entry_findings,
    bank_entry_uses,
    bank_entry_doubts,
    named_beside,
    bank_debits,
    open_items,
    taken_over: taken_over.get(fact.end_customer_id) ?? NOTHING_TAKEN_OVER,
    supplier_uids: supplier_uids.get(fact.end_customer_id) ?? NO_SUPPLIERS,
    posted_with_same_reference: again ? publicIdOfFact(again.related_id) : null,
    duplicate_of: named(firstOf(related, 'suspected_duplicate')),
    possible_duplicate_of: named(firstOf(related, 'possible_duplicate')),
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

function post(
  evaluation: Evaluation,
  decided: DecidedPostings,
  fact: PreparedFact,
  context: RuleContext,
  posting: Posting,
  plan: BankEntryPlan,
): void {
  const { posted, turnovers, bank_entries, accounts_with_lines } = evaluation
  const { settings, document, turnover_minor } = context
  const year = fiscalYearOf(settings.fiscal_years, document.business_date)
  assert(year, 'a document without a fiscal year is blocked')
  const { fiscal_year_id } = year
  const { base_currency, control_accounts } = settings
  turnovers.set(fact.end_customer_id, turnover_minor + totalOf(posting.lines))
  keepAcquired(evaluation.acquired, fact, posting.lines)
  keepSupplierUid(evaluation.supplier_uids, fact, settings)
  keepBankEntries(bank_entries, fact, plan)
  if (posting.item_changes) keepItems(evaluation, fact.end_customer_id, context)
  keepAccounts(accounts_with_lines, fact.end_customer_id, context)
  keepTakenOver(evaluation.taken_over, fact, context)
  rememberPosted(posted, fact)
  // Last of all: a fact whose evaluation throws has no posting.
  const ofFact = { fact, fiscal_year_id, base_currency, control_accounts, bank_entry_uses: plan.uses }
  decided.postings.push({ ...posting, ...ofFact })
}
