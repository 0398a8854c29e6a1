-- The id by which clients know a resource, for sentences that the database writes: a prefix and the uuid in 26 digits of
-- Crockford's base 32, as publicId (ids.ts) writes it. Source: TypeID 0.3.0.
create or replace function public_id(prefix text, id uuid)
returns text
language sql immutable as $$
  select prefix || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from 5 * digit + 1 for 5)::integer + 1, 1), '' order by digit
  )
  from (select b'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) padded
  cross join generate_series(0, 25) digit
$$;
