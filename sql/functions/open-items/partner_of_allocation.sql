-- The partner of the documents that an allocation pays; no row where they are of several.
create or replace function partner_of_allocation(customer uuid, allocation uuid)
returns table (partner_name text, partner_reference text) language sql stable as $$
  select min(item.partner_name collate "C"), max(item.partner_reference)
  from allocation_lines line
  join open_items item on item.end_customer_id = customer and item.open_item_id = line.document_id
  where line.end_customer_id = customer and line.allocation_id = allocation
  having count(distinct partner_key(item.partner_reference, item.partner_name)) = 1
$$;
