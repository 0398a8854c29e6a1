-- The end customer and what governs its books: fiscal years, locks and exchange rates.

create table end_customers (
  end_customer_id uuid primary key,
  name text,
  uid text,
  base_currency text not null default 'CHF' check (base_currency ~ '^[A-Z]{3}$'),
  vat_method text not null default 'effective' check (vat_method in ('effective', 'net_tax_rate', 'not_registered')),
  locale text not null default 'de' check (locale in ('de', 'fr', 'it', 'en')),
  created_at timestamptz not null default now()
);

-- The row that posting locks first: entry numbers are gapless because nobody else can take one meanwhile.
-- books_version grows with every change of what posting depends on; workers keep the books of a version in memory.
create table ledger_heads (
  end_customer_id uuid primary key references end_customers,
  last_entry_number bigint not null default 0,
  last_entry_hash text not null default repeat('0', 64),
  books_version bigint not null default 0
);

create function open_ledger() returns trigger language plpgsql as $$
begin
  insert into ledger_heads (end_customer_id) select end_customer_id from new_rows order by end_customer_id;
  return null;
end $$;

create trigger open_ledger after insert on end_customers
  referencing new table as new_rows for each statement execute function open_ledger();

create table fiscal_years (
  end_customer_id uuid not null references end_customers,
  fiscal_year_id text not null,
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  state text not null default 'open' check (state in ('open', 'closed')),
  primary key (end_customer_id, fiscal_year_id),
  unique (end_customer_id, start_date)
);

-- Each row is one change of the lock, kept with its reason; the newest is the one in force.
create table period_locks (
  end_customer_id uuid not null references end_customers,
  period_lock_id uuid not null,
  locked_through date not null,
  hard boolean not null default false,
  reason text not null,
  actor_id text not null,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, period_lock_id)
);

-- Base currency for one unit of a foreign currency, in hundred-millionths (0.95 is 95000000).
create table exchange_rates (
  end_customer_id uuid not null references end_customers,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate_date date not null,
  rate_e8 bigint not null check (rate_e8 > 0),
  source text not null default 'manual',
  primary key (end_customer_id, currency, rate_date)
);

-- Whoever changes the books takes the head row: a year cannot close while an entry is being posted into it.
create function bump_books_version() returns trigger language plpgsql as $$
begin
  perform from ledger_heads
  where end_customer_id in (select end_customer_id from changed)
  order by end_customer_id
  for update;
  update ledger_heads
  set books_version = books_version + 1
  where end_customer_id in (select end_customer_id from changed);
  return null;
end $$;

-- Three triggers for a table, because a trigger with a transition table serves one event only.
create procedure watch_books(watched regclass) language plpgsql as $$
begin
  execute format('create trigger books_changed_by_insert after insert on %s
    referencing new table as changed for each statement execute function bump_books_version()', watched);
  execute format('create trigger books_changed_by_update after update on %s
    referencing new table as changed for each statement execute function bump_books_version()', watched);
  execute format('create trigger books_changed_by_delete after delete on %s
    referencing old table as changed for each statement execute function bump_books_version()', watched);
end $$;

call watch_books('fiscal_years');
call watch_books('period_locks');
call watch_books('exchange_rates');

create trigger books_changed_by_update after update on end_customers
  referencing new table as changed for each statement execute function bump_books_version();

-- OR 958 and 957a: years follow each other without overlap or gap.
create function check_fiscal_years() returns trigger language plpgsql as $$
declare
  broken record;
begin
  select * into broken from (
    select end_customer_id, fiscal_year_id, start_date,
      lag(end_date) over (partition by end_customer_id order by start_date) as previous_end
    from fiscal_years
    where end_customer_id in (select end_customer_id from changed)
  ) years
  where start_date <> previous_end + 1
  limit 1;
  if found then
    raise exception 'fiscal year % does not start on the day after %', broken.fiscal_year_id, broken.previous_end
      using errcode = 'check_violation', constraint = 'fiscal_years_contiguous';
  end if;
  return null;
end $$;

create trigger contiguous_after_insert after insert on fiscal_years
  referencing new table as changed for each statement execute function check_fiscal_years();
create trigger contiguous_after_update after update on fiscal_years
  referencing new table as changed for each statement execute function check_fiscal_years();
create trigger contiguous_after_delete after delete on fiscal_years
  referencing old table as changed for each statement execute function check_fiscal_years();
