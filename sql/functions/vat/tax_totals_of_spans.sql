-- Tax records of some spans of days, summed up for each, as far as the entry `through`: the totals of whole months, the
-- records behind the watermark, which are read once for all, and those of days of months that are asked for in part. It costs
-- as much as there are totals, and records of the last two. Totals that go further than `through` are of no use: then the days
-- are read. `place` is that of the span, from 1.
create or replace function tax_totals_of_spans(customer uuid, from_dates date[], to_dates date[], through bigint)
returns table (
  place bigint, kind text, tax_code text, direction text, rate_bp integer, form_figure text, activity_id text,
  base_minor numeric, tax_minor numeric, records bigint
)
language sql stable as $$
  with folded as materialized (
    select span.place, span.from_date, span.to_date, usable.entry_number,
      case when is_usable then date_trunc('month', span.from_date::timestamp + interval '1 month - 1 day')::date
        else span.to_date + 1 end as first_month,
      case when is_usable then date_trunc('month', span.to_date::timestamp + interval '1 day')::date
        else span.to_date + 1 end as after_months
    from statement_watermarks
    cross join lateral (
      select least(tax_entry_number, through) as entry_number, tax_entry_number <= through as is_usable
    ) usable
    cross join lateral unnest(from_dates, to_dates) with ordinality as span (from_date, to_date, place)
    where end_customer_id = customer
  ), found as (
    select folded.place, total.kind, total.tax_code, total.direction, total.rate_bp,
      nullif(total.form_figure, '') as form_figure, nullif(total.activity_id, '') as activity_id, total.base_minor,
      total.tax_minor, total.records
    from folded
    join tax_period_totals total on total.end_customer_id = customer
      and period_start >= first_month and period_start < after_months
    union all
    select folded.place, behind.kind, behind.tax_code, behind.direction, behind.rate_bp, behind.form_figure,
      behind.activity_id, behind.base_minor, behind.tax_minor, 1
    from (
      select record.posting_date, record.kind, record.tax_code, record.direction, record.rate_bp, record.form_figure,
        record.activity_id, record.base_minor, record.tax_minor
      from (
        select entry_number, min(from_date) as first_day, max(to_date) as last_day from folded group by entry_number
      ) days
      cross join lateral tax_records_between(customer, days.entry_number, through) record
      where record.posting_date between first_day and last_day
      -- Records are made once, not for each comparison with a span.
      offset 0
    ) behind
    join folded on behind.posting_date between from_date and to_date
    union all
    select folded.place, record.kind, record.tax_code, record.direction, record.rate_bp, record.form_figure,
      record.activity_id, record.base_minor, record.tax_minor, 1
    from folded
    cross join lateral (
      values (from_date, least(to_date, first_month - 1)), (greatest(from_date, first_month, after_months), to_date)
    ) part (first_day, last_day)
    -- sql.md: lateral in order
    cross join lateral (
      select entry_number from entries_of_tax(customer, first_day, last_day, folded.entry_number)
      where first_day <= last_day
      order by entry_number
    ) entry
    cross join lateral tax_records_between(customer, entry.entry_number - 1, entry.entry_number) record
    where posting_date between first_day and last_day
  )
  select found.place, found.kind, found.tax_code, found.direction, found.rate_bp, found.form_figure, found.activity_id,
    sum(found.base_minor), sum(found.tax_minor), sum(found.records)::bigint
  from found
  group by 1, 2, 3, 4, 5, 6, 7
  order by 1, 3, 5, 4, 6, 7, 2
$$;
