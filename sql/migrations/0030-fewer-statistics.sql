-- ANALYZE reads, unpacks and sorts the sampled values of every column. Of columns that no query compares, joins, groups or
-- sorts by, nobody asks for the result; requests, snapshots and taxes as JSON, and hashes, were four fifths of its
-- time. The lock that this takes stops neither reading nor writing.
set local lock_timeout = '20s';

alter table source_facts
  alter column request set statistics 0,
  alter column request_hash set statistics 0,
  alter column client_id set statistics 0,
  alter column actor_id set statistics 0,
  alter column request_id set statistics 0;

alter table fact_states
  alter column blockers set statistics 0,
  alter column evaluated_at set statistics 0,
  alter column warnings set statistics 0;

alter table idempotency_records
  alter column fingerprint set statistics 0,
  alter column status set statistics 0,
  alter column response set statistics 0;

alter table journal_entries
  alter column document_date set statistics 0,
  alter column description set statistics 0,
  alter column source_snapshot set statistics 0,
  alter column actor_id set statistics 0,
  alter column request_id set statistics 0,
  alter column currency set statistics 0,
  alter column line_count set statistics 0,
  alter column total_minor set statistics 0,
  alter column posted_at set statistics 0,
  alter column previous_hash set statistics 0,
  alter column entry_hash set statistics 0;

alter table journal_lines
  alter column debit_minor set statistics 0,
  alter column credit_minor set statistics 0,
  alter column transaction_minor set statistics 0,
  alter column rate_e8 set statistics 0,
  alter column tax set statistics 0,
  alter column text set statistics 0,
  alter column open_item set statistics 0;

alter table open_items
  alter column document_date set statistics 0,
  alter column amount_minor set statistics 0,
  alter column base_amount_minor set statistics 0,
  alter column base_open_amount_minor set statistics 0,
  alter column tax_lines set statistics 0,
  alter column created_at set statistics 0,
  alter column rest_minor set statistics 0,
  alter column rest_base_minor set statistics 0;

alter table events
  alter column journal_entry_id set statistics 0,
  alter column blocker_codes set statistics 0,
  alter column created_at set statistics 0;

alter table intents
  alter column request set statistics 0,
  alter column blockers set statistics 0,
  alter column result set statistics 0;

alter table camt053_imports
  alter column message set statistics 0,
  alter column statements set statistics 0;

alter table camt053_statements alter column figures set statistics 0;
alter table camt053_chunks alter column bytes set statistics 0;
alter table camt053_entries alter column entry set statistics 0;
alter table allocations alter column request set statistics 0;

alter table allocation_handoffs
  alter column allocation_request_payload set statistics 0,
  alter column request set statistics 0;

-- Those of totals, whose amounts are only added up.
alter table account_period_totals
  alter column debit_minor set statistics 0,
  alter column credit_minor set statistics 0;

alter table control_account_totals
  alter column line_minor set statistics 0,
  alter column line_base_minor set statistics 0,
  alter column item_minor set statistics 0,
  alter column item_base_minor set statistics 0;

alter table partner_period_totals alter column base_minor set statistics 0;
