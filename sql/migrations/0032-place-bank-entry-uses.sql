-- Where both sides of a use stand, so that the bank reconciliation finds those that do not match among very many that do.
-- Processes of the release before do not know these columns: a trigger fills them.
set local lock_timeout = '20s';
alter table bank_entry_uses
  -- Of a bank entry that is booked: its account at the bank, its currency and its day.
  add column bank_account text,
  add column currency text,
  add column booking_date date,
  -- Of the line of the ledger.
  add column account_code text,
  add column line_currency text,
  add column posting_date date,
  add column entry_number bigint,
  -- The use has all that the line moves.
  add column is_whole_line boolean;

-- Where a line of the ledger stands that a bank entry may use, and what it moves in the currency of the bank entry; null
-- where it says nothing about that currency.
create function line_of_use(customer uuid, journal_entry uuid, line smallint, bank_currency text)
returns table (account_code text, line_currency text, posting_date date, entry_number bigint, line_minor bigint)
language sql stable rows 1 as $$
  select place.account_code, place.transaction_currency, place.posting_date, place.entry_number, case
    when posted.currency = bank_currency then place.debit_minor + place.credit_minor
    when place.transaction_currency = bank_currency then place.transaction_minor
  end
  from journal_entries posted
  join journal_lines place using (end_customer_id, entry_number)
  where posted.end_customer_id = customer and posted.journal_entry_id = journal_entry and place.line_number = line
$$;

-- Trigger of bank_entry_uses: keeps where both sides of a use stand, whichever release writes it. Neither a bank entry nor
-- a line ever changes that.
create function place_bank_entry_use() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  select entry.account, entry.currency, entry.booking_date into new.bank_account, new.currency, new.booking_date
  from camt053_entries entry
  where entry.end_customer_id = new.end_customer_id and entry.entry_id = new.entry_id and is_booked;
  select line.account_code, line.line_currency, line.posting_date, line.entry_number, line_minor = new.amount_minor
  into new.account_code, new.line_currency, new.posting_date, new.entry_number, new.is_whole_line
  from line_of_use(new.end_customer_id, new.journal_entry_id, new.line_number, new.currency) line;
  return new;
end $$;

-- Trigger of bank_entry_uses at the end of a transaction: allocations and settlements name their journal entry before it is
-- written.
create function place_line_of_use() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update bank_entry_uses used
  set account_code = line.account_code, line_currency = line.line_currency, posting_date = line.posting_date,
    entry_number = line.entry_number, is_whole_line = line_minor = used.amount_minor
  from line_of_use(new.end_customer_id, new.journal_entry_id, new.line_number, new.currency) line
  where used.end_customer_id = new.end_customer_id and used.bank_entry_use_id = new.bank_entry_use_id
    and used.journal_entry_id = new.journal_entry_id and used.line_number = new.line_number;
  return null;
end $$;

create trigger bank_entry_uses_placed
  before insert or update of entry_id, journal_entry_id, line_number, amount_minor on bank_entry_uses
  for each row execute function place_bank_entry_use();
create constraint trigger bank_entry_uses_placed_late
  after insert or update of entry_id, journal_entry_id, line_number, amount_minor on bank_entry_uses
  deferrable initially deferred for each row when (new.state = 'posted' and new.account_code is null)
  execute function place_line_of_use();

update bank_entry_uses used
set bank_account = entry.account, currency = entry.currency, booking_date = entry.booking_date
from camt053_entries entry
where entry.end_customer_id = used.end_customer_id and entry.entry_id = used.entry_id and is_booked
  and used.state <> 'released';

update bank_entry_uses used
set account_code = line.account_code, line_currency = line.transaction_currency, posting_date = line.posting_date,
  entry_number = line.entry_number, is_whole_line = used.amount_minor = case
    when posted.currency = used.currency then line.debit_minor + line.credit_minor
    when line.transaction_currency = used.currency then line.transaction_minor
  end
from journal_entries posted
join journal_lines line using (end_customer_id, entry_number)
where posted.end_customer_id = used.end_customer_id and posted.journal_entry_id = used.journal_entry_id
  and line.line_number = used.line_number and used.state <> 'released';

create index bank_entry_uses_by_account_date
  on bank_entry_uses (end_customer_id, account_code, posting_date, entry_number, line_number, is_whole_line)
  where state = 'posted';
create index bank_entry_uses_by_places
  on bank_entry_uses (end_customer_id, bank_account, currency, account_code, line_currency)
  where state = 'posted' and bank_account is not null and account_code is not null;
create index bank_entry_uses_between_days
  on bank_entry_uses (
    end_customer_id, account_code, span_day(least(booking_date, posting_date), greatest(booking_date, posting_date))
  )
  where state = 'posted' and booking_date <> posting_date;
create index bank_entry_uses_without_place on bank_entry_uses (end_customer_id)
  where state <> 'released' and (account_code is null or bank_account is null or booking_date is null);

analyze bank_entry_uses;
