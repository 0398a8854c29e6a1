-- A dismissal may take the rest of a bank entry that something uses in part.
set local lock_timeout = '20s';
-- Trigger of camt053_entries: a dismissal takes what is left of a bank entry, so nothing uses more of it while the dismissal
-- stands, whichever release tries. When a use is given back, more is left than somebody has dismissed: the dismissal is
-- taken back with it.
create function keep_dismissed_rest() returns trigger language plpgsql as $$
begin
  if new.used_minor > old.used_minor then
    perform refuse_entry('what is left of a dismissed bank entry is not used', 'camt053_entries_dismissed');
  end if;
  update bank_entry_dismissals
  set undone_at = now(), undone_reason = 'What had used the bank entry was taken back.'
  where end_customer_id = new.end_customer_id and dismissal_id = old.dismissed_by and undone_at is null;
  new.dismissed_by := null;
  return new;
end $$;

create trigger dismissed_rest_kept before update of used_minor on camt053_entries
  for each row when (old.dismissed_by is not null and new.dismissed_by is not null and new.used_minor <> old.used_minor)
  execute function keep_dismissed_rest();

alter table camt053_entries drop constraint camt053_entries_dismissed,
  -- What is used as a whole has no rest. NOT VALID spares the reading of all rows: the constraint of before was stricter.
  add constraint camt053_entries_dismissed check (dismissed_by is null or used_minor = 0 or used_minor < amount_minor) not valid;
