-- What the statements of a closed year are made of, as it was when the year was closed: a later chart, name, mapping,
-- legal form or entry changes nothing of them. Closing a year again adds a row.
create table fiscal_year_closings (
  end_customer_id uuid not null,
  closing_id uuid not null,
  fiscal_year_id text not null,
  -- The ledger's last entry when the year was closed.
  entry_number bigint not null,
  entry_hash text not null,
  -- 'migration' where the database has kept it for a process that keeps nothing.
  kept_by text not null check (kept_by in ('close', 'migration')),
  -- Of the rules that gave each amount its row.
  rule_version integer not null,
  -- JSON: ledger, buckets, accounts with their sums and rows, balance sheets, figures of checks.
  content text not null,
  content_sha256 text not null
    constraint fiscal_year_closings_hash check (content_sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  -- The row of fiscal_year_changes; null where a process wrote that which does not know this table.
  change_id uuid,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, closing_id)
);

create trigger fiscal_year_closings_append_only before update or delete or truncate on fiscal_year_closings
  for each statement execute function refuse_change();

-- The row of fiscal_year_closings that a closed year answers with. It stays when the year is opened again.
alter table fiscal_years add column closing_id uuid;

-- The last release may not have been run on this database.
create or replace function lines_between(customer uuid, after bigint, through bigint)
returns table (account_code text, period_start date, entry_type text, debit_minor bigint, credit_minor bigint)
language sql stable as $$
  select line.account_code,
    greatest(date_trunc('month', entry.posting_date::timestamp)::date, year.start_date) as period_start,
    entry.entry_type, sum(line.debit_minor)::bigint, sum(line.credit_minor)::bigint
  from journal_entries entry
  join fiscal_years year
    on year.end_customer_id = entry.end_customer_id and year.fiscal_year_id = entry.fiscal_year_id
  cross join lateral (
    select account_code, debit_minor, credit_minor from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
    order by line_number
  ) line
  where entry.end_customer_id = customer and entry.entry_number > after and entry.entry_number <= through
  group by 1, 2, 3
$$;

