-- Trigger of open_item_changes: keeps when the items were open. What only opens an item, such as a document, has no change
-- and pays nothing for it.
create or replace function keep_open_item_spans()
returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select end_customer_id, array_agg(distinct open_item_id order by open_item_id) as items
    from new_changes
    group by end_customer_id
    order by end_customer_id
  loop
    perform from open_items
    where end_customer_id = changed.end_customer_id and open_item_id = any(changed.items)
    order by open_item_id
    for update;
    update open_items item
    set used_from = span.used_from, closed_on = span.closed_on, rest_from = span.rest_from,
      rest_minor = span.rest_minor, rest_base_minor = span.rest_base_minor
    from spans_of_items(changed.end_customer_id, changed.items) span
    where item.end_customer_id = changed.end_customer_id and item.open_item_id = span.open_item_id;
  end loop;
  return null;
end $$;
