-- Trigger of payments whose booking is reversed: their next credit may be of another partner and stand on another account, so
-- it is another item. Where the booking left no credit, there is no item yet, and the id stays free.
create or replace function renew_credit_item()
returns trigger language plpgsql as $$
begin
  if exists (
    select from open_items
    where end_customer_id = old.end_customer_id and open_item_id = coalesce(old.credit_item_id, old.payment_id)
  ) then
    new.credit_item_id := gen_random_uuid();
  end if;
  return new;
end $$;