create function row_by_code(account_code text, type_of_account text) returns text language sql immutable as $$
  select coalesce((
    select row_key from (
      select case when account_code ~ '^\d{4,}$' then left(account_code, 4)::integer end as code
    ) coded, (values
    (1000, 1099, 'asset', 'fluessige_mittel'),
    (1100, 1139, 'asset', 'forderungen_ll'),
    (1140, 1199, 'asset', 'uebrige_kurzfristige_forderungen'),
    (1200, 1299, 'asset', 'vorraete'),
    (1300, 1399, 'asset', 'aktive_rechnungsabgrenzungen'),
    (1400, 1479, 'asset', 'finanzanlagen'),
    (1480, 1499, 'asset', 'beteiligungen'),
    (1500, 1699, 'asset', 'sachanlagen'),
    (1700, 1799, 'asset', 'immaterielle_werte'),
    (1800, 1899, 'asset', 'nicht_einbezahltes_kapital'),
    (2000, 2099, 'liability', 'verbindlichkeiten_ll'),
    (2100, 2199, 'liability', 'kurzfristige_verzinsliche_verbindlichkeiten'),
    (2200, 2299, 'liability', 'uebrige_kurzfristige_verbindlichkeiten'),
    (2300, 2399, 'liability', 'passive_rechnungsabgrenzungen'),
    (2400, 2499, 'liability', 'langfristige_verzinsliche_verbindlichkeiten'),
    (2500, 2599, 'liability', 'uebrige_langfristige_verbindlichkeiten'),
    (2600, 2699, 'liability', 'rueckstellungen'),
    (2800, 2830, 'equity', 'grundkapital'),
    (2831, 2831, 'equity', 'jahresgewinn_jahresverlust'),
    (2832, 2880, 'equity', 'grundkapital'),
    (2881, 2881, 'equity', 'jahresgewinn_jahresverlust'),
    (2882, 2890, 'equity', 'grundkapital'),
    (2891, 2891, 'equity', 'jahresgewinn_jahresverlust'),
    (2892, 2899, 'equity', 'grundkapital'),
    (2900, 2929, 'equity', 'gesetzliche_kapitalreserve'),
    (2930, 2959, 'equity', 'gesetzliche_gewinnreserve'),
    (2960, 2969, 'equity', 'freiwillige_gewinnreserven'),
    (2970, 2978, 'equity', 'gewinnvortrag_verlustvortrag'),
    (2979, 2979, 'equity', 'jahresgewinn_jahresverlust'),
    (2980, 2989, 'equity', 'eigene_kapitalanteile'),
    (2990, 2990, 'equity', 'gewinnvortrag_verlustvortrag'),
    (2991, 2991, 'equity', 'jahresgewinn_jahresverlust'),
    (9000, 9999, 'closing', 'abschluss_hilfskonten'),
    (3000, 3899, 'revenue', 'nettoerloese'),
    (3000, 3899, 'expense', 'nettoerloese'),
    (3900, 3999, 'revenue', 'bestandesaenderungen'),
    (3900, 3999, 'expense', 'bestandesaenderungen'),
    (4000, 4999, 'revenue', 'materialaufwand'),
    (4000, 4999, 'expense', 'materialaufwand'),
    (5000, 5999, 'revenue', 'personalaufwand'),
    (5000, 5999, 'expense', 'personalaufwand'),
    (6000, 6799, 'revenue', 'uebriger_betrieblicher_aufwand'),
    (6000, 6799, 'expense', 'uebriger_betrieblicher_aufwand'),
    (6800, 6899, 'revenue', 'abschreibungen_wertberichtigungen'),
    (6800, 6899, 'expense', 'abschreibungen_wertberichtigungen'),
    (6900, 6999, 'revenue', 'finanzertrag'),
    (6900, 6999, 'expense', 'finanzaufwand'),
    (7000, 7009, 'revenue', 'nebenertrag'),
    (7000, 7009, 'expense', 'nebenertrag'),
    (7010, 7499, 'revenue', 'nebenertrag'),
    (7010, 7499, 'expense', 'nebenaufwand'),
    (7500, 7509, 'revenue', 'nebenertrag'),
    (7500, 7509, 'expense', 'nebenertrag'),
    (7510, 7899, 'revenue', 'nebenertrag'),
    (7510, 7899, 'expense', 'nebenaufwand'),
    (7900, 7999, 'revenue', 'nebenertrag'),
    (7900, 7999, 'expense', 'nebenertrag'),
    (8000, 8099, 'revenue', 'betriebsfremder_aufwand'),
    (8000, 8099, 'expense', 'betriebsfremder_aufwand'),
    (8100, 8199, 'revenue', 'betriebsfremder_ertrag'),
    (8100, 8199, 'expense', 'betriebsfremder_ertrag'),
    (8200, 8499, 'revenue', 'betriebsfremder_ertrag'),
    (8200, 8499, 'expense', 'betriebsfremder_aufwand'),
    (8500, 8509, 'revenue', 'ausserordentlicher_aufwand'),
    (8500, 8509, 'expense', 'ausserordentlicher_aufwand'),
    (8510, 8599, 'revenue', 'ausserordentlicher_ertrag'),
    (8510, 8599, 'expense', 'ausserordentlicher_ertrag'),
    (8600, 8609, 'revenue', 'ausserordentlicher_aufwand'),
    (8600, 8609, 'expense', 'ausserordentlicher_aufwand'),
    (8610, 8699, 'revenue', 'ausserordentlicher_ertrag'),
    (8610, 8699, 'expense', 'ausserordentlicher_ertrag'),
    (8700, 8709, 'revenue', 'ausserordentlicher_aufwand'),
    (8700, 8709, 'expense', 'ausserordentlicher_aufwand'),
    (8710, 8799, 'revenue', 'ausserordentlicher_ertrag'),
    (8710, 8799, 'expense', 'ausserordentlicher_ertrag'),
    (8800, 8899, 'revenue', 'ausserordentlicher_ertrag'),
    (8800, 8899, 'expense', 'ausserordentlicher_aufwand'),
    (8900, 8999, 'revenue', 'direkte_steuern'),
    (8900, 8999, 'expense', 'direkte_steuern')
    ) code_range (from_code, to_code, account_type, row_key)
    where account_type = type_of_account and code between from_code and to_code
  ), case type_of_account
    when 'asset' then 'nicht_zugeordnete_aktiven'
    when 'liability' then 'nicht_zugeordnete_passiven'
    when 'equity' then 'nicht_zugeordnete_passiven'
    when 'closing' then 'abschluss_hilfskonten'
    else 'nicht_zugeordnete_erfolgskonten'
  end)
$$;

