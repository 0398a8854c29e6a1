-- Totals of tax records, and of what lines with tax have moved on their accounts, that differ from the posted lines. Every
-- row is a finding.
create or replace function tax_total_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  select 'totals of tax equal their records', kind || ' ' || tax_code || ' ' || rate_bp || ' ' || direction || ' '
      || form_figure || ' ' || activity_id || ' from ' || period_start,
    coalesce(line.base_minor, 0) || ', tax ' || coalesce(line.tax_minor, 0) || ', records ' || coalesce(line.records, 0)
      || coalesce(' of entries ' || line.entry_numbers::text, ''),
    coalesce(total.base_minor, 0) || ', tax ' || coalesce(total.tax_minor, 0) || ', records '
      || coalesce(total.records, 0) || coalesce(' of entries ' || total.entry_numbers::text, '')
  from (
    select date_trunc('month', posting_date::timestamp)::date as period_start, tax_code, rate_bp, direction,
      coalesce(form_figure, '') as form_figure, coalesce(activity_id, '') as activity_id, kind,
      sum(base_minor) as base_minor, sum(tax_minor) as tax_minor, count(*) as records,
      case when count(*) <= 50 then array_agg(distinct record.entry_number order by record.entry_number) end as entry_numbers
    from statement_watermarks
    cross join lateral tax_records_between(customer, 0, tax_entry_number) record
    where end_customer_id = customer
    group by 1, 2, 3, 4, 5, 6, 7
  ) line
  full join (
    select period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind, base_minor, tax_minor, records,
      entry_numbers
    from tax_period_totals where end_customer_id = customer
  ) total using (period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind)
  where (coalesce(line.base_minor, 0), coalesce(line.tax_minor, 0), coalesce(line.records, 0))
    <> (coalesce(total.base_minor, 0), coalesce(total.tax_minor, 0), coalesce(total.records, 0))
    or total.entry_numbers <> line.entry_numbers or total.entry_numbers is not null and line.entry_numbers is null
  union all
  select 'totals of tax equal their records', 'account ' || account_code || ' from ' || period_start,
    coalesce(line.recorded_minor, 0) || ', lines with tax ' || coalesce(line.taxed_lines, 0),
    coalesce(total.recorded_minor, 0) || ', lines with tax ' || coalesce(total.taxed_lines, 0)
  from (
    select date_trunc('month', posting_date::timestamp)::date as period_start, account_code,
      sum(recorded_minor) as recorded_minor, count(*) filter (where has_tax) as taxed_lines
    from statement_watermarks
    cross join lateral taxed_lines_between(customer, 0, tax_account_entry_number)
    where end_customer_id = customer
    group by 1, 2
  ) line
  full join (
    select period_start, account_code, recorded_minor, taxed_lines
    from tax_account_totals where end_customer_id = customer
  ) total using (period_start, account_code)
  where (coalesce(line.recorded_minor, 0), coalesce(line.taxed_lines, 0))
    <> (coalesce(total.recorded_minor, 0), coalesce(total.taxed_lines, 0))
$$;
