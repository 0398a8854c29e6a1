-- The partners of the open items of some kinds that entries behind `since` have opened or changed on the day or before, with
-- the names of these items. Such entries may have changed the name by which a list of the day knows a partner. They are
-- looked up one by one: where `since` is a parameter, PostgreSQL expects a third of all items behind it.
create or replace function names_moved_since(customer uuid, accounts text[], kinds text[], day date, since bigint)
returns table (partner text, is_name boolean, partner_name text)
language sql stable
set jit = off
as $$
  with entry as materialized (
    select generate_series(least(since, last_entry_number) + 1, last_entry_number) as entry_number
    from ledger_heads where end_customer_id = customer
  )
  select coalesce(partner_reference, partner_name_key(name.partner_name)), partner_reference is null, name.partner_name
  from (
    select partner_reference, opened.partner_name
    from entry
    -- sql.md: lateral in order
    cross join lateral (
      select partner_reference, item.partner_name, account_code, kind, posting_date from open_items item
      where end_customer_id = customer and item.entry_number = entry.entry_number
      order by line_number
    ) opened
    where posting_date <= day and account_code = any(accounts) and kind = any(kinds)
    union
    select partner_reference, item.partner_name
    from (
      select distinct open_item_id
      from entry
      -- sql.md: lateral in order
      cross join lateral (
        select open_item_id, posting_date from open_item_changes change
        where end_customer_id = customer and change.entry_number = entry.entry_number
        order by line_number
      ) changed
      where posting_date <= day
    ) changed
    -- sql.md: lateral limit 1
    cross join lateral (
      select partner_reference, open_items.partner_name, account_code, kind from open_items
      where end_customer_id = customer and open_items.open_item_id = changed.open_item_id
      limit 1
    ) item
    where account_code = any(accounts) and kind = any(kinds)
  ) name
$$;
