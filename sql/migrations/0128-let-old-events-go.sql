set local lock_timeout = '20s';

-- A feed may lose its oldest events, where the operator sets a retention. Null where it has all of them, which costs no byte.
alter table event_heads add column first_kept_number bigint;

-- Events still never change. One goes when its feed has said that it begins behind it.
create function refuse_kept_events() returns trigger language plpgsql as $$
begin
  if exists (
    select from removed left join event_heads head using (end_customer_id)
    where event_number >= coalesce(first_kept_number, 1)
  ) then
    raise exception 'DELETE on events is refused: its feed still has them'
      using errcode = 'restrict_violation', constraint = 'events_append_only';
  end if;
  return null;
end $$;
drop trigger events_append_only on events;
create trigger events_append_only before update or truncate on events
  for each statement execute function refuse_change();
create trigger events_kept after delete on events referencing old table as removed
  for each statement execute function refuse_kept_events();
