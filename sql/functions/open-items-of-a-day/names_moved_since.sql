-- The partners of open items of some kinds that entries behind `since` have opened or changed, with the names of these
-- items. Such entries may have changed the name under which a list knows a partner, and so its place.
create or replace function names_moved_since(customer uuid, accounts text[], kinds text[], since bigint)
returns table (partner text, is_name boolean, partner_name text)
language sql stable
set jit = off
as $$
  select distinct coalesce(partner_reference, partner_name_key(item.partner_name)), partner_reference is null,
    item.partner_name
  from (
    select open_item_id from open_items where end_customer_id = customer and entry_number > since
    union
    select open_item_id from open_item_changes where end_customer_id = customer and entry_number > since
  ) moved
  -- sql.md: lateral limit 1
  cross join lateral (
    select partner_reference, partner_name from open_items
    where end_customer_id = customer and open_items.open_item_id = moved.open_item_id
      and account_code = any(accounts) and kind = any(kinds)
    limit 1
  ) item
$$;
