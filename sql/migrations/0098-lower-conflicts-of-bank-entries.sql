-- A bank entry that was booked twice before anybody prevented it kept room for the second booking after its reversal.
set local lock_timeout = '20s';
-- Trigger of camt053_entries: what is used beyond the amount since before anybody prevented it is less after a reversal, and nothing
-- else takes its place.
create or replace function lower_bank_entry_conflict() returns trigger language plpgsql as $$
begin
  new.conflict_minor := least(old.conflict_minor, greatest(new.used_minor - new.amount_minor, 0));
  return new;
end $$;
create trigger bank_entry_conflicts_lowered before update of used_minor on camt053_entries
  for each row when (old.conflict_minor > 0 and new.used_minor < old.used_minor)
  execute function lower_bank_entry_conflict();
alter table camt053_entries
  -- What its uses have taken of it: allocations, settlements, vouchers, links and returns.
  alter column used_minor set default 0,
  -- What is used beyond the amount since before anybody prevented it, as far as nothing of that is reversed; 0 for all others.
  alter column conflict_minor set default 0;
update camt053_entries set conflict_minor = greatest(used_minor - amount_minor, 0)
where conflict_minor > 0 and used_minor < amount_minor + conflict_minor;
