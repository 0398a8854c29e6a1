-- What happened to an open item up to the end of a day, its opening first.
create or replace function open_item_movements_of(customer uuid, item uuid, day date)
returns table (posting_date date, amount_minor bigint, base_amount_minor bigint) language sql stable as $$
  select opened.posting_date, opened.amount_minor, opened.base_amount_minor
  from open_items opened
  where opened.end_customer_id = customer and opened.open_item_id = item and opened.posting_date <= day
  union all
  select change.posting_date, change.amount_minor, change.base_amount_minor
  from open_item_changes change
  where change.end_customer_id = customer and change.open_item_id = item and change.posting_date <= day
$$;
