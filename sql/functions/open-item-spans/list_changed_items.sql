-- Trigger of open_item_changes: brings what lists of a day read of the items up to date. Its name comes behind that of
-- keep_spans, which has written the spans to the items, and has locked these.
create or replace function list_changed_items()
returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed record;
begin
  for changed in
    select end_customer_id, array_agg(distinct open_item_id order by open_item_id) as items
    from new_changes
    group by end_customer_id
    order by end_customer_id
  loop
    update open_item_spans listed
    set used_from = item.used_from, closed_on = item.closed_on, rest_from = item.rest_from,
      rest_minor = item.rest_minor, rest_base_minor = item.rest_base_minor,
      first_day = least(item.posting_date, item.used_from),
      span_day = span_day(least(item.posting_date, item.used_from), item.closed_on)
    from open_items item
    where item.end_customer_id = changed.end_customer_id and item.open_item_id = any(changed.items)
      and listed.end_customer_id = changed.end_customer_id and listed.open_item_id = any(changed.items)
      and listed.open_item_id = item.open_item_id;
  end loop;
  return null;
end $$;
