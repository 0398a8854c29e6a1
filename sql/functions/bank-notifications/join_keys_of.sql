-- What joins a notification to its booking, as joinKeysOf in TypeScript tells it.
-- The index camt054_entries_joinable keeps what it gives: whoever changes the body makes the index anew, in a migration that has the new body too.
create or replace function join_keys_of(told jsonb) returns text[] language sql immutable parallel safe as $$
  select array(
    select 'servicer ' || (told ->> 'servicer') where told ->> 'servicer' is not null
    union
    select name || ' ' || (batch ->> field)
    from jsonb_array_elements(told -> 'batches') batch
    cross join (values ('message', 'msg_id'), ('payments', 'pmt_inf_id')) kinds (name, field)
    where batch ->> field is not null
  )
$$;
