/**
 * What the processes may do with each table and view of the service, as GRANT says it. A column that is named in no
 * `update` never changes. What is posted has `select` and `insert` alone: its journal, closings and events. Of what moves with it, such as
 * open items and uses of bank entries, columns that change have a right, and triggers and the verifier say how.
 * A right that the release before needs is removed one release later.
 */
export const RIGHTS: Readonly<Record<string, string>> = {
  ...{
    api_clients: 'select, insert, update (name)',
    api_keys: 'select, insert, update (disabled_at, expires_at, last_used_at)',
    idempotency_records: 'select, insert, update (response), delete',
    paused_queues: 'select, insert, update (reason), delete',
    schema_migrations: 'select',
  },
  // Operators and moves write them, as the role that owns the tables; whoever writes first for an end customer claims its place.
  ...{
    database_identity: 'select',
    databases: 'select',
    placements: 'select, insert',
    moves: 'select',
    fences: 'select',
    departed_customers: 'select',
    written_keys: 'select',
  },
  ...{
    end_customers:
      'select, insert, update (name, uid, base_currency, vat_method, locale, legal_form, structured_address)',
    end_customer_figures: `select, insert, update (
      event_number, books_version, marks, counted_marks, name_key, blocked_facts, unbooked_entries, next_receivable_due,
      next_payable_due, next_vat_end, open_year_end, counted_at
    )`,
    accounts: 'select, insert, update (account_type)',
    chart_versions: 'select, insert, update (source_reference, actor_id)',
    chart_accounts: `select, insert, update (
      account_name, account_class, currency, status, either_side_normal, is_clearing, related_to
    )`,
    account_mappings: 'select, insert, update (valid_to), delete',
    control_accounts: 'select, insert',
    average_exchange_rates: 'select, insert, update (rate_e8, source)',
    exchange_rates: 'select, insert, update (rate_e8, source)',
    fiscal_years: 'select, insert, update (start_date, end_date, state, closing_id)',
    fiscal_year_changes: 'select, insert',
    fiscal_year_closings: 'select, insert',
    kept_bank_reconciliations: 'select, insert',
    partner_relations: 'select, insert, update (partner_name, partner_side, related_to, actor_id)',
    period_locks: 'select, insert',
    vat_registration_changes: 'select, insert',
    supplier_uids: 'select, insert, update (is_registered, reason, actor_id, answered_at)',
    vat_filings: 'select, insert',
    vat_transfers: 'select, insert',
  },
  ...{
    source_facts: 'select, insert',
    fact_states: `select, insert, update (
      state, blockers, blocker_codes, journal_entry_id, superseded_by, evaluated_at, failed_at, warnings, withdrawal,
      waits_for, decide_again_at, duplicate_key
    )`,
    intents: 'select, insert, update (state, blockers, blocker_codes, result, completed_at)',
    events: 'select, insert',
    event_heads: 'select, insert, update (last_event_number)',
  },
  ...{
    webhook_subscriptions: `select, insert, update (
      version, url, description, event_types, end_customer_ids, state, off_reason, off_at, secret, previous_secret,
      previous_secret_until, actor_id, request_id, changed_at
    ), delete`,
    webhook_positions: `select, insert, update (
      delivered_number, restart_from, attempts, failing_since, next_attempt_at, last_status, last_error, delivered_at,
      is_off, lease_id, leased_until
    ), delete`,
    webhook_attempts: 'select, insert, delete',
  },
  ...{
    journal_entries: 'select, insert',
    journal_lines: 'select, insert',
    ledger_heads: `select, insert, update (
      last_entry_number, last_entry_hash, books_version, total_debit_minor, counted_entry_number
    )`,
    ledger_subtrees: 'select, insert',
    time_stamps: 'select, insert',
    stamped_ledgers: 'select, insert',
    open_items: `select, insert, update (
      open_amount_minor, base_open_amount_minor, state, used_from, closed_on, rest_from, rest_minor, rest_base_minor
    )`,
    open_item_changes: 'select, insert',
    // Triggers with the rights of the owner write them: docs/decisions/store/0112.
    open_item_groups: 'select',
    open_item_spans: 'select',
    legacy_lines: 'select, insert, update (rest_minor, rest_base_minor), delete',
    legacy_line_uses: 'select, insert',
    documents: 'select',
    open_item_movements: 'select',
    supplier_payables: 'select',
  },
  ...{
    camt053_imports: `select, insert, update (
      state, new_entry_count, linked_entry_count, payment_count, possible_repeat_count, completed_at, reason,
      difference_justification, difference_accepted_by, difference_accepted_at
    )`,
    camt053_chunks: 'select, insert',
    camt053_statements: 'select, insert',
    camt053_statement_entries: 'select, insert, update (entry_id, brought_entry_id)',
    camt053_entries: `select, insert, update (
      used_minor, dismissed_by, first_hash, possible_repeat_of, repeat_state, repeat_reason, repeat_decided_by, repeat_decided_at,
      payee_account
    )`,
    bank_entry_names: 'select, insert',
    camt054_imports: 'select, insert, update (state, new_entry_count, known_entry_count, completed_at)',
    camt054_entries: 'select, insert, update (state, reason, entry_id, joined_at, skipped_details)',
    repeat_decisions: 'select, insert, update (taken_back_reason, taken_back_by, taken_back_at)',
    bank_accounts: 'select, insert, update (qr_iban, stated_by, joined_at)',
    bank_entry_conflicts: 'select',
    bank_entry_dismissals: `select, insert, update (
      undone_reason, undone_by, undone_at, given_back_on, amount_minor
    )`,
    bank_entry_link_proposals: 'select, delete',
    bank_entry_uses: `select, insert, update (
      used_by, source_id, journal_entry_id, line_number, state, release_reason, released_by, released_at, given_back_on
    )`,
    payments: `select, insert, update (
      open_amount_minor, booked_by, credit_minor, credit_base_minor, returned_by, superseded_by, transaction_number
    )`,
    settlement_candidates: 'select, insert, update (state)',
    bank_rules: 'select, insert, update (version, state, switched_on_at)',
    bank_rule_versions: 'select, insert',
    bank_rule_switches: 'select, insert',
    bank_rule_bookings: 'select, insert',
    bank_returns: 'select, insert, update (undone_reason, undone_by, undone_at)',
  },
  ...{
    allocations: `select, insert, update (
      state, credit_base_minor, journal_entry_id, reversal_journal_entry_id, credit_line_number, credit_account_code,
      closed_line_numbers
    )`,
    allocation_lines: 'select, insert',
    allocation_handoffs: 'select, insert, update (allocation_id)',
    manual_payments: 'select, insert, update (state, reversal_reason, correction_payment_id)',
    supplier_settlements: `select, insert, update (
      state, journal_entry_id, reversal_journal_entry_id, payable_line_number, advance_line_number, advance_account_code
    )`,
  },
  ...{
    payment_orders: 'select, insert',
    payment_status_reports: 'select, insert',
    payment_order_lines: `select, insert, update (
      state, state_reason, state_changed_by, state_changed_at, freed_by, state_before, bank_status,
      sent_all_the_same
    )`,
  },
  ...{
    books: 'select',
    account_period_totals: 'select, insert, update (debit_minor, credit_minor), delete',
    control_account_totals: `select, insert, update (
      line_minor, line_base_minor, item_minor, item_base_minor
    ), delete`,
    partner_period_totals: 'select, insert, update (base_minor), delete',
    other_side_totals: 'select, insert, update (base_minor), delete',
    partner_names: 'select, insert, delete',
    tax_account_totals: 'select, insert, update (recorded_minor, taxed_lines), delete',
    tax_period_totals: 'select, insert, update (base_minor, tax_minor, records, entry_numbers), delete',
    taxed_movement_totals: 'select, insert, update (amount_minor, parts), delete',
    statement_watermarks: `select, insert, update (
      entry_number, control_entry_number, partner_entry_number, named_entry_number, tax_entry_number,
      tax_account_entry_number, movement_entry_number
    )`,
  },
}
