-- For processes of the release before; the next release removes it.
-- The open items of some kinds on a day, each with the place of its partner in the list, and all that the list shows of it
-- from the one reading. The documents of a partner with a reference may name it differently; the first of these names
-- stands for all.
create or replace function list_of_open_items(customer uuid, accounts text[], kinds text[], day date)
returns table (
  partner_place bigint, known_as text, open_item_id uuid, kind text, payment_id uuid, account_code text,
  entry_number bigint, partner_reference text, document_number text, document_date date, due_date date, due_on date,
  payment_reference text, is_opening boolean, currency text, amount_minor bigint, base_amount_minor bigint,
  open_minor bigint, base_open_minor bigint
) language sql stable as $$
  with open as materialized (
    -- By the reference or, without one, by the name: partner_key of each item would cost more.
    select coalesce(item.partner_reference, partner_name) as partner, item.partner_reference is null as is_name,
      item.open_item_id, item.kind, item.payment_id, item.account_code, item.entry_number, partner_name,
      item.partner_reference, item.document_number, item.document_date, item.due_date, item.due_on,
      item.payment_reference, item.is_opening, item.currency, item.amount_minor, item.base_amount_minor, item.open_minor,
      item.base_open_minor
    from items_open_on(customer, accounts, day) item
    where item.kind = any(kinds)
  ), placed as materialized (
    select partner, is_name, known_as, dense_rank() over (
      order by partner_order(known_as), is_name, name_key collate "C"
    ) as place
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
  select place, placed.known_as, open_item_id, kind, payment_id, account_code, entry_number, partner_reference,
    document_number, document_date, due_date, due_on, payment_reference, is_opening, currency, amount_minor,
    base_amount_minor, open_minor, base_open_minor
  from open join placed using (partner, is_name)
$$;
