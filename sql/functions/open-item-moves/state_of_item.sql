-- The state of an open item by what is open of it: the amount decides, whatever a revaluation has left of its book value. Whoever
-- changes an amount asks here.
create or replace function state_of_item(open_minor bigint) returns text language sql immutable as $$
  select case when open_minor = 0 then 'settled' else 'open' end
$$;
