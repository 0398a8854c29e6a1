-- Trigger of the tables of an end customer that moves to another ledger database, while it moves (shared/store/moving). Who writes
-- holds its fence until the end of the transaction, so a fence that is closed has seen all of them end, and nobody writes behind it.
-- Without a fence there is a trigger of somebody who has woken up after the move: nothing is decided by that.
-- SQLSTATE HB001 is no class of PostgreSQL: nothing is wrong with the rows, and the same may be written a moment later.
-- Its arguments are the name of the table and the columns of its key (readKeys), where rows are copied before they are all written: keys
-- of what is written then are kept. No key ever changes.
create or replace function hold_fence()
returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  customer constant uuid := case tg_op when 'INSERT' then new.end_customer_id else old.end_customer_id end;
  written jsonb;
  found_move_id uuid;
  found_state text;
begin
  select fence.move_id, fence.state into found_move_id, found_state
  from fences fence where fence.end_customer_id = customer for share;
  if found_state <> 'open' then
    raise exception 'the end customer is not written here: it moves to another ledger database'
      using errcode = 'HB001', detail = customer::text, hint = found_state;
  end if;
  if tg_nargs > 0 and found_move_id is not null then
    written := case tg_op when 'INSERT' then to_jsonb(new) else to_jsonb(old) end;
    insert into written_keys (move_id, table_name, row_key)
    select found_move_id, tg_argv[0], jsonb_object_agg(name, written -> name) from unnest(tg_argv[1:]) name;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
