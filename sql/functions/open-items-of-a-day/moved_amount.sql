-- What was open of an item at the end of a day, added up from what happened to it; in the base currency or in its own. Few
-- items of a list need it, so it is a function of its own, which the plan of the list does not contain.
create or replace function moved_amount(customer uuid, item uuid, day date, is_base boolean)
returns bigint language sql stable as $$
  select sum(case when is_base then moved.base_amount_minor else moved.amount_minor end)::bigint
  from open_item_movements_of(customer, item, day) moved
$$;
