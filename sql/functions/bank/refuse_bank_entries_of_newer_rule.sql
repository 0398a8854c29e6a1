-- Refuses an import by a process of the release before that brings a bank entry which a newer release may have kept
-- already: its rule of hashes finds no equal one there, so it would keep a second one. The import is tried again later.
create or replace function refuse_bank_entries_of_newer_rule(customer uuid, import uuid) returns void language plpgsql
-- One import may bring a hundred thousand.
set enable_nestloop = off as $$
begin
  perform refuse_entry('a newer release has imported equal bank entries, and imports these', 'camt053_entries_rules')
  from camt053_statement_entries place
  join camt053_entries brought
    on brought.end_customer_id = customer and brought.entry_id = place.entry_id and brought.import_id = import
  join camt053_entries kept
    on kept.end_customer_id = customer and kept.rule_version > brought.rule_version and kept.account = brought.account
    and kept.amount_minor = brought.amount_minor and kept.credit_debit = brought.credit_debit
    and kept.currency = brought.currency and kept.booking_date is not distinct from brought.booking_date
  where place.end_customer_id = customer and place.import_id = import
  limit 1;
end $$;
