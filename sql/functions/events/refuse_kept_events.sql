-- Trigger of the events of feeds: one goes when its feed has said that it begins behind it (remove_old_events), and not before.
create or replace function refuse_kept_events() returns trigger language plpgsql as $$
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
