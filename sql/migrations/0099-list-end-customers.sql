-- What is to be done for each end customer, so that a fiduciary's list of a hundred thousand is found by it in an order. Whoever
-- posts writes nothing here: workers compare the place that was counted with the head of the feed and the version of the settings.
set local lock_timeout = '20s';
create table end_customer_figures (
  end_customer_id uuid not null primary key references end_customers,
  -- Of the feed, and of the settings: the figures are those of this place. -1 while nothing was counted.
  event_number bigint not null default -1,
  books_version bigint not null default -1,
  -- Requests that use money without an event, until their posting has one, count up the first.
  marks bigint not null default 0,
  counted_marks bigint not null default 0,
  name_key text not null default '~',
  blocked_facts integer not null default 0,
  -- Bank entries that are not booked, or in part.
  unbooked_entries integer not null default 0,
  -- Of open items; infinity where there is none.
  next_receivable_due date not null default 'infinity',
  next_payable_due date not null default 'infinity',
  next_due date not null generated always as (least(next_receivable_due, next_payable_due)) stored,
  -- The end of the first period whose VAT return is not filed.
  next_vat_end date not null default 'infinity',
  -- The end of the first fiscal year that is not closed.
  open_year_end date not null default 'infinity',
  counted_at timestamptz not null default now()
) with (fillfactor = 70);
create index end_customer_figures_by_name on end_customer_figures (name_key, end_customer_id);
create index end_customer_figures_by_blocked on end_customer_figures (blocked_facts, end_customer_id);
create index end_customer_figures_by_unbooked on end_customer_figures (unbooked_entries, end_customer_id);
create index end_customer_figures_by_due on end_customer_figures (next_due, end_customer_id);
create index end_customer_figures_by_vat on end_customer_figures (next_vat_end, end_customer_id);
create index end_customer_figures_by_year on end_customer_figures (open_year_end, end_customer_id);

-- The item of a side that is due first, and those that are overdue.
create index open_items_due on open_items (end_customer_id, kind, (coalesce(due_date, document_date)))
  where closed_on is null and amount_minor > 0 and kind in ('receivable', 'payable');

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
    coalesce(next_vat_end(ledger.end_customer_id), 'infinity'),
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
$$;

insert into end_customer_figures (
  end_customer_id, event_number, books_version, counted_marks, name_key, blocked_facts, unbooked_entries,
  next_receivable_due, next_payable_due, next_vat_end, open_year_end
)
select end_customer_id, event_number, books_version, counted_marks, name_key, blocked_facts, unbooked_entries,
  next_receivable_due, next_payable_due, next_vat_end, open_year_end
from figures_of_end_customers(array(select end_customer_id from end_customers order by end_customer_id));
