-- Trigger of camt053_entries: what a bank calls the payments of new bank entries, so that a payment is found by its name when its
-- money comes back.
create or replace function keep_bank_names() returns trigger language plpgsql as $$
begin
  insert into bank_entry_names (end_customer_id, name, entry_id)
  select end_customer_id, name, entry_id from new_entries cross join lateral bank_names_in(entry) name
  where is_booked
  on conflict do nothing;
  return null;
end $$;
