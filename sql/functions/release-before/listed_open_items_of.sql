-- For processes of the release before; the next release removes it.
-- The open items of some kinds on a day in the order of their list, each as the bytes of all that a list shows of it, in
-- hexadecimal digits (listed-lines.ts). The documents of a partner with a reference may name it differently; the first of these
-- names stands for all. What an item has is written where it is read, and what it has of its partner once for all items of it:
-- each column is copied on each of the steps to the list. Several small numbers are one integer, and amounts that are one
-- amount are written once: each value costs PostgreSQL about as much as any other, and as text twice as much.
create or replace function listed_open_items_of(customer uuid, accounts text[], kinds text[], day date)
returns table (line text) language sql stable as $$
  with open as materialized (
    -- By the reference or, without one, by the name: partner_key of each item would cost more.
    select coalesce(item.partner_reference, partner_name) as partner, item.partner_reference is null as is_name,
      partner_name, item.due_on, item.open_item_id,
      int8send(
        coalesce(item.due_date - date '0001-01-01' + 1, 0)
        | ((item.document_date - date '0001-01-01')::bigint << 32)
        | (octet_length(item.kind)::bigint << 54)
        | case when item.is_opening then 1::bigint << 60 else 0 end
        | case when item.payment_id is null then 0 else 1::bigint << 61 end
        | case when are_one then 1::bigint << 62 else 0 end
      ) || int8send(
        coalesce(octet_length(item.payment_reference), 0)
        | (coalesce(octet_length(item.document_number), 0)::bigint << 24)
        | (octet_length(item.account_code)::bigint << 48)
      ) || int8send(item.entry_number) || case when are_one then int8send(item.amount_minor)
        else int8send(item.amount_minor) || int8send(item.base_amount_minor) || int8send(item.open_minor)
          || int8send(item.base_open_minor)
      end || case when item.payment_id is null then uuid_send(item.open_item_id)
        else uuid_send(item.open_item_id) || uuid_send(item.payment_id)
      end || textsend(concat(
        item.currency, item.kind, item.account_code, item.document_number, item.payment_reference
      )) as of_item
    from items_open_on(customer, accounts, day) item
    cross join lateral (
      select item.base_amount_minor = item.amount_minor and item.open_minor = item.amount_minor
        and item.base_open_minor = item.amount_minor as are_one
    ) amounts
    where item.kind = any(kinds)
  ), placed as materialized (
    select partner, is_name, dense_rank() over (
      order by partner_order(known_as), is_name, name_key collate "C"
    ) as place, int8send(
      (octet_length(known_as)::bigint << 32) | case when is_name then 0 else octet_length(partner) end
    ) || textsend(concat(known_as, case when not is_name then partner end)) as of_partner
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
  select encode(of_partner || of_item, 'hex')
  from (
    select of_partner, of_item
    from open join placed using (partner, is_name)
    order by place, open.due_on, open.open_item_id
    offset 0
  ) listed
$$;
