/**
 * How the rows of a table would come into another ledger database of an installation:
 * - replicated: rows of an end customer, filtered by it, by the logical replication of PostgreSQL
 * - copied: rows of an end customer that replication cannot filter: their key does not name it
 * - counted anew: workers count what is not there
 * - mirrored: rows of an API client, which every ledger database needs
 * - home: home alone has rows
 * - never: rows of the database itself
 */
type Move = 'replicated' | 'copied' | 'counted anew' | 'mirrored' | 'home' | 'never'

/**
 * What an export of an end customer has of a table, and what an import does with it:
 * - rows: its rows, and they are read in again
 * - entries: whole journal entries with their lines, and they are read in again
 * - stamps: those that cover the ledger of the end customer
 * - left behind: its rows, to be seen; they belong to an API client of an installation, so no import reads them in
 * - nothing: no row
 */
export type Exported = 'rows' | 'entries' | 'stamps' | 'left behind' | 'nothing'

type TableRule = { readonly move: Move; readonly exported: Exported }

/** A rule for every table. A new one says here to whom its rows belong: a test fails where a table has no rule. */
export const TABLE_RULES: Readonly<Record<string, TableRule>> = {
  ...ruled('replicated', 'rows', [
    ...['end_customers', 'accounts', 'chart_versions', 'chart_accounts', 'account_mappings', 'control_accounts'],
    ...['exchange_rates', 'average_exchange_rates', 'fiscal_years', 'fiscal_year_changes', 'fiscal_year_closings'],
    ...['kept_bank_reconciliations', 'partner_relations', 'period_locks', 'supplier_uids'],
    ...['vat_registration_changes', 'vat_filings', 'vat_transfers'],
  ]),
  ...ruled('replicated', 'rows', ['source_facts', 'fact_states', 'intents', 'events', 'event_heads']),
  ...ruled('replicated', 'entries', ['journal_entries', 'journal_lines']),
  ...ruled('replicated', 'rows', [
    ...['ledger_heads', 'ledger_subtrees', 'stamped_ledgers'],
    ...['open_items', 'open_item_changes', 'open_item_groups', 'open_item_spans', 'legacy_lines', 'legacy_line_uses'],
  ]),
  ...ruled('replicated', 'rows', [
    ...['camt053_imports', 'camt053_chunks', 'camt053_statements', 'camt053_statement_entries', 'camt053_entries'],
    ...['camt054_imports', 'camt054_entries', 'bank_accounts', 'bank_entry_names', 'bank_entry_conflicts'],
    ...['bank_entry_dismissals', 'bank_entry_link_proposals', 'bank_entry_uses', 'repeat_decisions', 'payments'],
    ...['settlement_candidates', 'bank_rules', 'bank_rule_versions', 'bank_rule_switches', 'bank_rule_bookings'],
    ...['bank_returns'],
  ]),
  ...ruled('replicated', 'rows', [
    ...['allocations', 'allocation_lines', 'allocation_handoffs', 'manual_payments', 'supplier_settlements'],
    ...['payment_orders', 'payment_order_lines', 'payment_status_reports'],
  ]),
  ...ruled('replicated', 'rows', [
    ...['account_period_totals', 'control_account_totals', 'partner_period_totals', 'other_side_totals'],
    ...['partner_names', 'tax_account_totals', 'tax_period_totals', 'taxed_movement_totals', 'statement_watermarks'],
  ]),
  ...ruled('replicated', 'left behind', ['webhook_attempts']),
  // A run sends under a lease, which has to end before it goes on elsewhere.
  ...ruled('copied', 'left behind', ['webhook_positions']),
  // A stamp is of all ledgers; it comes with the first one that it covers.
  ...ruled('copied', 'stamps', ['time_stamps']),
  ...ruled('copied', 'nothing', ['idempotency_records']),
  ...ruled('counted anew', 'nothing', ['end_customer_figures']),
  ...ruled('mirrored', 'nothing', ['api_clients', 'api_keys', 'webhook_subscriptions']),
  ...ruled('home', 'nothing', ['databases', 'placements', 'moves']),
  ...ruled('never', 'nothing', [
    'database_identity',
    'departed_customers',
    'fences',
    'paused_queues',
    'schema_migrations',
    'written_keys',
  ]),
}

function ruled(move: Move, exported: Exported, tables: readonly string[]): Record<string, TableRule> {
  return Object.fromEntries(tables.map((table) => [table, { move, exported }]))
}

/** The tables of which an export has this, by their names. */
export function tablesExportedAs(...kinds: readonly Exported[]): readonly string[] {
  return Object.entries(TABLE_RULES)
    .flatMap(([table, { exported }]) => (kinds.includes(exported) ? [table] : []))
    .sort()
}
