-- Trigger of camt053_entries: a dismissal takes what is left of a bank entry, so nothing uses more of it while the dismissal
-- stands, whichever release tries. When a use is given back, more is left than somebody has dismissed: the dismissal is
-- taken back with it.
create or replace function keep_dismissed_rest() returns trigger language plpgsql as $$
begin
  if new.used_minor > old.used_minor then
    perform refuse_entry('what is left of a dismissed bank entry is not used', 'camt053_entries_dismissed');
  end if;
  update bank_entry_dismissals
  set undone_at = now(), undone_reason = 'What had used the bank entry was taken back.',
    amount_minor = old.amount_minor - old.used_minor
  where end_customer_id = new.end_customer_id and dismissal_id = old.dismissed_by and undone_at is null;
  new.dismissed_by := null;
  return new;
end $$;
