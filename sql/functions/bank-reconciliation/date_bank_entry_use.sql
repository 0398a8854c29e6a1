-- Trigger of bank_entry_uses, behind place_bank_entry_use, which the release before replaces by its own: that one knows booking
-- dates only.
create or replace function date_bank_entry_use() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  new.booking_date := (
    select coalesce(entry.booking_date, entry.stated_day) from camt053_entries entry
    where entry.end_customer_id = new.end_customer_id and entry.entry_id = new.entry_id and is_booked
  );
  return new;
end $$;
