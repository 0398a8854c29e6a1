-- As in 0023: whoever would wait for a long query gives up, and the release tries again.
set local lock_timeout = '20s';

-- What a blocked fact waits for, with its end customer before each name. A hash of a bank entry is chosen by whoever sends
-- the fact: an index of the names alone would find the facts of every end customer that has named it.
create function names_of_customer(customer uuid, names text[])
returns text[] language sql immutable parallel safe as $$
  select array(select customer || ' ' || name from unnest(names) name)
$$;

-- fact_states_waits_for serves processes of the release before until the next release drops it.
create index fact_states_awaited on fact_states using gin (names_of_customer(end_customer_id, waits_for))
  where state = 'blocked' and waits_for is not null;
