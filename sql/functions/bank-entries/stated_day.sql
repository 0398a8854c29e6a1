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
