-- Where an end customer arrives that lives here by what home says: it is worked from now on, and written where it has left before.
create or replace function open_arrived(arrived_move_id uuid, taken bigint)
returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update fences set state = 'open', epoch = taken
  where move_id = arrived_move_id and side = 'arriving' and state = 'closed' and epoch <= taken;
  if not found then
    return false;
  end if;
  delete from departed_customers departed using fences arrived
  where arrived.move_id = arrived_move_id and departed.end_customer_id = arrived.end_customer_id;
  return true;
end $$;
