import { sql } from '../../../../shared/store/db/database.ts'
import type { Fragment } from '../../../../shared/store/db/filters.ts'

/** As many as a page may have, and one more. */
export const MANY = 501

/** What a copy of a row has of its own; `copy` is its number. */
export type Copies = readonly [table: string, own: Fragment]

const id = (name: string) => sql.fragment`jsonb_build_object(${name}::text, md5(copy::text || ${name}::text)::uuid)`
const and = (...parts: readonly Fragment[]) => sql.fragment`${sql.join(parts, sql.fragment` || `)}`

/** Tables whose rows a list shows. A row of each is copied, past the guards: only what is read counts here. */
export const COPIES: readonly Copies[] = [
  ['allocation_handoffs', and(id('handoff_id'), sql.fragment`jsonb_build_object('idempotency_key', copy)`)],
  ['allocation_lines', id('allocation_id')],
  ['allocations', id('allocation_id')],
  ['bank_rules', id('rule_id')],
  ['bank_rule_versions', id('rule_id')],
  ['bank_entry_uses', and(id('bank_entry_use_id'), sql.fragment`jsonb_build_object('used_by', 'link')`)],
  ['camt053_entries', and(id('entry_id'), sql.fragment`jsonb_build_object('canonical_entry_hash', md5(copy::text))`)],
  ['events', sql.fragment`jsonb_build_object('event_number', 1000 + copy)`],
  [
    'fiscal_years',
    sql.fragment`jsonb_build_object('fiscal_year_id', 'X' || copy, 'start_date', date '2100-01-01' + copy * 366, 'end_date', date '2100-12-31' + copy * 366)`,
  ],
  ['manual_payments', id('manual_payment_id')],
  [
    'open_items',
    and(
      // As ids are made, so that requests can name it.
      sql.fragment`jsonb_build_object('open_item_id', overlay(
        overlay(md5(copy::text || original.open_item_id) placing '7' from 13) placing '8' from 17
      )::uuid)`,
      sql.fragment`jsonb_build_object('entry_number', 1000 * original.entry_number + copy)`,
      sql.fragment`jsonb_build_object('partner_name', 'Kundin Nummer ' || copy || ' AG', 'partner_reference', 'K-' || copy)`,
    ),
  ],
  ['payment_orders', id('payment_order_id')],
  [
    'payment_order_lines',
    and(id('payment_order_id'), sql.fragment`jsonb_build_object('end_to_end_id', 'X' || copy, 'state', 'withdrawn')`),
  ],
  ['payments', and(id('payment_id'), sql.fragment`jsonb_build_object('transaction_number', copy)`)],
  ['period_locks', id('period_lock_id')],
  [
    'settlement_candidates',
    and(id('candidate_id'), sql.fragment`jsonb_build_object('candidate_hash', md5(copy::text))`),
  ],
  ['supplier_settlements', id('settlement_id')],
  ['supplier_uids', sql.fragment`jsonb_build_object('uid', 'CHE' || 100000000 + copy)`],
  ['vat_registration_changes', sql.fragment`jsonb_build_object('change_number', 10 + copy)`],
]
