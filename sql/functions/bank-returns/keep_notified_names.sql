-- Trigger of camt054_entries: the details of a notification name the payments of the bank entry that they complete.
create or replace function keep_notified_names() returns trigger language plpgsql as $$
begin
  insert into bank_entry_names (end_customer_id, name, entry_id)
  select new.end_customer_id, name, new.entry_id from bank_names_in(new.entry) name
  on conflict do nothing;
  return null;
end $$;
