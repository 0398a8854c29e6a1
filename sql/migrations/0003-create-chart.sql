-- The chart of accounts (Kontenplan): an account is for ever, what is said of it is said by a version of the chart.

create table accounts (
  end_customer_id uuid not null references end_customers,
  account_code text not null,
  account_id text not null,
  account_type text not null
    check (account_type in ('asset', 'liability', 'equity', 'revenue', 'expense', 'closing')),
  primary key (end_customer_id, account_code),
  unique (end_customer_id, account_id)
);

create table chart_versions (
  end_customer_id uuid not null references end_customers,
  valid_from date not null,
  source_reference text,
  actor_id text not null,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, valid_from)
);

create table chart_accounts (
  end_customer_id uuid not null,
  valid_from date not null,
  account_code text not null,
  account_name text not null,
  account_class text not null,
  currency text not null,
  status text not null check (status in ('active', 'inactive')),
  primary key (end_customer_id, valid_from, account_code),
  foreign key (end_customer_id, valid_from) references chart_versions on delete cascade,
  foreign key (end_customer_id, account_code) references accounts
);

create index chart_accounts_by_account on chart_accounts (end_customer_id, account_code, valid_from);

-- Which account plays which role. posting.* keys name one account, or.* keys may name many (one row of the statement).
create table account_mappings (
  end_customer_id uuid not null,
  account_mapping_id uuid not null,
  mapping_key text not null check (mapping_key ~ '^(posting|or)\.'),
  account_code text not null,
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  version integer not null,
  -- Made from the KMU codes of a chart, not given by the client.
  is_default boolean not null,
  primary key (end_customer_id, account_mapping_id),
  foreign key (end_customer_id, account_code) references accounts
);

create unique index account_mappings_posting on account_mappings (end_customer_id, mapping_key, valid_from)
  where mapping_key like 'posting.%';
create unique index account_mappings_or on account_mappings (end_customer_id, account_code, valid_from)
  where mapping_key like 'or.%';

call watch_books('chart_versions');
call watch_books('chart_accounts');
call watch_books('account_mappings');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: what is written there is never changed or deleted', tg_op, tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;

create trigger accounts_are_kept before delete or truncate on accounts
  for each statement execute function refuse_change();
