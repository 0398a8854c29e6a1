-- The day of a bank entry to which its bank gives no booking date: its value date, else the day of its bank statement (closing
-- balance, end of the period, creation), as the file says it. A bank statement counts the entry between its balances, so it was
-- booked on one of its days, whatever day its value has. Without a period these begin behind the day of the opening balance, which
-- may be the evening before.
create or replace function stated_day(value_day text, figures jsonb, created text) returns date
language sql stable as $$
  select case
      when valid_day(value_day) is not null then greatest(least(valid_day(value_day), ends_on), begins_on)
      else coalesce(ends_on, file_day(figures ->> 'created'), file_day(created))
    end
  from (
    select ends_on,
      coalesce(file_day(figures ->> 'from'), case when opened_on < ends_on then opened_on + 1 else opened_on end) as begins_on
    from (
      select valid_day(figures #>> '{opening,date}') as opened_on,
        coalesce(
          valid_day(figures #>> '{closing,date}'), file_day(figures ->> 'to'), valid_day(figures ->> 'last_day')
        ) as ends_on
    ) said
  ) statement
$$;
