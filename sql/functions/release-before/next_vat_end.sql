-- Nothing calls it any more; the release after drops it.
-- The last day of the first filing period whose return is not filed: behind the last one that was filed, or, where none was, that of
-- the first entry. Null where nothing is booked, or nobody is registered from then on.
create or replace function next_vat_end(customer uuid) returns date
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with begun as materialized (
    select coalesce(
      (select max(period_end) + 1 from vat_filings where end_customer_id = customer and submission = 'first'),
      (
        select posting_date from journal_entries where end_customer_id = customer
        order by end_customer_id, posting_date, entry_number limit 1
      )
    ) as day
  ), registration as materialized (
    select distinct on (valid_from) valid_from, method, filing_period
    from vat_registration_changes
    where end_customer_id = customer
    order by valid_from, change_number desc
  ), in_force as (
    select greatest(valid_from, day) as day, filing_period
    from begun cross join registration
    where day is not null and method <> 'not_registered' and coalesce(
      (select min(later.valid_from) from registration later where later.valid_from > registration.valid_from) > day, true
    )
    order by valid_from limit 1
  )
  select case filing_period
    when 'month' then date_trunc('month', day::timestamp) + interval '1 month'
    when 'quarter' then date_trunc('quarter', day::timestamp) + interval '3 months'
    when 'half_year' then date_trunc('year', day::timestamp)
      + case when extract(month from day) <= 6 then interval '6 months' else interval '1 year' end
    else date_trunc('year', day::timestamp) + interval '1 year'
  end::date - 1
  from in_force
$$;
