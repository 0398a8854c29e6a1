-- When open items were open, against what happened to them.
create or replace function open_item_span_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  select 'an open item is found on the days on which it was open', open_item_name(kind, open_item_id, payment_id),
    concat_ws(', ', 'used ' || span.used_from, 'closed ' || span.closed_on, span.rest_from, span.rest_minor,
      span.rest_base_minor),
    concat_ws(', ', 'used ' || item.used_from, 'closed ' || item.closed_on, item.rest_from, item.rest_minor,
      item.rest_base_minor)
  from open_items item
  left join spans_of_items(customer, array(
    select distinct open_item_id from open_item_changes where end_customer_id = customer
  )) span using (open_item_id)
  where item.end_customer_id = customer
    and (item.used_from, item.closed_on, item.rest_from, item.rest_minor, item.rest_base_minor) is distinct from
      (span.used_from, span.closed_on, span.rest_from, span.rest_minor, span.rest_base_minor)
$$;
