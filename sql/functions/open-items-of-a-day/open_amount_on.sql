-- What was open of an item at the end of a day, for nearly every item: it is as it was opened, or as it was last. Null between
-- two uses of it: then only its changes tell.
create or replace function open_amount_on(day date, used_from date, opened bigint, rest_from date, rest bigint)
returns bigint language sql immutable parallel safe as $$
  select case when used_from <= day is not true then opened when rest_from <= day then rest end
$$;
