-- Takes the oldest events from a feed, `most` of them, and has the feed say where it begins now. It keeps
-- - the newest event: so the first one that is there says what is missing before it;
-- - what a subscription of webhooks has not got yet, also one that is off, or that has not found this feed;
-- - the whole feed of somebody who moves to another ledger database, whose rows are being copied.
-- The processes may take events away by this alone, and none of the last thirty days, whatever they are told.
create or replace function remove_old_events(customer uuid, older_than timestamptz, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  last_sent bigint;
  removed_through bigint;
  count_of_removed integer;
begin
  if (older_than <= now() - interval '30 days' and most > 0) is not true then
    raise exception 'events of the last 30 days are kept, and some are removed at a time'
      using errcode = 'restrict_violation', constraint = 'events_append_only';
  end if;
  -- A move sets a fence, and makes its triggers then: these wait for this transaction, or it sees the fence.
  lock table events in row exclusive mode;
  if exists (select from fences where end_customer_id = customer) then
    return 0;
  end if;
  -- Whoever has an event sent once more holds its position meanwhile. sql.md: lock, then read
  perform from webhook_positions where end_customer_id = customer order by subscription_id for update;
  if exists (
    select from webhook_subscriptions subscription
    where coalesce(customer = any(end_customer_ids), true) and not exists (
      select from webhook_positions position
      where position.end_customer_id = customer and position.subscription_id = subscription.subscription_id
    )
  ) then
    return 0;
  end if;
  last_sent := (
    select min(least(restart_from - 1, delivered_number)) from webhook_positions where end_customer_id = customer
  );
  with oldest as materialized (
    select event_number, created_at from events where end_customer_id = customer order by event_number limit most
  )
  select max(event_number) into removed_through
  from oldest cross join (select min(event_number) as first_young from oldest where created_at >= older_than) young
  where (event_number < first_young or first_young is null)
    and event_number < (select last_event_number from event_heads where end_customer_id = customer)
    and (event_number <= last_sent or last_sent is null);
  if removed_through is null then
    return 0;
  end if;
  update event_heads set first_kept_number = removed_through + 1 where end_customer_id = customer;
  delete from events where end_customer_id = customer and event_number <= removed_through;
  get diagnostics count_of_removed = row_count;
  return count_of_removed;
end $$;
