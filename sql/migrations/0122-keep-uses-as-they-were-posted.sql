-- What has booked a bank entry stays what it is, and so does what a dismissal had taken when it ended: processes may write the columns,
-- because triggers do with their rights.
set local lock_timeout = '20s';

create function keep_posted_use() returns trigger language plpgsql as $$
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

create function keep_ended_dismissal() returns trigger language plpgsql as $$
begin
  perform refuse_entry('what a dismissal had taken stays as it is', 'bank_entry_dismissals_stay');
  return null;
end $$;

create trigger bank_entry_uses_stay
  before update of state, used_by, source_id, journal_entry_id, line_number on bank_entry_uses
  for each row when (
    old.state <> 'reserved' and (new.state, new.used_by, new.source_id, new.journal_entry_id, new.line_number)
      is distinct from (old.state, old.used_by, old.source_id, old.journal_entry_id, old.line_number)
  ) execute function keep_posted_use();

create trigger bank_entry_dismissals_stay
  before update of undone_at, amount_minor on bank_entry_dismissals
  for each row when (
    new.amount_minor is distinct from old.amount_minor and (old.undone_at is not null or new.undone_at is null)
    or old.undone_at is not null and new.undone_at is distinct from old.undone_at
  ) execute function keep_ended_dismissal();
