import assert from 'node:assert/strict'
import type { FiscalYear } from '../../accounting/setup/fiscal-years.ts'
import type { PartnerRelation } from '../../accounting/statements/parts/related-amounts.ts'
import type { LegalForm } from '../../contract/setup/end-customers.ts'
import type { Locale } from '../../contract/setup/settings.ts'
import { type Db, row, sql } from '../db/database.ts'

/** A fiscal year with the closing that it answers with while it is closed. */
export type LedgerYear = FiscalYear & { readonly closing_id: string | null }

export type Ledger = {
  name: string | null
  base_currency: string
  locale: Locale
  legal_form: LegalForm
  last_entry_number: bigint
  last_entry_hash: string
  /** Grows with every change of chart, mappings, years, locks, rates and settings. */
  books_version: bigint
  fiscal_years: LedgerYear[]
  /** What partners are, and from which day on. */
  partner_relations: PartnerRelation[]
}

/** A ledger's head with its fiscal years, oldest first; null for an end customer without any data. */
export function findLedger(db: Db, end_customer_id: string): Promise<Ledger | null> {
  return db.maybeOne(sql.prepared('find_ledger', row<Ledger>())`${ledgerQuery(end_customer_id)}`)
}

export function ledgerQuery(end_customer_id: string) {
  return sql.fragment`
    select name, base_currency, locale, legal_form, last_entry_number, last_entry_hash, books_version,
      (select coalesce(jsonb_agg(to_jsonb(year) - 'end_customer_id' order by start_date), '[]')
       from fiscal_years year where year.end_customer_id = customer.end_customer_id) as fiscal_years,
      (select coalesce(jsonb_agg(jsonb_build_object(
        'partner_relation_id', partner_relation_id, 'related_to', related_to, 'valid_from', valid_from)
        -- Of one day, the one that says more of the partner comes last.
        order by valid_from, partner_reference is not null, partner_side is not null, created_at), '[]')
       from partner_relations known where known.end_customer_id = customer.end_customer_id) as partner_relations
    from end_customers customer join ledger_heads using (end_customer_id)
    where end_customer_id = ${end_customer_id}
  `
}

/** The ledger of an end customer that is known to have one. */
export async function readLedger(db: Db, end_customer_id: string): Promise<Ledger> {
  const ledger = await findLedger(db, end_customer_id)
  assert(ledger, `end customer ${end_customer_id} has a ledger`)
  return ledger
}

/** The hash of an entry, or null for a number that the ledger has not reached. */
export async function findJournalEntryHash(
  db: Db,
  end_customer_id: string,
  entry_number: bigint,
): Promise<string | null> {
  if (entry_number === 0n) return '0'.repeat(64)
  return db.maybeOneFirst(sql.type(row<{ entry_hash: string }>())`
    select entry_hash from journal_entries
    where end_customer_id = ${end_customer_id} and entry_number = ${entry_number}
  `)
}

/** Makes every query of the transaction see the same moment. It has to come first in the transaction. */
export async function useSnapshotIsolation(tx: Db): Promise<void> {
  await tx.query(sql.type(row())`set transaction isolation level repeatable read read only`)
}
