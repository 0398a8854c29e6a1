-- Where an end customer arrives that lives here by what home says: it is worked from now on. Only its fence changes.
create or replace function open_arrived(arrived_move_id uuid, taken bigint)
returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update fences set state = 'open', epoch = taken
  where move_id = arrived_move_id and side = 'arriving' and state = 'closed' and epoch <= taken;
  return found;
end $$;
