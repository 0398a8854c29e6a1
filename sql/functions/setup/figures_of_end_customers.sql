-- What is to be done for end customers, with the place in their feeds and settings up to which it is counted. `infinity` is a
-- day that never comes. Dates are compared with today where they are read, so nothing changes at midnight.
create or replace function figures_of_end_customers(customers uuid[])
returns table (
  end_customer_id uuid, event_number bigint, books_version bigint, counted_marks bigint, name_key text,
  blocked_facts integer, unbooked_entries integer, next_receivable_due date, next_payable_due date, next_vat_end date,
  open_year_end date
)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select ledger.end_customer_id,
    coalesce((
      select last_event_number from event_heads head where head.end_customer_id = ledger.end_customer_id
    ), 0),
    ledger.books_version,
    coalesce((
      select marks from end_customer_figures kept where kept.end_customer_id = ledger.end_customer_id
    ), 0),
    -- Nobody's name comes behind all letters.
    (
      select coalesce(lower(left(name, 100)), '~') from end_customers one
      where one.end_customer_id = ledger.end_customer_id
    ),
    (
      select count(*)::integer from fact_states fact
      where fact.end_customer_id = ledger.end_customer_id and state = 'blocked'
    ),
    (
      select count(*)::integer from camt053_entries entry
      where entry.end_customer_id = ledger.end_customer_id and is_booked and dismissed_by is null
        and used_minor < amount_minor and repeat_state is distinct from 'repeat'
    ),
    coalesce(receivable.due_on, 'infinity'), coalesce(payable.due_on, 'infinity'),
    coalesce(vat_period.last_day, 'infinity'),
    coalesce((
      select min(end_date) from fiscal_years year
      where year.end_customer_id = ledger.end_customer_id and state = 'open'
    ), 'infinity')
  from unnest(customers) asked (end_customer_id)
  join ledger_heads ledger on ledger.end_customer_id = asked.end_customer_id
  left join lateral (
    select coalesce(due_date, document_date) as due_on from open_items item
    where item.end_customer_id = ledger.end_customer_id and kind = 'receivable' and closed_on is null
      and amount_minor > 0 and open_amount_minor > 0
    order by coalesce(due_date, document_date) limit 1
  ) receivable on true
  left join lateral (
    select coalesce(due_date, document_date) as due_on from open_items item
    where item.end_customer_id = ledger.end_customer_id and kind = 'payable' and closed_on is null
      and amount_minor > 0 and open_amount_minor > 0
    order by coalesce(due_date, document_date) limit 1
  ) payable on true
  -- The first filing period whose return is not filed: behind the last one that was filed, or, where none was, that of the first
  -- entry. None where nothing is booked, or nobody is registered from then on. A function of its own took more than all the rest.
  left join lateral (
    with begun as materialized (
      select coalesce(
        (
          select max(period_end) + 1 from vat_filings filing
          where filing.end_customer_id = ledger.end_customer_id and submission = 'first'
        ),
        (
          select posting_date from journal_entries entry
          where entry.end_customer_id = ledger.end_customer_id
          order by end_customer_id, posting_date, entry_number limit 1
        )
      ) as day
    ), registration as materialized (
      select distinct on (valid_from) valid_from, method, filing_period
      from vat_registration_changes change
      where change.end_customer_id = ledger.end_customer_id
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
    end::date - 1 as last_day
    from in_force
  ) vat_period on true
$$;
