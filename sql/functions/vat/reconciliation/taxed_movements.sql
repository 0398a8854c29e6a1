-- What the entries of the days from one to another have moved with and without tax records, as far as the entry `through`,
-- by month: the totals of whole months, the entries behind the watermark, and those of months that are asked for in part.
create or replace function taxed_movements(customer uuid, from_date date, to_date date, through bigint)
returns table (
  period_start date, entry_type text, part text, account_code text, counter_code text, kind text, tax_code text,
  direction text, form_figure text, activity_id text, amount_minor numeric, parts bigint
)
language sql stable as $$
  with folded as materialized (
    select case when movement_entry_number <= through then movement_entry_number else 0 end as entry_number,
      date_trunc('month', from_date::timestamp + interval '1 month - 1 day')::date as first_month,
      date_trunc('month', to_date::timestamp + interval '1 day')::date as after_months
    from statement_watermarks where end_customer_id = customer
  ), found as (
    select total.period_start, total.entry_type, total.part, total.account_code, total.counter_code, total.kind,
      total.tax_code, total.direction, total.form_figure, total.activity_id, total.amount_minor, total.parts
    from folded
    join taxed_movement_totals total on total.end_customer_id = customer
      and total.period_start >= first_month and total.period_start < after_months
    where folded.entry_number > 0
    union all
    select date_trunc('month', movement.posting_date::timestamp)::date, movement.entry_type, movement.part,
      movement.account_code, movement.counter_code, movement.kind, movement.tax_code, movement.direction,
      movement.form_figure, movement.activity_id, movement.amount_minor, 1
    from folded
    cross join lateral taxed_movements_between(customer, folded.entry_number, through) movement
    where movement.posting_date between from_date and to_date
    union all
    select date_trunc('month', movement.posting_date::timestamp)::date, movement.entry_type, movement.part,
      movement.account_code, movement.counter_code, movement.kind, movement.tax_code, movement.direction,
      movement.form_figure, movement.activity_id, movement.amount_minor, 1
    from folded
    cross join lateral (
      values (from_date, least(to_date, first_month - 1)), (greatest(from_date, first_month, after_months), to_date)
    ) rim (first_day, last_day)
    cross join lateral (
      select min(entry_number) as first_entry, max(entry_number) as last_entry from journal_entries
      where end_customer_id = customer and posting_date between first_day and last_day
        and journal_entries.entry_number <= folded.entry_number
    ) entry
    cross join lateral taxed_movements_between(customer, entry.first_entry - 1, entry.last_entry) movement
    where movement.posting_date between first_day and last_day
  )
  select found.period_start, found.entry_type, found.part, found.account_code, found.counter_code, found.kind,
    found.tax_code, found.direction, found.form_figure, found.activity_id, sum(found.amount_minor),
    sum(found.parts)::bigint
  from found
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  order by 4, 3, 7, 1
$$;
