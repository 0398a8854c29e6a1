-- What tax accounts have of some days that counts in other returns, less what the return of these days has of entries of
-- other days; what is owed is positive. Such a line says the return or the day that its tax counts in: an error of a period that
-- is not filed names the day alone, and so does an invoice that was booked in another month. Tax that a payment makes due moves
-- no account.
create or replace function tax_of_other_periods(customer uuid, from_date date, to_date date, through bigint)
returns numeric
language sql stable as $$
  select coalesce(sum(case when is_posted then owed_minor else -owed_minor end), 0)
  from (
    select line.posting_date between from_date and to_date as is_posted,
      record.posting_date between from_date and to_date and record.kind = 'due' as is_counted,
      owed_sign(record.tax_code, record.direction) * record.tax_minor as owed_minor
    -- Three conditions, each that of an index. sql.md: lateral in order
    from (
      (
        select entry_number, line_number, posting_date from journal_lines
        where end_customer_id = customer and entry_number <= through and tax ? 'vat_period'
        order by entry_number
      )
      union
      (
        select entry_number, line_number, posting_date from journal_lines
        where end_customer_id = customer and posting_date between from_date and to_date and tax ? 'tax_date'
          and (tax ->> 'tax_date')::date not between from_date and to_date and entry_number <= through
        order by posting_date
      )
      union
      (
        select entry_number, line_number, posting_date from journal_lines
        where end_customer_id = customer and tax ? 'tax_date'
          and tax ->> 'tax_date' between to_char(from_date, 'YYYY-MM-DD') and to_char(to_date, 'YYYY-MM-DD')
          and posting_date not between from_date and to_date and entry_number <= through
        order by tax ->> 'tax_date'
      )
    ) line
    cross join lateral tax_records_between(customer, line.entry_number - 1, line.entry_number) record
    where record.line_number = line.line_number and record.record_number = 0 and record.kind in ('due', 'due_annually')
  ) stated
  where is_posted <> is_counted
$$;
