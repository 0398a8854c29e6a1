-- What was told about a fact without blocking it; null where there is nothing, which costs a row nothing.
alter table fact_states add column warnings jsonb;

-- Decides which accounts take the result of a year, and how equity is laid out.
alter table end_customers add column legal_form text not null default 'company'
  check (legal_form in ('company', 'sole_proprietor', 'partnership', 'association', 'foundation'));

-- Income and expense of a running year that another system had booked.
alter table journal_entries drop constraint journal_entries_entry_type_check,
  add constraint journal_entries_entry_type_check
    check (entry_type in ('standard', 'opening', 'closing', 'takeover'));
alter table account_period_totals drop constraint account_period_totals_entry_type_check,
  add constraint account_period_totals_entry_type_check
    check (entry_type in ('standard', 'opening', 'closing', 'takeover'));

-- The default mappings of the new roles, from the first chart that lists their account on.
insert into account_mappings (
  end_customer_id, account_mapping_id, mapping_key, account_code, valid_from, valid_to, version, is_default
)
select distinct on (end_customer_id, role.mapping_key) end_customer_id, gen_random_uuid(), role.mapping_key,
  account_code, valid_from, null, 1, true
from (values
  ('posting.opening_balance', '{9100}'::text[]),
  ('posting.opening_balance.closing', '{9101}'),
  ('posting.result', '{2979,2991}'),
  ('posting.result.sole_proprietor', '{2891}'),
  ('posting.result.sole_proprietor.private', '{2850}'),
  ('posting.result.partnership.partner_a', '{2831}'),
  ('posting.result.partnership.partner_a.private', '{2820}'),
  ('posting.result.partnership.limited_partner_a', '{2881}'),
  ('posting.result.partnership.limited_partner_a.private', '{2870}')
) role (mapping_key, candidates)
join chart_accounts on account_code = any(candidates) and status = 'active'
where not exists (
  select from account_mappings known
  where known.end_customer_id = chart_accounts.end_customer_id and known.mapping_key = role.mapping_key
)
order by end_customer_id, role.mapping_key, array_position(candidates, account_code), valid_from;

-- There are few such entries, and checks look at them with every statement.
create index journal_entries_opening_closing on journal_entries (end_customer_id, entry_number)
  where entry_type in ('opening', 'closing');
create index account_period_totals_opening_closing on account_period_totals (end_customer_id, account_code)
  where entry_type in ('opening', 'closing');

-- A sum may be larger than any amount that it is the sum of.
alter table account_period_totals alter column debit_minor type numeric, alter column credit_minor type numeric;

-- Everything that a ledger has ever debited, so that no posting makes its sums too large to be written.
alter table ledger_heads
  add column total_debit_minor numeric not null default 0,
  -- The last entry that is in it: after going back to the release before, whose trigger counts nothing, and forward again,
  -- the entries of the time in between are added to it.
  add column counted_entry_number bigint not null default 0;

-- From now on every entry is counted, also while the release is being put in place.
create or replace function check_journal_entries() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  -- The worker that posts has locked the heads already; any other writer locks them here, in the order of their keys.
  perform from ledger_heads
  where end_customer_id in (select end_customer_id from new_entries)
  order by end_customer_id
  for update;

  -- check_journal_lines has checked the lines that came; here entries are refused that came without their lines.
  perform refuse_entry(format('entry %s has no lines', entry.entry_number), 'journal_entries_balanced')
  from new_entries entry
  left join lateral (
    select line_number from journal_lines line
    where line.end_customer_id = entry.end_customer_id and line.entry_number = entry.entry_number
    order by line_number desc -- only the primary key has this order; sql.md: lateral limit 1
    limit 1
  ) last_line on true
  where last_line.line_number is distinct from entry.line_count
  limit 1;

  -- The entry before is another one of this statement, or the last one that the head knows.
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

  -- Without a year its state is null, which is distinct from 'open' as well.
  perform refuse_entry(format('%s is in no open fiscal year %s', entry.posting_date, entry.fiscal_year_id),
    'journal_entries_fiscal_year')
  from new_entries entry
  left join fiscal_years year
    on year.end_customer_id = entry.end_customer_id and year.fiscal_year_id = entry.fiscal_year_id
  where year.state is distinct from 'open' or entry.posting_date not between year.start_date and year.end_date
  limit 1;

  -- The newest lock is the one in force; without any there is no row, and nothing is locked.
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

  -- The heads move to the last entry of each ledger, and count what it has debited in all.
  update ledger_heads head
  set last_entry_number = last.entry_number, last_entry_hash = last.entry_hash,
    total_debit_minor = head.total_debit_minor + last.added_minor + case
      when head.counted_entry_number = head.last_entry_number then 0
      -- Entries that the trigger of another release did not count.
      else (
        select coalesce(sum(total_minor), 0) from journal_entries missed
        where missed.end_customer_id = head.end_customer_id and missed.entry_number > head.counted_entry_number
          and missed.entry_number <= head.last_entry_number
      )
    end,
    counted_entry_number = last.entry_number
  from (
    select distinct on (end_customer_id) end_customer_id, entry_number, entry_hash,
      sum(total_minor) over (partition by end_customer_id) as added_minor
    from new_entries
    order by end_customer_id, entry_number desc
  ) last
  where head.end_customer_id = last.end_customer_id;
  return null;
end $$;

update ledger_heads head
set counted_entry_number = last_entry_number, total_debit_minor = (
  select coalesce(sum(total_minor), 0) from journal_entries entry where entry.end_customer_id = head.end_customer_id
);

-- Reversals of entries of earlier years, which statements show apart.
create index journal_entries_prior_period on journal_entries (end_customer_id, fiscal_year_id)
  where reversal_of is not null and (source_snapshot #>> '{reversal,prior_fiscal_year_id}') is not null;
