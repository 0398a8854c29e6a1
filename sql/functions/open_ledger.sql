-- Trigger of end_customers: every new end customer gets the head of its ledger, in the statement that makes it.
create or replace function open_ledger() returns trigger language plpgsql as $$
begin
  insert into ledger_heads (end_customer_id) select end_customer_id from new_rows order by end_customer_id;
  return null;
end $$;
