import { randomUUID } from 'node:crypto'
import { foreignCurrencies } from '../../shared/accounting/facts/amount-rules.ts'
import {
  beginEvaluation,
  decideFacts,
  type Evaluation,
  type FactPosting,
  type Failed,
} from '../../shared/accounting/facts/decide-facts.ts'
import { RULE_VERSION } from '../../shared/accounting/journal/posting.ts'
import type { PostingSettings } from '../../shared/accounting/setup/posting-settings.ts'
import { nowAsTimestamp, todayInSwitzerland } from '../../shared/process/clock.ts'
import type { Deps } from '../../shared/process/deps.ts'
import { newUuid } from '../../shared/process/ids.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import {
  type FactDecision,
  factDecisionsUpdate,
  findRelatedFacts,
  findWaitingFacts,
} from '../../shared/store/facts/fact-states.ts'
import { type PreparedFact, prepareFacts, withPrepared } from '../../shared/store/facts/prepare-facts.ts'
import type { FactKey } from '../../shared/store/facts/source-facts.ts'
import type { NewJournalEntry } from '../../shared/store/journal/append-journal-entries.ts'
import { findFairShareCustomers, lockExtraLedgers, lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { type NewOpenItem, type OpenItemKind, openItemsInsert } from '../../shared/store/open-items/open-items.ts'
import { eventsInsert, type NewEvent } from '../../shared/store/platform/events.ts'
import { type AccountWanted, findAccountStatuses } from '../../shared/store/setup/chart.ts'
import { findExchangeRates } from '../../shared/store/setup/exchange-rates.ts'
import { requestMatching } from '../bank/request-matching.ts'
import { appendEntries, growingSlices } from '../journal/append-entries.ts'
import { eventsOfDecisions } from '../platform/events-of-outcomes.ts'
import type { Outcome } from '../platform/log-outcomes.ts'
import { requestRefresh } from '../statements/request-refresh.ts'
import type { PostingSettingsCache } from './posting-settings-cache.ts'

type SettingsByCustomer = ReadonlyMap<string, PostingSettings>
type Booked = FactPosting & { readonly entry: NewJournalEntry }
/** Written out and waiting for its turn. */
type Statement = ReturnType<typeof eventsInsert>

/**
 * Evaluates the facts that are named, and those before them, and posts what nothing blocks, with a fixed number of SQL
 * statements: prepare, lock, read, decide, save, hand on. Only the journal is written in slices, a few for each batch.
 * What comes before the lock is done while another batch holds the ledgers.
 *
 * @param keys of end customers of one lane
 * @param guest_lanes where a few other end customers are taken along with their waiting facts
 * @param complete what else belongs to the transaction; PostgreSQL does it while the first entries are decided here
 * @returns the facts whose evaluation threw, and what has become of the others when the transaction commits
 */
export async function postBatch(
  tx: Tx,
  deps: Deps,
  cache: PostingSettingsCache,
  keys: readonly FactKey[],
  guest_lanes: readonly number[],
  complete: () => Promise<void> = async () => {},
): Promise<{ failed: Failed[]; outcomes: Outcome[] }> {
  const prepared = await prepareFacts(tx, keys)
  const hosts = [...new Set(keys.map(({ end_customer_id }) => end_customer_id))]
  const guests = await findFairShareCustomers(tx, hosts, guest_lanes, randomUUID())
  const hostHeads = await lockLedgers(tx, hosts)
  const guestHeads = await lockExtraLedgers(tx, guests)
  const heads = [...hostHeads, ...guestHeads]
  const taken = guestHeads.map(({ end_customer_id }) => end_customer_id)
  const facts = await withPrepared(tx, await findWaitingFacts(tx, keys, taken), prepared)
  if (facts.length === 0) {
    await complete()
    return { failed: [], outcomes: [] }
  }
  const settings = await cache(tx, heads)
  const relatives = await findRelatedFacts(tx, facts)
  const rates = await findExchangeRates(
    tx,
    facts.flatMap((fact) => ratesWanted(fact, settings)),
  )
  const accounts = await findAccountStatuses(tx, facts.flatMap(accountsWanted))
  const today = todayInSwitzerland()
  const knowledge = { settings, rates, accounts, relatives, today }
  const evaluation = beginEvaluation(knowledge)
  const booked: Booked[] = []
  let decisions: readonly FactDecision[] = []
  let updates: readonly Statement[] = []
  let feed: readonly Statement[] = []
  function* decided() {
    for (const slice of growingSlices(facts)) {
      const { postings, new_years } = decideFacts(slice, knowledge, evaluation)
      const own = postings.map((posting) => ({ ...posting, entry: entryOf(posting, settings) }))
      booked.push(...own)
      yield { entries: own.map(({ entry }) => entry), new_years }
    }
    // PostgreSQL is writing the last slice; what comes behind it is written out meanwhile.
    decisions = decisionsOf(evaluation, booked)
    updates = updatesOf(decisions, booked)
    feed = feedOf(eventsOfDecisions(decisions, facts))
  }
  const numbers = await appendEntries(tx, heads, decided(), complete())
  for (const update of updates) await tx.query(update)
  await requestRefresh(
    tx,
    deps,
    booked.map(({ fact }) => fact.end_customer_id),
  )
  const opened = booked.flatMap(({ open_item, fact }) => (open_item ? [fact.end_customer_id] : []))
  if (opened.length > 0) await requestMatching(tx, deps, opened)
  for (const events of feed) await tx.query(events)
  return { failed: evaluation.failed, outcomes: outcomesOf(decisions, facts, numbers) }
}

function decisionsOf({ decisions }: Evaluation, booked: readonly Booked[]): FactDecision[] {
  const entryIds = new Map(booked.map(({ fact, entry }) => [fact.source_fact_id, entry.journal_entry_id]))
  return [...decisions.values()].map((decision) => ({
    ...decision,
    journal_entry_id: entryIds.get(decision.source_fact_id) ?? null,
  }))
}

function updatesOf(decisions: readonly FactDecision[], booked: readonly Booked[]): Statement[] {
  const items = (kind: OpenItemKind) => booked.flatMap((posting) => openItemOf(kind, posting))
  const [payables, documents] = [items('supplier_payable'), items('document')]
  return [
    ...(decisions.length > 0 ? [factDecisionsUpdate(decisions)] : []),
    ...(payables.length > 0 ? [openItemsInsert('supplier_payable', payables)] : []),
    ...(documents.length > 0 ? [openItemsInsert('document', documents)] : []),
  ]
}

function feedOf(events: readonly NewEvent[]): Statement[] {
  return events.length > 0 ? [eventsInsert(events)] : []
}

/** A fact that another one supersedes may be known by its id only. */
function outcomesOf(
  decided: readonly FactDecision[],
  facts: readonly PreparedFact[],
  numbers: ReadonlyMap<string, bigint>,
): Outcome[] {
  const byId = new Map(facts.map((fact) => [fact.source_fact_id, fact]))
  return decided.map(({ end_customer_id, source_fact_id, state, blockers }) => {
    const fact = byId.get(source_fact_id)
    return {
      kind: 'source_fact',
      subject_id: source_fact_id,
      end_customer_id,
      request_id: fact?.request_id,
      actor_id: fact?.actor_id,
      outcome: state,
      entry_number: numbers.get(source_fact_id),
      blockers,
      accepted_at: fact?.state === 'received' ? fact.created_at : undefined,
    }
  })
}

function ratesWanted({ end_customer_id, business_date, document }: PreparedFact, settings: SettingsByCustomer) {
  const base_currency = settings.get(end_customer_id)?.base_currency ?? ''
  return foreignCurrencies(document, base_currency).map((currency) => ({
    end_customer_id,
    currency,
    on_date: business_date,
  }))
}

/** Mapped accounts are part of the settings; the others are looked up for the vouchers that name them. */
function accountsWanted({ end_customer_id, business_date, document }: PreparedFact): AccountWanted[] {
  if (document.fact_type !== 'journal_voucher') return []
  return document.lines.map(({ account_code }) => ({ end_customer_id, account_code, on_date: business_date }))
}

function entryOf(posting: FactPosting, settings: SettingsByCustomer): NewJournalEntry {
  const { fact, fiscal_year_id, entry_type, lines } = posting
  const { end_customer_id, source_fact_id, fact_type, document, snapshot, actor_id, request_id } = fact
  return {
    end_customer_id,
    journal_entry_id: newUuid(),
    fiscal_year_id,
    posting_date: document.business_date,
    document_date: document.document_date,
    description: describe(fact),
    source_type: fact_type,
    source_id: source_fact_id,
    source_snapshot: snapshot,
    entry_type,
    reversal_of: null,
    rule_version: RULE_VERSION,
    actor_id,
    request_id,
    currency: settings.get(end_customer_id)?.base_currency ?? '',
    posted_at: nowAsTimestamp(),
    lines,
  }
}

function describe({ document, external_reference }: FactPosting['fact']): string {
  if (document.fact_type === 'journal_voucher') return document.text
  return [document.partner_name, document.document_number ?? external_reference].join(' ')
}

/** A payable stands in credit and a receivable in debit; as open items both are positive. */
function openItemOf(kind: OpenItemKind, { fact, open_item, entry }: Booked): NewOpenItem[] {
  const { document } = fact
  if (document.fact_type === 'journal_voucher' || open_item === null) return []
  if (kind !== (document.fact_type === 'expense_document' ? 'supplier_payable' : 'document')) return []
  const sign = kind === 'supplier_payable' ? -1n : 1n
  const item: NewOpenItem = {
    end_customer_id: fact.end_customer_id,
    open_item_id: newUuid(),
    source_fact_id: fact.source_fact_id,
    journal_entry_id: entry.journal_entry_id,
    account_code: open_item.account_code,
    partner_name: document.partner_name ?? '',
    partner_reference: document.partner_reference,
    document_number: document.document_number,
    document_date: document.document_date,
    due_date: document.due_date,
    payment_reference: document.payment_reference,
    currency: open_item.currency,
    amount_minor: sign * open_item.transaction_minor,
    base_amount_minor: sign * open_item.amount_minor,
    created_at: entry.posted_at,
  }
  return [item]
}
