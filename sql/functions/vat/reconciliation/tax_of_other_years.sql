-- What the records of some days have of entries of other days, less what entries of these days have for other days: those
-- that name the period, or the day, in which they count.
create or replace function tax_of_other_years(customer uuid, from_date date, to_date date, through bigint)
returns table (
  kind text, tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric,
  tax_minor numeric, records bigint
)
language sql stable as $$
  select stated.kind, stated.tax_code, stated.direction, stated.rate_bp, stated.form_figure, stated.activity_id,
    sum(case when is_counted then stated.base_minor else -stated.base_minor end),
    sum(case when is_counted then stated.tax_minor else -stated.tax_minor end), count(*)
  from (
    select line.posting_date between from_date and to_date as is_posted,
      record.posting_date between from_date and to_date as is_counted, record.kind, record.tax_code, record.direction,
      record.rate_bp, record.form_figure, record.activity_id, record.base_minor, record.tax_minor
    from journal_lines line
    cross join lateral tax_records_between(customer, line.entry_number - 1, line.entry_number) record
    where line.end_customer_id = customer and line.entry_number <= through
      and (line.tax ? 'tax_date' or line.tax_due @? '$[*].tax_date')
      and (
        line.tax_due is not null or line.posting_date between from_date and to_date
        or (line.tax ->> 'tax_date')::date between from_date and to_date
      )
      and record.line_number = line.line_number
  ) stated
  where is_posted <> is_counted
  group by 1, 2, 3, 4, 5, 6
$$;
