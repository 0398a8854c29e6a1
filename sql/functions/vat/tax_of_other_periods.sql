-- What tax accounts have of some days that counts in other returns, less what the return of these days has of entries of
-- other days; what is owed is positive. Tax that a payment makes due moves no account.
create or replace function tax_of_other_periods(customer uuid, from_date date, to_date date, through bigint)
returns numeric
language sql stable as $$
  select coalesce(sum(case when is_posted then owed_minor else -owed_minor end), 0)
  from (
    select line.posting_date between from_date and to_date as is_posted,
      record.posting_date between from_date and to_date and record.kind = 'due' as is_counted,
      owed_sign(record.tax_code, record.direction) * record.tax_minor as owed_minor
    from journal_lines line
    cross join lateral tax_records_between(customer, line.entry_number - 1, line.entry_number) record
    where line.end_customer_id = customer and line.entry_number <= through and line.tax ? 'vat_period'
      and record.line_number = line.line_number and record.record_number = 0
      and record.kind in ('due', 'due_annually')
  ) stated
  where is_posted <> is_counted
$$;
