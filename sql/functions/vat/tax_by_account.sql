-- The tax that the returns of some days declare, by the account on which it stands; what is owed is positive. Tax that a
-- payment makes due stands where the document booked it. What no return has stands nowhere here.
create or replace function tax_by_account(customer uuid, from_date date, to_date date, through bigint)
returns table (account_code text, owed_minor numeric)
language sql stable as $$
  select coalesce(document.account_code, record.account_code), sum(record.tax_minor * case
    when record.tax_code = 'K410' or record.direction like 'input\_m%' or record.direction like 'input\_o%'
      or record.direction like 'import%' or record.direction = 'output_reduction' then -1
    else 1
  end)
  from (
    select entry_number from journal_entries
    where end_customer_id = customer and posting_date between from_date and to_date and entry_number <= through
    order by posting_date, entry_number
  ) entry
  -- sql.md: lateral in order
  cross join lateral tax_records_between(customer, entry.entry_number - 1, entry.entry_number) record
  left join lateral (
    select line.account_code
    from journal_entries declared
    join journal_lines line using (end_customer_id, entry_number)
    where declared.end_customer_id = customer
      and declared.journal_entry_id = (record.record #>> '{declares,journal_entry_id}')::uuid
      and line.line_number = (record.record #>> '{declares,line_number}')::smallint
  ) document on record.kind = 'declared'
  where record.kind in ('due', 'declared') and record.tax_minor <> 0
    and record.direction in (
      'output', 'output_reduction', 'acquisition', 'input_material', 'input_operating', 'import_material',
      'import_operating', 'input_correction'
    )
  group by 1
  order by 1
$$;
