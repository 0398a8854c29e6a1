-- Trigger of changes by which processes of the release before use credit: they name its first item, also where the payment was
-- booked anew since. Nothing else moves a credit whose booking is reversed, apart from that reversal.
create or replace function move_credit_anew()
returns trigger language plpgsql as $$
begin
  select coalesce(credit_item_id, new.open_item_id) into new.open_item_id
  from (select) once
  left join payments on end_customer_id = new.end_customer_id and payment_id = new.open_item_id;
  return new;
end $$;
