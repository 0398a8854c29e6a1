-- For processes of the release before; the next release removes it.
-- The open items of some kinds on a day, each as one text with all that a list shows of it, and what puts
-- them in order: the place of the partner in the list, the day from which they age, and the item. The documents of a partner
-- with a reference may name it differently; the first of these names stands for all. What an item has is written where it is
-- read, and what it has of its partner once for all items of it: each column is copied on each of the four steps to the list.
create or replace function lines_of_open_items(customer uuid, accounts text[], kinds text[], day date)
returns table (partner_place bigint, due_on date, open_item_id uuid, line text) language sql stable as $$
  with open as materialized (
    -- By the reference or, without one, by the name: partner_key of each item would cost more.
    select coalesce(item.partner_reference, partner_name) as partner, item.partner_reference is null as is_name,
      partner_name, item.due_on, item.open_item_id, concat_ws(' ',
        item.open_item_id, item.kind, coalesce(item.payment_id::text, '-'), item.document_date,
        coalesce(item.due_date::text, '-'), item.is_opening, item.currency, item.amount_minor, item.base_amount_minor,
        item.open_minor, item.base_open_minor, item.entry_number, octet_length(item.account_code),
        coalesce(octet_length(item.document_number), 0), coalesce(octet_length(item.payment_reference), 0),
        concat(item.account_code, item.document_number, item.payment_reference)
      ) as of_item
    from items_open_on(customer, accounts, day) item
    where item.kind = any(kinds)
  ), placed as materialized (
    select partner, is_name, dense_rank() over (
      order by partner_order(known_as), is_name, name_key collate "C"
    ) as place, concat_ws(' ', octet_length(known_as), case when is_name then 0 else octet_length(partner) end,
      concat(known_as, case when not is_name then partner end)
    ) as of_partner
    from (
      -- Names are compared once for all of their items.
      select partner, is_name, name_key, min(known_as) over (partition by is_name, name_key) as known_as
      from (
        select partner, is_name, min(partner_name collate "C") as known_as,
          case when is_name then partner_name_key(partner) else partner end as name_key
        from open group by partner, is_name
      ) written
    ) known
  )
  select place, open.due_on, open.open_item_id, of_partner || of_item
  from open join placed using (partner, is_name)
$$;
