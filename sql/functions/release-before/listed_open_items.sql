-- For processes of the release before; the next release removes it.
-- The open items of some accounts on a day, each with the place of its partner in the list. The documents of a partner
-- with a reference may name it differently; the first of these names stands for all.
create or replace function listed_open_items(customer uuid, accounts text[], day date)
returns table (
  partner_place bigint, known_as text, reference text, open_item_id uuid, kind text, account_code text, currency text,
  due_on date, amount_minor bigint, base_amount_minor bigint
) language sql stable as $$
  with items as materialized (
    select partner_key(partner_reference, partner_name) as partner, item.open_item_id, item.kind, item.account_code,
      item.currency, partner_name, partner_reference, item.due_on, item.amount_minor, item.base_amount_minor
    from open_items_on(customer, accounts, day) item
  ), partners as materialized (
    select partner, min(partner_name collate "C") as known_as, max(partner_reference collate "C") as reference
    from items
    group by partner
  ), placed as materialized (
    select partner, known_as, partners.reference, row_number() over (
      order by partner_order(known_as), partner collate "C"
    ) as place
    from partners
  )
  select placed.place, placed.known_as, placed.reference, items.open_item_id, items.kind, items.account_code,
    items.currency, items.due_on, items.amount_minor, items.base_amount_minor
  from items join placed using (partner)
$$;
