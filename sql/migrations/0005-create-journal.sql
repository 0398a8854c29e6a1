-- The journal. It refuses by itself, whoever writes: entries that do not balance or have fewer than two lines, lines
-- that come without their entry or after it, gaps in the numbers, a broken chain, closed years, locked periods,
-- unknown accounts, second reversals, and every UPDATE, DELETE and TRUNCATE.
--
-- An entry and all of its lines are inserted by ONE statement. That is what makes the checks below complete without a
-- deferred trigger for each row: both triggers run at the end of that statement and see the whole of it.

create table journal_entries (
  end_customer_id uuid not null,
  entry_number bigint not null check (entry_number > 0),
  journal_entry_id uuid not null,
  fiscal_year_id text not null,
  posting_date date not null,
  document_date date not null,
  description text not null,
  source_type text not null,
  source_id uuid not null,
  source_snapshot jsonb not null,
  reversal_of uuid,
  rule_version integer not null,
  actor_id text not null,
  request_id text not null,
  currency text not null,
  line_count integer not null check (line_count >= 2),
  total_minor bigint not null check (total_minor > 0),
  posted_at timestamptz not null,
  previous_hash text not null,
  entry_hash text not null,
  primary key (end_customer_id, entry_number),
  constraint journal_entries_id unique (end_customer_id, journal_entry_id),
  -- Two equal numbers cannot be; two equal reversals or bookings of one source must not be either.
  constraint journal_entries_reversal_of unique (end_customer_id, reversal_of)
);

create unique index journal_entries_once_per_source on journal_entries (end_customer_id, source_id)
  where reversal_of is null;
create index journal_entries_by_date on journal_entries (end_customer_id, posting_date, entry_number);

create table journal_lines (
  end_customer_id uuid not null,
  entry_number bigint not null,
  line_number smallint not null,
  account_code text not null,
  posting_date date not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  -- The same amount in the currency of the document; equal to the base amount where that is the base currency.
  transaction_currency text not null,
  transaction_minor bigint not null check (transaction_minor >= 0),
  rate_e8 bigint,
  -- Tax code, rate and amounts as they were on the day of posting; never looked up again.
  tax jsonb,
  primary key (end_customer_id, entry_number, line_number),
  constraint journal_lines_one_side check (
    (debit_minor > 0 and credit_minor = 0) or (credit_minor > 0 and debit_minor = 0)
  )
);

create index journal_lines_by_account on journal_lines (end_customer_id, account_code, entry_number, line_number);

create function refuse_entry(reason text, violated text) returns void language plpgsql as $$
begin
  raise exception '%', reason using errcode = 'check_violation', constraint = violated;
end $$;

create function check_journal_lines() returns trigger language plpgsql as $$
begin
  perform refuse_entry('the lines of an entry come in one statement with it, numbered from 1, and balance',
    'journal_entries_balanced')
  from (
    select end_customer_id, entry_number, count(*) as lines, min(line_number) as first, max(line_number) as last,
      sum(debit_minor) as debit, sum(credit_minor) as credit,
      min(posting_date) as earliest, max(posting_date) as latest
    from new_lines
    group by end_customer_id, entry_number
  ) posted
  left join journal_entries entry using (end_customer_id, entry_number)
  where entry.line_count is distinct from posted.lines
    or posted.first <> 1 or posted.last <> posted.lines
    or posted.debit <> posted.credit or posted.debit is distinct from entry.total_minor
    or posted.earliest is distinct from entry.posting_date or posted.latest is distinct from entry.posting_date
  limit 1;

  perform refuse_entry(format('account %s is not in the chart', line.account_code), 'journal_lines_account')
  from (select distinct end_customer_id, account_code from new_lines) line
  left join accounts using (end_customer_id, account_code)
  where accounts.account_code is null
  limit 1;
  return null;
end $$;

create function check_journal_entries() returns trigger language plpgsql as $$
begin
  perform from ledger_heads
  where end_customer_id in (select end_customer_id from new_entries)
  order by end_customer_id
  for update;

  perform refuse_entry(format('entry %s has no lines', entry.entry_number), 'journal_entries_balanced')
  from new_entries entry
  left join journal_lines line
    on line.end_customer_id = entry.end_customer_id and line.entry_number = entry.entry_number
    and line.line_number = entry.line_count
  where line.line_number is null
  limit 1;

  perform refuse_entry(format('entry %s does not follow entry %s', entry.entry_number, entry.before),
    'journal_entries_chain')
  from (
    select e.entry_number, e.previous_hash,
      coalesce(lag(e.entry_number) over follows, head.last_entry_number) as before,
      coalesce(lag(e.entry_hash) over follows, head.last_entry_hash) as hash_before
    from new_entries e
    left join ledger_heads head using (end_customer_id)
    window follows as (partition by e.end_customer_id order by e.entry_number)
  ) entry
  where entry.before is null or entry.entry_number <> entry.before + 1 or entry.previous_hash <> entry.hash_before
  limit 1;

  perform refuse_entry(format('%s is in no open fiscal year %s', entry.posting_date, entry.fiscal_year_id),
    'journal_entries_fiscal_year')
  from new_entries entry
  left join fiscal_years year
    on year.end_customer_id = entry.end_customer_id and year.fiscal_year_id = entry.fiscal_year_id
  where year.state is distinct from 'open' or entry.posting_date not between year.start_date and year.end_date
  limit 1;

  perform refuse_entry(format('%s is locked through %s', entry.posting_date, lock.locked_through),
    'journal_entries_period_lock')
  from new_entries entry
  cross join lateral (
    select locked_through from period_locks
    where end_customer_id = entry.end_customer_id
    order by period_lock_id desc
    limit 1
  ) lock
  where entry.posting_date <= lock.locked_through
  limit 1;

  perform refuse_entry('a reversal names a posted entry that is no reversal itself', 'journal_entries_reversal')
  from new_entries entry
  left join journal_entries original
    on original.end_customer_id = entry.end_customer_id and original.journal_entry_id = entry.reversal_of
  where entry.reversal_of is not null
    and (original.journal_entry_id is null or original.reversal_of is not null)
  limit 1;

  update ledger_heads head
  set last_entry_number = last.entry_number, last_entry_hash = last.entry_hash
  from (
    select distinct on (end_customer_id) end_customer_id, entry_number, entry_hash
    from new_entries
    order by end_customer_id, entry_number desc
  ) last
  where head.end_customer_id = last.end_customer_id;
  return null;
end $$;

create trigger check_lines after insert on journal_lines
  referencing new table as new_lines for each statement execute function check_journal_lines();
create trigger check_entries after insert on journal_entries
  referencing new table as new_entries for each statement execute function check_journal_entries();

create trigger journal_entries_append_only before update or delete or truncate on journal_entries
  for each statement execute function refuse_change();
create trigger journal_lines_append_only before update or delete or truncate on journal_lines
  for each statement execute function refuse_change();

-- For reads by the bare id.
create index journal_entries_by_id on journal_entries (journal_entry_id);
