-- For processes of the release before; the next release removes it.
-- A page whose cursor is an item of the list or a payment: behind the last credit of a payment that has several.
create or replace function page_of_open_items(
  customer uuid, accounts text[], kinds text[], day date, bounds integer[], after uuid, items_wanted integer,
  partners_wanted integer
)
returns table (has_cursor boolean, item_count bigint, partner_count bigint, totals json, partners json, items json)
language sql stable as $$
  select cursor_items > 0, item_count, partner_count, totals, partners, items
  from open_items_behind(customer, accounts, kinds, day, bounds, after, null, null, items_wanted, partners_wanted)
$$;
