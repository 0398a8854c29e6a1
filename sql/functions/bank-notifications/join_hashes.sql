-- The same as numbers for an index, with their end customer and day: a key may be long, and whoever sends a file chooses it. Two may have one number
-- by chance, so what is found by it is compared.
-- The index camt054_entries_joinable keeps what it gives: whoever changes the body makes the index anew, in a migration that has the new body too.
create or replace function join_hashes(customer uuid, on_day date, keys text[])
returns bigint[] language sql immutable parallel safe as $$
  select array(
    select hashtextextended(customer || ' ' || (on_day - date '2000-01-01') || ' ' || key, 0) from unnest(keys) key
  )
$$;
