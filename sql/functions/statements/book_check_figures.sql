-- The figures of checks that look at rows beside the totals of statements, up to a day and an entry. A branch for each
-- check (BOOK_CHECKS); `currency` is null for the total in the base currency. It is read with every statement, so each
-- branch reads totals or an index of exceptions, never all rows. A session plans once (activity_of_accounts says why).
create or replace function book_check_figures(customer uuid, through_date date, through_entry bigint)
returns table (
  "check" text, account_code text, currency text, expected_minor numeric, found_minor numeric, unassigned_minor numeric,
  is_from_before boolean, subject text
)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select 'entry_types_on_their_accounts', account_code, null::text, 0::numeric, balance_minor, null::numeric, is_from_before,
    subject
  from wrong_entry_types(customer, through_date, through_entry)
  union all
  select 'open_items_equal_control_accounts', account_code, currency, expected_minor, found_minor, unassigned_minor, false,
    null
  from control_account_figures(customer, through_date, through_entry)
  union all
  select 'bank_entries_within_amounts', bank_ledger_account(customer, account, coalesce(booking_date, stated_day, through_date)),
    currency, amount_minor, used_minor, null, exists (
      -- The list of what releases before any check had let through; nobody adds to it.
      select from bank_entry_conflicts conflict
      where conflict.end_customer_id = customer and conflict.entry_id = entry.entry_id
        and entry.used_minor <= conflict.used_minor
    ), 'bank entry ' || public_id('cent', entry_id)
  from camt053_entries entry
  where end_customer_id = customer and used_minor > amount_minor
    and coalesce(coalesce(booking_date, stated_day) <= through_date, true);
end $$;
