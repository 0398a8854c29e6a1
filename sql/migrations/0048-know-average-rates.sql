-- Monthly average rates for VAT, and who converts by them.
set local lock_timeout = '20s';

-- Processes of the release before register with daily rates, which is what they convert by.
alter table vat_registration_changes add column exchange_rates text not null default 'daily'
  check (exchange_rates in ('daily', 'monthly_average'));

-- The rate that converts the documents of a whole month.
create table average_exchange_rates (
  end_customer_id uuid not null references end_customers,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- First day of the month.
  month date not null check (extract(day from month) = 1),
  -- Base currency for one unit, in hundred-millionths.
  rate_e8 bigint not null check (rate_e8 > 0),
  source text not null default 'manual',
  primary key (end_customer_id, currency, month)
);
call watch_books('average_exchange_rates');
