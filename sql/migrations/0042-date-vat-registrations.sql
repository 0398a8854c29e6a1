-- What an end customer is registered as for VAT, from a day on.
set local lock_timeout = '20s';

create table vat_registration_changes (
  end_customer_id uuid not null references end_customers,
  -- Counts the changes of an end customer. Among those of one day the last is in force.
  change_number integer not null check (change_number > 0),
  valid_from date not null,
  method text not null check (method in ('effective', 'net_tax_rate', 'not_registered')),
  -- Null for somebody who is not registered.
  consideration text check (consideration in ('agreed', 'received')),
  filing_period text check (filing_period in ('month', 'quarter', 'half_year', 'year')),
  -- Of the net tax rate method: activity_id, rate_bp, text, and accounts of which the activity is the default.
  activities jsonb not null default '[]' check (jsonb_typeof(activities) = 'array'),
  reason text not null,
  actor_id text not null,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, change_number),
  constraint vat_registration_changes_registered check (
    (method = 'not_registered') = (consideration is null) and (method = 'not_registered') = (filing_period is null)
  )
);
alter table vat_registration_changes alter column activities set statistics 0;

-- The method of the column held without a date, so it holds from the first day on.
insert into vat_registration_changes (
  end_customer_id, change_number, valid_from, method, consideration, filing_period, reason, actor_id, created_at
)
select end_customer_id, 1, '0001-01-01', vat_method,
  case when vat_method <> 'not_registered' then 'agreed' end,
  case vat_method when 'effective' then 'quarter' when 'net_tax_rate' then 'half_year' end,
  'vat_method of the end customer', 'end_customer', created_at
from end_customers;

create trigger vat_registration_changes_append_only before update or delete or truncate on vat_registration_changes
  for each statement execute function refuse_change();
call watch_books('vat_registration_changes');

-- Trigger of end_customers: vat_method, which has no date, is the registration from the first day on. Whoever writes it,
-- also a process of the release before, has the change kept. New end customers begin with the method of the column; a
-- change that is kept already is not kept twice. Where there are registrations with a date, the method without one stays.
create function keep_undated_vat_method() returns trigger language plpgsql as $$
begin
  perform refuse_entry('vat_method stays as it is: there are registrations with a date', 'end_customers_dated_registration')
  from changed customer
  where vat_method <> (
      select method from vat_registration_changes undated
      where undated.end_customer_id = customer.end_customer_id and valid_from = '0001-01-01'
      order by change_number desc limit 1
    )
    and exists (
      select from vat_registration_changes dated
      where dated.end_customer_id = customer.end_customer_id and valid_from > '0001-01-01'
    )
  limit 1;
  insert into vat_registration_changes (
    end_customer_id, change_number, valid_from, method, consideration, filing_period, reason, actor_id
  )
  select customer.end_customer_id, coalesce(change_number, 0) + 1, '0001-01-01', vat_method,
    case when vat_method <> 'not_registered' then 'agreed' end,
    case vat_method when 'effective' then 'quarter' when 'net_tax_rate' then 'half_year' end,
    'vat_method of the end customer', 'end_customer'
  from changed customer
  left join lateral (
    select change_number, method from vat_registration_changes undated
    where undated.end_customer_id = customer.end_customer_id and valid_from = '0001-01-01'
    order by change_number desc limit 1
  ) last on true
  where method is distinct from vat_method;
  return null;
end $$;

-- The name of the first comes before open_ledger: there is no ledger yet whose version would have to be counted up.
create trigger begin_vat_registration after insert on end_customers
  referencing new table as changed for each statement execute function keep_undated_vat_method();
create trigger undated_vat_method_kept after update on end_customers
  referencing new table as changed for each statement execute function keep_undated_vat_method();