create function statements_by_code(customer uuid, year_to_keep text) returns text language sql stable as $$
  with year as (
    select fiscal_year_id, start_date, end_date from fiscal_years
    where end_customer_id = customer and fiscal_year_id = year_to_keep
  ), buckets as (
    select row_number() over (order by start_date)::integer - 1 as bucket, fiscal_year_id, start_date, end_date
    from (
      select earlier.fiscal_year_id, earlier.start_date, earlier.end_date
      from fiscal_years earlier cross join year
      where earlier.end_customer_id = customer and earlier.start_date < year.start_date
      union all
      select fiscal_year_id, greatest(month::date, start_date), least((month + interval '1 month')::date - 1, end_date)
      from year
      cross join lateral
        generate_series(date_trunc('month', start_date::timestamp), end_date::timestamp, interval '1 month') month
    ) part
  ), activity as (
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from account_period_totals where end_customer_id = customer
    union all
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from statement_watermarks watermark
    join ledger_heads using (end_customer_id)
    cross join lateral lines_between(customer, watermark.entry_number, last_entry_number)
    where end_customer_id = customer
  ), sums as (
    select account_code, bucket, entry_type, sum(debit_minor) as debit_minor, sum(credit_minor) as credit_minor
    from activity join buckets on period_start between start_date and end_date
    group by account_code, bucket, entry_type
  ), kept_accounts as (
    select sums.account_code, named.account_name, account_type,
      coalesce(mapped.or_row, row_by_code(sums.account_code, account_type)) as or_row, mapped.or_function_row,
      jsonb_agg(jsonb_build_array(bucket, entry_type, debit_minor::text, credit_minor::text)
        order by bucket, entry_type) as sums
    from sums
    join accounts on accounts.end_customer_id = customer and accounts.account_code = sums.account_code
    cross join year
    cross join lateral (
      select account_name from chart_accounts chart
      where chart.end_customer_id = customer and chart.account_code = sums.account_code
      order by valid_from <= end_date desc, abs(valid_from - end_date)
      limit 1
    ) named
    cross join lateral (
      select max(substr(mapping_key, 4)) filter (where mapping_key not like 'or.af\_%') as or_row,
        max(substr(mapping_key, 4)) filter (where mapping_key like 'or.af\_%') as or_function_row
      from account_mappings mapping
      where mapping.end_customer_id = customer and mapping.account_code = sums.account_code
        and mapping_key like 'or.%' and valid_from <= end_date and (valid_to is null or valid_to >= end_date)
    ) mapped
    group by sums.account_code, named.account_name, account_type, mapped.or_row, mapped.or_function_row
  )
  select jsonb_build_object(
    'ledger', (
      select jsonb_build_object('name', name, 'base_currency', base_currency, 'locale', locale, 'legal_form', legal_form)
      from end_customers where end_customer_id = customer
    ),
    'buckets', (
      select jsonb_agg(jsonb_build_object(
        'fiscal_year_id', fiscal_year_id, 'start_date', start_date, 'end_date', end_date
      ) order by bucket) from buckets
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'account_code', account_code, 'account_name', account_name, 'account_type', account_type, 'or_row', or_row,
        'or_function_row', or_function_row, 'sums', sums
      ) order by account_code), '[]') from kept_accounts
    ),
    'sheets', null,
    'recorded', '[]'::jsonb
  )::text
$$;

create function keep_closed_year() returns trigger language plpgsql as $$
begin
  new.closing_id := gen_random_uuid();
  insert into fiscal_year_closings (
    end_customer_id, closing_id, fiscal_year_id, entry_number, entry_hash, kept_by, rule_version, content,
    content_sha256, change_id
  )
  select new.end_customer_id, new.closing_id, new.fiscal_year_id, last_entry_number, last_entry_hash, 'migration', 1,
    content, encode(sha256(convert_to(content, 'UTF8')), 'hex'), (
      -- The migration keeps a year that was closed before; otherwise the change is recorded behind this one.
      select change_id from fiscal_year_changes change
      where change.end_customer_id = new.end_customer_id and change.fiscal_year_id = new.fiscal_year_id
        and change.state = 'closed' and old.state = 'closed'
      order by created_at desc, change_id desc limit 1
    )
  from ledger_heads
  cross join statements_by_code(new.end_customer_id, new.fiscal_year_id) content
  where end_customer_id = new.end_customer_id;
  return new;
end $$;

create trigger fiscal_years_keep_closed before update on fiscal_years for each row
  when (new.state = 'closed' and (
    new.closing_id is null or old.state <> 'closed' and new.closing_id is not distinct from old.closing_id
  ))
  execute function keep_closed_year();

-- Years that are closed already.
update fiscal_years set closing_id = null where state = 'closed';
