-- Trigger of bank_entry_dismissals: the amount is written once, when the dismissal ends, and an end is final.
create or replace function keep_ended_dismissal() returns trigger language plpgsql as $$
begin
  perform refuse_entry('what a dismissal had taken stays as it is', 'bank_entry_dismissals_stay');
  return null;
end $$;
