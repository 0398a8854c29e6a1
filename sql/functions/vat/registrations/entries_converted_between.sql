-- Entries behind `after` up to `through`, without those that are reversed, that were converted by a rate that the end
-- customer's kind of rates chose: of invoices, and of vouchers with tax, that state no rate of their own and are dated between
-- two days. A null as the last day is no end.
create or replace function entries_converted_between(
  customer uuid, after bigint, through bigint, first_day date, last_day date
)
returns table (entry_number bigint, journal_entry_id uuid) language sql stable as $$
  select entry.entry_number, entry.journal_entry_id
  from (
    select posted.entry_number, posted.journal_entry_id, source_id, source_type, document_date
    from journal_entries posted
    where end_customer_id = customer and posted.entry_number > after and posted.entry_number <= through
      and reversal_of is null and source_type in ('expense_document', 'customer_invoice', 'journal_voucher')
      and document_date >= first_day and (last_day is null or document_date <= last_day)
    offset 0
  ) entry
  -- sql.md: lateral limit 1
  cross join lateral (
    select from journal_lines line
    where line.end_customer_id = customer and line.entry_number = entry.entry_number and rate_e8 is not null
    limit 1
  ) converted
  cross join lateral (
    select request -> 'payload' as payload from source_facts
    where source_fact_id = source_id and end_customer_id = customer limit 1
  ) fact
  where not payload ? 'exchange_rate'
    and (source_type <> 'journal_voucher' or jsonb_path_exists(payload, '$.*[*].tax_code ? (@ != "NONE")'))
    and not exists (
      select from journal_entries reversal
      where reversal.end_customer_id = customer and reversal.reversal_of = entry.journal_entry_id
    )
$$;
