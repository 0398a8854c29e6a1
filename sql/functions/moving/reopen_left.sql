-- Where an end customer leaves that has not moved yet: it is written again. An older epoch than the given one alone is overtaken.
create or replace function reopen_left(left_move_id uuid, taken bigint)
returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update fences set state = 'open', epoch = taken
  where move_id = left_move_id and side = 'leaving' and state = 'closed' and epoch < taken;
  return found;
end $$;
