-- The last entry that one query folds of a ledger whose totals stand at the entry `after`: about 10,000 lines are folded at
-- once, shared by the `ledgers` of the query, and one entry of each at least. A query with all that is behind would keep a core
-- from others for as long as the backlog is large, and at some size end at the statement timeout for ever.
create or replace function fold_through(customer uuid, after bigint, last_entry bigint, ledgers bigint)
returns bigint language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  lines constant bigint := 10000 / ledgers;
begin
  -- An entry has 1,000 lines at most.
  if (last_entry - after) * 1000 <= lines then
    return last_entry;
  end if;
  return coalesce(
    (
      select entry_number from journal_lines
      where end_customer_id = customer and entry_number > after and entry_number <= last_entry
      order by entry_number, line_number
      offset lines limit 1
    ),
    last_entry
  );
end $$;
