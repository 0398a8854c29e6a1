-- Trigger of bank_entry_uses that are not reserved any more: what is posted is given back as it was, or stays with the return of its
-- source, when the money came back. What was given back stays so.
create or replace function keep_posted_use() returns trigger language plpgsql as $$
begin
  if old.state = 'posted' and new.state = 'released'
    and (new.used_by, new.source_id, new.journal_entry_id, new.line_number)
      is not distinct from (old.used_by, old.source_id, old.journal_entry_id, old.line_number)
  then
    return new;
  end if;
  if old.state = 'posted' and new.state = 'posted' and new.used_by = 'return'
    and (new.journal_entry_id, new.line_number) = (old.journal_entry_id, old.line_number)
    and exists (
      select from bank_returns back
      where back.end_customer_id = new.end_customer_id and back.return_id = new.source_id and back.subject_id = old.source_id
    )
  then
    return new;
  end if;
  perform refuse_entry('what has booked a bank entry stays as it is', 'bank_entry_uses_stay');
  return null;
end $$;
