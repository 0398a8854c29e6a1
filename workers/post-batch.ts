import { randomUUID } from 'node:crypto'
import type { Books } from '../shared/accounting/books.ts'
import type { Json } from '../shared/accounting/canonical-json.ts'
import { RULE_VERSION } from '../shared/accounting/expense-posting.ts'
import { nowAsTimestamp, todayInSwitzerland } from '../shared/clock.ts'
import type { Deps } from '../shared/deps.ts'
import { newUuid } from '../shared/ids.ts'
import { enqueue } from '../shared/jobs.ts'
import {
  findExchangeRates,
  insertFiscalYears,
  type LedgerHead,
  lockGuestLedgers,
  lockLedgers,
} from '../shared/store/books.ts'
import type { Tx } from '../shared/store/database.ts'
import { findRelatives, findWaitingFacts, saveFactDecisions } from '../shared/store/fact-evaluation.ts'
import { chainEntries, insertJournalEntries, type NewJournalEntry } from '../shared/store/journal.ts'
import type { FactKey, SourceFactRow } from '../shared/store/source-facts.ts'
import { insertSupplierPayables, type NewSupplierPayable } from '../shared/store/supplier-payables.ts'
import type { BooksCache } from './books-cache.ts'
import { evaluateFacts, type Failed, type Posting } from './evaluation.ts'

type BooksByCustomer = ReadonlyMap<string, Books>
type Booked = Posting & { readonly entry: NewJournalEntry }

/**
 * Evaluates the facts that are named, and those before them, and posts what nothing blocks. The number of SQL
 * statements does not depend on the number of facts: lock, read, decide, save, hand on.
 *
 * @returns the facts whose evaluation threw; everything else is decided when the transaction commits
 */
export async function postBatch(tx: Tx, deps: Deps, cache: BooksCache, keys: readonly FactKey[]): Promise<Failed[]> {
  const hosts = [...new Set(keys.map(({ end_customer_id }) => end_customer_id))]
  const hostHeads = await lockLedgers(tx, hosts)
  // A full batch means that more is waiting, perhaps all of it of one end customer: then others come along as guests.
  const isFull = keys.length >= deps.config.worker_batch_size
  const guestHeads = isFull ? await lockGuestLedgers(tx, hosts, randomUUID()) : []
  const heads = [...hostHeads, ...guestHeads]
  const facts = await findWaitingFacts(
    tx,
    keys,
    guestHeads.map(({ end_customer_id }) => end_customer_id),
  )
  if (facts.length === 0) return []
  const books = await cache(tx, heads)
  const relatives = await findRelatives(tx, facts)
  const rates = await findExchangeRates(
    tx,
    facts.flatMap((fact) => rateWanted(fact, books)),
  )
  const today = todayInSwitzerland()
  const { decisions, postings, new_years, failed } = evaluateFacts(facts, { books, rates, relatives, today })
  const booked = postings.map((posting) => ({ ...posting, entry: entryOf(posting, books) }))
  await insertFiscalYears(tx, new_years)
  await appendEntries(tx, heads, booked)
  const entryIds = new Map(booked.map(({ fact, entry }) => [fact.source_fact_id, entry.journal_entry_id]))
  await saveFactDecisions(
    tx,
    [...decisions.values()].map((decision) => ({
      ...decision,
      journal_entry_id: entryIds.get(decision.source_fact_id) ?? null,
    })),
  )
  await insertSupplierPayables(tx, booked.map(payableOf))
  await requestRefresh(
    tx,
    deps,
    booked.map(({ fact }) => fact.end_customer_id),
  )
  return failed
}

/** Asks for the statement tables of these end customers to follow; a moment later, so that many batches share one. */
export async function requestRefresh(tx: Tx, { boss }: Deps, end_customer_ids: readonly string[]): Promise<void> {
  const jobs = [...new Set(end_customer_ids)].map((end_customer_id) => ({
    data: { end_customer_id },
    options: { singletonKey: end_customer_id, startAfter: 2 },
  }))
  await enqueue(tx, boss, 'statements.refresh', jobs)
}

/** Numbers and hashes the entries ledger by ledger, then writes them all at once. */
export async function appendEntries(
  tx: Tx,
  heads: readonly LedgerHead[],
  booked: readonly { readonly entry: NewJournalEntry }[],
): Promise<void> {
  const byLedger = Map.groupBy(booked, ({ entry }) => entry.end_customer_id)
  const chained = heads.flatMap((head) =>
    chainEntries(
      head,
      (byLedger.get(head.end_customer_id) ?? []).map(({ entry }) => entry),
    ),
  )
  await insertJournalEntries(tx, chained)
}

function rateWanted({ end_customer_id, business_date, request }: SourceFactRow, books: BooksByCustomer) {
  const currency = request.payload.gross_amount?.currency
  const isForeign = currency !== undefined && currency !== books.get(end_customer_id)?.base_currency
  return isForeign ? [{ end_customer_id, currency, on_date: business_date }] : []
}

function entryOf({ fact, document, fiscal_year_id, lines }: Posting, books: BooksByCustomer): NewJournalEntry {
  const { end_customer_id, source_fact_id, fact_type, actor_id, request_id } = fact
  return {
    end_customer_id,
    journal_entry_id: newUuid(),
    fiscal_year_id,
    posting_date: document.business_date,
    document_date: document.document_date,
    description: [document.supplier_name, document.document_number ?? fact.external_reference].join(' '),
    source_type: fact_type,
    source_id: source_fact_id,
    source_snapshot: { request: fact.request as Json, request_hash: fact.request_hash },
    reversal_of: null,
    rule_version: RULE_VERSION,
    actor_id,
    request_id,
    currency: books.get(end_customer_id)?.base_currency ?? '',
    posted_at: nowAsTimestamp(),
    lines,
  }
}

function payableOf({ fact, document, payable, entry }: Booked): NewSupplierPayable {
  return {
    end_customer_id: fact.end_customer_id,
    supplier_payable_id: newUuid(),
    source_fact_id: fact.source_fact_id,
    journal_entry_id: entry.journal_entry_id,
    account_code: payable.account_code,
    supplier_name: document.supplier_name ?? '',
    supplier_reference: document.supplier_reference,
    document_number: document.document_number,
    document_date: document.document_date,
    due_date: document.due_date,
    payment_reference: document.payment_reference,
    currency: payable.currency,
    amount_minor: String(-payable.transaction_minor),
    base_amount_minor: String(-payable.amount_minor),
    created_at: entry.posted_at,
  }
}
