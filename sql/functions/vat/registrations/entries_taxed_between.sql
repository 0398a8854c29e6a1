-- Entries of facts with tax codes, behind `after` up to `through`, whose supply lies between two days, without those that
-- are reversed. A null as the last day is no end. The supply is that of the document; lines may have days or periods of
-- their own, and items that are taken over with tax that is not declared yet the dates of their documents, and days or periods of the lines of it.
create or replace function entries_taxed_between(
  customer uuid, after bigint, through bigint, first_day date, last_day date
)
returns table (entry_number bigint, journal_entry_id uuid) language sql stable as $$
  select entry.entry_number, entry.journal_entry_id
  from (
    select posted.entry_number, posted.journal_entry_id, source_id
    from journal_entries posted
    where end_customer_id = customer and posted.entry_number > after and posted.entry_number <= through
      and reversal_of is null and source_type in ('expense_document', 'customer_invoice', 'journal_voucher')
    offset 0
  ) entry
  -- sql.md: lateral limit 1
  cross join lateral (
    select business_date, request -> 'payload' as payload from source_facts
    where source_fact_id = source_id and end_customer_id = customer limit 1
  ) fact
  cross join lateral (
    select min(day) as earliest, max(day) as latest
    from (
      select coalesce(payload ->> 'supply_date', payload ->> 'document_date', business_date::text) as day
      union all
      select day #>> '{}' from jsonb_path_query(payload, '$.*[*].supply_date') day
      union all
      select day #>> '{}' from jsonb_path_query(payload, '$.*[*].supply_period.*') day
      union all
      select day #>> '{}' from jsonb_path_query(payload, '$.lines[*].open_item.new.document_date') day
      union all
      select day #>> '{}' from jsonb_path_query(payload, '$.lines[*].open_item.new.tax_lines[*].supply_date') day
      union all
      select day #>> '{}' from jsonb_path_query(payload, '$.lines[*].open_item.new.tax_lines[*].supply_period.*') day
    ) days
  ) supply
  where (jsonb_path_exists(payload, '$.*[*].tax_code ? (@ != "NONE")')
      or jsonb_path_exists(payload, '$.lines[*].open_item.new.tax_lines[*] ? (@.declared == false)'))
    and latest >= first_day::text and (last_day is null or earliest <= last_day::text)
    and not exists (
      select from journal_entries reversal
      where reversal.end_customer_id = customer and reversal.reversal_of = entry.journal_entry_id
    )
$$;
