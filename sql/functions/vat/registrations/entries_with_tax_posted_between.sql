-- Entries of facts with tax codes, or with items that are taken over with tax that is not declared yet, behind `after` up to
-- `through`, posted between two days, without those that are reversed. A null as the last day is no end.
create or replace function entries_with_tax_posted_between(
  customer uuid, after bigint, through bigint, first_day date, last_day date
)
returns table (entry_number bigint, journal_entry_id uuid) language sql stable as $$
  select entry.entry_number, entry.journal_entry_id
  from (
    select posted.entry_number, posted.journal_entry_id, source_id
    from journal_entries posted
    where end_customer_id = customer and posted.entry_number > after and posted.entry_number <= through
      and reversal_of is null and source_type in ('expense_document', 'customer_invoice', 'journal_voucher')
      and posting_date >= first_day and (last_day is null or posting_date <= last_day)
    offset 0
  ) entry
  -- sql.md: lateral limit 1
  cross join lateral (
    select request -> 'payload' as payload from source_facts
    where source_fact_id = source_id and end_customer_id = customer limit 1
  ) fact
  where (jsonb_path_exists(payload, '$.*[*].tax_code ? (@ != "NONE")')
      or jsonb_path_exists(payload, '$.lines[*].open_item.new.tax_lines[*] ? (@.declared == false)'))
    and not exists (
      select from journal_entries reversal
      where reversal.end_customer_id = customer and reversal.reversal_of = entry.journal_entry_id
    )
$$;
