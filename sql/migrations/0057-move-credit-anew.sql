-- Processes of the release before take credit out of the first item of a payment, also where it was booked anew since.
set local lock_timeout = '20s';

create function move_credit_anew()
returns trigger language plpgsql as $$
begin
  select coalesce(credit_item_id, new.open_item_id) into new.open_item_id
  from (select) once
  left join payments on end_customer_id = new.end_customer_id and payment_id = new.open_item_id;
  return new;
end $$;
create trigger move_credit_anew before insert on open_item_changes
  for each row when (new.purpose not in ('opened', 'reversal')) execute function move_credit_anew();
