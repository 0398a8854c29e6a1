-- The item of the credit that a payment left has what the payment has. Whoever changes that holds the ledger head. What the
-- credit will be after the reversal of its booking, renew_credit_item names at the same time.
create or replace function keep_payment_credit()
returns trigger language plpgsql as $$
begin
  update open_items set open_amount_minor = -new.credit_minor, base_open_amount_minor = -new.credit_base_minor,
    state = state_of_item(new.credit_minor)
  where end_customer_id = new.end_customer_id and open_item_id = coalesce(old.credit_item_id, old.payment_id);
  return null;
end $$;
