-- Trigger of camt053_entries at the end of a transaction: processes of the release before import bank entries without the day that
-- their file says. Their places in bank statements are written after them.
create or replace function date_bank_entry()
returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update camt053_entries set stated_day = stated_day_of(new.end_customer_id, new.entry_id)
  where end_customer_id = new.end_customer_id and entry_id = new.entry_id and stated_day is null;
  return null;
end $$;
