-- Trigger of open_items: credit of which nothing is open is settled. keep_payment_credit of the release before leaves it open where a
-- revaluation has left something of its book value.
create or replace function settle_empty_credit() returns trigger language plpgsql as $$
begin
  new.state := state_of_item(new.open_amount_minor);
  return new;
end $$;
