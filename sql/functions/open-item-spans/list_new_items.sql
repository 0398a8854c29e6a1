-- Trigger of open_items: keeps what lists of a day read of new items, and the groups that these are in. Nobody waits for a
-- group: whoever opens items of an end customer holds the head of its ledger.
create or replace function list_new_items()
returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  with item as materialized (
    select end_customer_id, open_item_id, kind, account_code, currency, partner_reference, partner_name, amount_minor,
      base_amount_minor, posting_date, coalesce(due_date, document_date) as due_on,
      open_item_group(kind, account_code, currency, partner_reference, partner_name) as group_id
    from new_items
  ), grouped as (
    insert into open_item_groups (
      end_customer_id, group_id, kind, account_code, currency, partner_reference, partner_name
    )
    select end_customer_id, group_id, kind, account_code, currency, partner_reference, partner_name
    from item
    where not exists (
      select from open_item_groups known
      where known.end_customer_id = item.end_customer_id and known.group_id = item.group_id
    )
    order by end_customer_id, group_id
    on conflict do nothing
  )
  insert into open_item_spans (
    end_customer_id, open_item_id, group_id, amount_minor, base_amount_minor, first_day, due_on
  )
  select end_customer_id, open_item_id, group_id, amount_minor, base_amount_minor, posting_date, due_on
  from item;
  return null;
end $$;
