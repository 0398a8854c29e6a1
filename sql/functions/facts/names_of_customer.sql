-- What a blocked fact waits for, with its end customer before each name. A hash of a bank entry is chosen by whoever sends
-- the fact: an index of the names alone would find the facts of every end customer that has named it.
create or replace function names_of_customer(customer uuid, names text[])
returns text[] language sql immutable parallel safe as $$
  select array(select customer || ' ' || name from unnest(names) name)
$$;
