-- Trigger of the tables of an end customer that moves to another ledger database, while it moves (shared/store/moving). Who writes
-- holds its fence until the end of the transaction, so a fence that is closed has seen all of them end, and nobody writes behind it.
-- Without a fence there is a trigger of somebody who has woken up after the move: nothing is decided by that.
-- SQLSTATE HB001 is no class of PostgreSQL: nothing is wrong with the rows, and the same may be written a moment later.
create or replace function hold_fence()
returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  customer constant uuid := case tg_op when 'INSERT' then new.end_customer_id else old.end_customer_id end;
  found_state constant text := (select fence.state from fences fence where fence.end_customer_id = customer for share);
begin
  if found_state <> 'open' then
    raise exception 'the end customer is not written here: it moves to another ledger database'
      using errcode = 'HB001', detail = customer::text, hint = found_state;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
