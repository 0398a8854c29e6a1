-- The next entries of some days with a line on one of some accounts, in the order of their dates behind a place, up to the entry
-- `through`: so many at most. An entry may have very many lines of an account. Each account is read in the order of its index
-- (sql.md: lateral in order), and nothing may be sorted instead or read as a bitmap: by another index that begins with the end
-- customer PostgreSQL would read all lines of a small table, and of a large one that it knows as small.
create or replace function entries_on_accounts(
  customer uuid, accounts text[], from_date date, to_date date, through bigint, behind_date date, behind_entry bigint,
  most integer
)
returns table (posting_date date, entry_number bigint)
language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan as $$
  select distinct found.posting_date, found.entry_number
  from unnest(accounts) wanted (account_code)
  cross join lateral (
    select distinct line.posting_date, line.entry_number from journal_lines line
    where line.end_customer_id = customer and line.account_code = wanted.account_code
      and line.posting_date between from_date and to_date and line.entry_number <= through
      and (line.posting_date, line.entry_number) > (behind_date, behind_entry)
    order by line.posting_date, line.entry_number
    limit most
  ) found
  order by found.posting_date, found.entry_number
  limit most
$$;
