-- Totals of taxed movements that differ from the posted lines. Every row is a finding.
create or replace function taxed_movement_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  select 'totals of taxed movements equal their lines', part || ' ' || account_code || ' ' || counter_code || ' '
      || tax_code || ' ' || kind || ' from ' || period_start,
    coalesce(line.amount_minor, 0) || ', parts ' || coalesce(line.parts, 0),
    coalesce(total.amount_minor, 0) || ', parts ' || coalesce(total.parts, 0)
  from (
    select date_trunc('month', posting_date::timestamp)::date as period_start, entry_type, part, account_code, counter_code,
      kind, tax_code, direction, form_figure, activity_id, sum(amount_minor) as amount_minor, count(*) as parts
    from statement_watermarks
    cross join lateral taxed_movements_between(customer, 0, movement_entry_number)
    where end_customer_id = customer
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  ) line
  full join (
    select period_start, entry_type, part, account_code, counter_code, kind, tax_code, direction, form_figure, activity_id,
      amount_minor, parts
    from taxed_movement_totals where end_customer_id = customer
  ) total using (
    period_start, entry_type, part, account_code, counter_code, kind, tax_code, direction, form_figure, activity_id
  )
  where (coalesce(line.amount_minor, 0), coalesce(line.parts, 0))
    <> (coalesce(total.amount_minor, 0), coalesce(total.parts, 0))
$$;
