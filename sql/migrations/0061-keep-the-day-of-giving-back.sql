-- Until which day a use of a bank entry stood that a reversal gave back, and the dismissal of a rest that ended with it, so
-- that the bank reconciliation of an earlier day counts both. Processes of the release before do not know these columns: a
-- trigger fills them.
set local lock_timeout = '20s';
-- The posting date of the reversal. Null for a link that somebody took back: it was never right.
alter table bank_entry_uses add column given_back_on date;
alter table bank_entry_dismissals
  -- Of a dismissal that ended with a use: the day of that use, and how much the dismissal had taken.
  add column given_back_on date,
  add column amount_minor bigint;

-- Trigger of bank_entry_uses at the end of a transaction: the reversal is written after it has given the uses back.
create function place_giving_back() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  reversed_on date := (
    select posting_date from journal_entries
    where end_customer_id = new.end_customer_id and reversal_of = new.journal_entry_id
  );
begin
  update bank_entry_uses set given_back_on = reversed_on
  where end_customer_id = new.end_customer_id and bank_entry_use_id = new.bank_entry_use_id;
  update bank_entry_dismissals set given_back_on = least(given_back_on, reversed_on)
  where end_customer_id = new.end_customer_id and entry_id = new.entry_id and undone_at = new.released_at
    and undone_by is null;
  return null;
end $$;

create constraint trigger bank_entry_uses_given_back after update of state on bank_entry_uses
  deferrable initially deferred for each row
  when (old.state = 'posted' and new.state = 'released' and new.released_by is null)
  execute function place_giving_back();

update bank_entry_uses used set given_back_on = reversal.posting_date
from journal_entries reversal
where reversal.end_customer_id = used.end_customer_id and reversal.reversal_of = used.journal_entry_id
  and used.state = 'released' and used.released_by is null;

-- What was given back before uses knew their places.
update bank_entry_uses used
set bank_account = entry.account, currency = entry.currency, booking_date = entry.booking_date
from camt053_entries entry
where entry.end_customer_id = used.end_customer_id and entry.entry_id = used.entry_id and is_booked
  and used.given_back_on is not null and used.bank_account is null;

update bank_entry_uses used
set account_code = line.account_code, line_currency = line.transaction_currency, posting_date = line.posting_date,
  entry_number = line.entry_number, is_whole_line = used.amount_minor = case
    when posted.currency = used.currency then line.debit_minor + line.credit_minor
    when line.transaction_currency = used.currency then line.transaction_minor
  end
from journal_entries posted
join journal_lines line using (end_customer_id, entry_number)
where posted.end_customer_id = used.end_customer_id and posted.journal_entry_id = used.journal_entry_id
  and line.line_number = used.line_number and used.given_back_on is not null and used.account_code is null;

update bank_entry_dismissals dismissal
set given_back_on = ended.back_on, amount_minor = ended.amount_minor
from (
  select ended.end_customer_id, dismissal_id, entry_id, back_on, entry.amount_minor - given.used_minor as amount_minor
  from bank_entry_dismissals ended
  join camt053_entries entry using (end_customer_id, entry_id)
  cross join lateral (
    select min(used.given_back_on) filter (where used.released_at = ended.undone_at) as back_on,
      sum(used.amount_minor) filter (where used.state <> 'released' or used.released_at >= ended.undone_at) as used_minor
    from bank_entry_uses used
    where used.end_customer_id = ended.end_customer_id and used.entry_id = ended.entry_id
      and used.created_at < ended.undone_at
  ) given
  where ended.undone_at is not null and ended.undone_by is null and back_on is not null
) ended
where dismissal.end_customer_id = ended.end_customer_id and dismissal.dismissal_id = ended.dismissal_id
  and dismissal.entry_id = ended.entry_id;

create index bank_entry_uses_given_back_of_entry on bank_entry_uses (end_customer_id, entry_id)
  where given_back_on is not null;
create index bank_entry_uses_given_back_of_line on bank_entry_uses (end_customer_id, journal_entry_id, line_number)
  where given_back_on is not null;
create index bank_entry_uses_given_back_between_days
  on bank_entry_uses (end_customer_id, span_day(posting_date, given_back_on))
  where posting_date < given_back_on;

analyze bank_entry_uses;
