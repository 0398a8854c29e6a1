-- At home. The one who moved an end customer has gone away: the next one has a higher epoch, and what is closed is to be opened again.
-- No row where somebody moves it now, or it is over.
create or replace function take_over_left_move(left_move_id uuid)
returns table (taken bigint, found_state text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7283006, hashtext(left_move_id::text)) then
    return;
  end if;
  return query
  update moves left_one
  set epoch = left_one.epoch + 1,
    state = case when left_one.state in ('closing', 'closed') then 'fenced' else left_one.state end
  where left_one.move_id = left_move_id and left_one.state not in ('cleaned', 'taken_back')
  returning left_one.epoch, left_one.state;
end $$;
