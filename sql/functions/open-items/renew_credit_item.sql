-- Trigger of payments whose booking is reversed: their next credit may be of another partner and stand on another account, so
-- it is another item.
create or replace function renew_credit_item()
returns trigger language plpgsql as $$
begin
  new.credit_item_id := gen_random_uuid();
  return new;
end $$;
