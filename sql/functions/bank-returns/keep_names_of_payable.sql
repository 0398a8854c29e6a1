-- Trigger of supplier_settlements: a debit may be named by what it pays, whatever the bank says: the reference of the payable
-- and its payments that were ordered.
create or replace function keep_names_of_payable() returns trigger language plpgsql as $$
begin
  insert into bank_entry_names (end_customer_id, name, entry_id)
  select distinct new.end_customer_id, left(upper(regexp_replace(written, '[[:space:]]', '', 'g')), 100), new.evidence_entry_id
  from (
    select payment_reference as written from open_items
    where end_customer_id = new.end_customer_id and open_item_id = new.supplier_payable_id
    union all
    select end_to_end_id from payment_order_lines
    where end_customer_id = new.end_customer_id and supplier_payable_id = new.supplier_payable_id
  ) told
  where written ~ '[[:alnum:]]'
  on conflict do nothing;
  return null;
end $$;
