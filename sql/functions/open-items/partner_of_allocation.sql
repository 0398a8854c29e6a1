-- The partner of the documents that an allocation pays; no row where they are of several. As in set-offs (byPartner in
-- shared/accounting/open-items/partners.ts) they are of one with one number at most, and what has no number has a name of what has it.
create or replace function partner_of_allocation(customer uuid, allocation uuid)
returns table (partner_name text, partner_reference text) language sql stable as $$
  select coalesce(
      min(item.partner_name collate "C") filter (where item.partner_reference is not null), min(item.partner_name collate "C")
    ), max(item.partner_reference)
  from allocation_lines line
  join open_items item on item.end_customer_id = customer and item.open_item_id = line.document_id
  cross join lateral (select partner_name_key(item.partner_name) as name_key) named
  where line.end_customer_id = customer and line.allocation_id = allocation
  having case count(distinct item.partner_reference)
    when 0 then count(distinct name_key) = 1
    when 1 then coalesce(
      array_agg(distinct name_key) filter (where item.partner_reference is null)
        <@ array_agg(distinct name_key) filter (where item.partner_reference is not null),
      true
    )
    else false
  end
$$;
