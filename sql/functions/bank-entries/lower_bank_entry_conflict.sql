-- Trigger of camt053_entries: what is used beyond the amount since before anybody prevented it is less after a reversal, and nothing
-- else takes its place.
create or replace function lower_bank_entry_conflict() returns trigger language plpgsql as $$
begin
  new.conflict_minor := least(old.conflict_minor, greatest(new.used_minor - new.amount_minor, 0));
  return new;
end $$;
