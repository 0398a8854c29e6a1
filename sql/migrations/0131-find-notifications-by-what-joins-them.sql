-- A day may have very many notifications without a booking: what an import brings is looked up among them by what they have in common.
set local lock_timeout = '20s';

-- What joins a notification to its booking, as joinKeysOf in TypeScript tells it.
create function join_keys_of(told jsonb) returns text[] language sql immutable parallel safe as $$
  select array(
    select 'servicer ' || (told ->> 'servicer') where told ->> 'servicer' is not null
    union
    select name || ' ' || (batch ->> field)
    from jsonb_array_elements(told -> 'batches') batch
    cross join (values ('message', 'msg_id'), ('payments', 'pmt_inf_id')) kinds (name, field)
    where batch ->> field is not null
  )
$$;

-- The same as numbers for an index, with their end customer and day: a key may be long, and whoever sends a file chooses it. Two may have one number
-- by chance, so what is found by it is compared.
create function join_hashes(customer uuid, on_day date, keys text[])
returns bigint[] language sql immutable parallel safe as $$
  select array(
    select hashtextextended(customer || ' ' || (on_day - date '2000-01-01') || ' ' || key, 0) from unnest(keys) key
  )
$$;

-- Without a list of what is new: whoever reads would read all of it.
create index camt054_entries_joinable on camt054_entries
  using gin (join_hashes(end_customer_id, day, join_keys_of(join_references))) with (fastupdate = off)
  where state <> 'joined';
