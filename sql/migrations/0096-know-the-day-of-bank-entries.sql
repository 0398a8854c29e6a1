-- Every bank entry has a day that its file says. Those without booking date took the day of their import, in places that of the
-- clock in UTC and in places their value date, so a bank statement was not explained on its own last day.
set local lock_timeout = '20s';
create or replace function valid_day(day text) returns date
language sql immutable as $$
  select case when day ~ '^\d{4}-\d\d-\d\d$' and pg_input_is_valid(day, 'date') then day::date end
$$;
-- The day of a bank entry to which its bank gives no booking date: its value date, else the day of its bank statement (closing
-- balance, end of the period, creation), as the file says it. A bank statement counts the entry between its balances, so it was
-- booked on one of its days, whatever day its value has.
create or replace function stated_day(value_day text, figures jsonb, created text) returns date
language sql immutable as $$
  select case
      when valid_day(value_day) is not null then greatest(least(valid_day(value_day), ends_on), begins_on)
      else coalesce(ends_on, valid_day(left(figures ->> 'created', 10)), valid_day(left(created, 10)))
    end
  from (
    select coalesce(valid_day(left(figures ->> 'from', 10)), valid_day(figures #>> '{opening,date}')) as begins_on,
      coalesce(
        valid_day(figures #>> '{closing,date}'), valid_day(left(figures ->> 'to', 10)), valid_day(figures ->> 'last_day')
      ) as ends_on
  ) statement
$$;
-- Of a bank entry without booking date; null of all others.
alter table camt053_entries add column stated_day date;
update camt053_entries entry set stated_day = stated.day
from (
  select undated.end_customer_id, undated.entry_id, min(stated_day(
    undated.entry ->> 'value_date', coalesce(statement.figures, '{}'), statement_import.message ->> 'created'
  )) as day
  from camt053_entries undated
  left join camt053_statement_entries place
    on place.end_customer_id = undated.end_customer_id and place.entry_id = undated.entry_id
  left join camt053_statements statement
    on statement.end_customer_id = place.end_customer_id and statement.import_id = place.import_id
    and statement.statement_number = place.statement_number
  left join camt053_imports statement_import
    on statement_import.end_customer_id = undated.end_customer_id
    and statement_import.import_id = coalesce(place.import_id, undated.import_id)
  where undated.booking_date is null
  group by undated.end_customer_id, undated.entry_id
) stated
where entry.end_customer_id = stated.end_customer_id and entry.entry_id = stated.entry_id and entry.booking_date is null;
update bank_entry_uses used set booking_date = entry.stated_day
from camt053_entries entry
where entry.end_customer_id = used.end_customer_id and entry.entry_id = used.entry_id and used.booking_date is null
  and entry.stated_day is not null and used.bank_account is not null;
