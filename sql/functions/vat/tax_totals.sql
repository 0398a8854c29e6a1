-- Tax records of the days from one to another, summed up, as far as the entry `through`: the totals of whole months, the
-- records behind the watermark, and those of days of months that are asked for in part. It costs as much as there are
-- totals, and records of the last two. Totals that go further than `through` are of no use: then the days are read.
create or replace function tax_totals(customer uuid, from_date date, to_date date, through bigint)
returns table (
  kind text, tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric,
  tax_minor numeric, records bigint
)
language sql stable as $$
  with folded as materialized (
    select usable.entry_number,
      case when is_usable then date_trunc('month', from_date::timestamp + interval '1 month - 1 day')::date
        else to_date + 1 end as first_month,
      case when is_usable then date_trunc('month', to_date::timestamp + interval '1 day')::date
        else to_date + 1 end as after_months
    from statement_watermarks
    cross join lateral (
      select least(tax_entry_number, through) as entry_number, tax_entry_number <= through as is_usable
    ) usable
    where end_customer_id = customer
  ), found as (
    select total.kind, total.tax_code, total.direction, total.rate_bp, nullif(total.form_figure, '') as form_figure,
      nullif(total.activity_id, '') as activity_id, total.base_minor, total.tax_minor, total.records
    from folded
    join tax_period_totals total on total.end_customer_id = customer
      and period_start >= first_month and period_start < after_months
    union all
    select record.kind, record.tax_code, record.direction, record.rate_bp, record.form_figure, record.activity_id,
      record.base_minor, record.tax_minor, 1
    from folded
    cross join lateral tax_records_between(customer, folded.entry_number, through) record
    where posting_date between from_date and to_date
    union all
    select record.kind, record.tax_code, record.direction, record.rate_bp, record.form_figure, record.activity_id,
      record.base_minor, record.tax_minor, 1
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
  select found.kind, found.tax_code, found.direction, found.rate_bp, found.form_figure, found.activity_id,
    sum(found.base_minor), sum(found.tax_minor), sum(found.records)::bigint
  from found
  group by 1, 2, 3, 4, 5, 6
  order by 2, 4, 3, 5, 6, 1
$$;
