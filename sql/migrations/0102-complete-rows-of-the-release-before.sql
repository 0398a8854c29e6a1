-- What processes of the release before write is whole: days of bank entries and of their uses, and the state of credit. They may run
-- after a migration and before the functions, and again after somebody went back to them; their bodies of functions know less. So
-- triggers that they do not know complete it. And a bank statement without a period begins behind the day of its opening balance,
-- moments with a time zone are those of Switzerland, and the bank statement that brought a bank entry says its day.
set local lock_timeout = '20s';
-- The day of a day or moment that a file names: of one with a time zone the day that it was in Switzerland.
create or replace function file_day(moment text) returns date
language sql stable as $$
  select case
    when moment ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$' and pg_input_is_valid(moment, 'timestamptz')
      then (moment::timestamptz at time zone 'Europe/Zurich')::date
    else valid_day(left(moment, 10))
  end
$$;
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
-- The stated day of a bank entry that is kept, by the bank statement that brought it, whichever have it since.
create or replace function stated_day_of(customer uuid, bank_entry uuid) returns date
language sql stable as $$
  select stated_day(undated.entry ->> 'value_date', coalesce(brought.figures, '{}'), statement_import.message ->> 'created')
  from camt053_entries undated
  left join camt053_imports statement_import
    on statement_import.end_customer_id = customer and statement_import.import_id = undated.import_id
  left join lateral (
    select statement.figures
    from camt053_statement_entries place
    join camt053_statements statement
      on statement.end_customer_id = customer and statement.import_id = place.import_id
      and statement.statement_number = place.statement_number
    -- A repeat has given its place to the bank entry that it repeats.
    where place.end_customer_id = customer and place.entry_id = any(array[undated.entry_id, undated.possible_repeat_of])
      and place.import_id = undated.import_id and coalesce(place.brought_entry_id, place.entry_id) = undated.entry_id
    order by place.statement_number, place.position
    limit 1
  ) brought on true
  where undated.end_customer_id = customer and undated.entry_id = bank_entry
$$;
-- Trigger of camt053_entries at the end of a transaction: processes of the release before import bank entries without the day that
-- their file says. Their places in bank statements are written after them.
create or replace function date_bank_entry()
returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update camt053_entries set stated_day = stated_day_of(new.end_customer_id, new.entry_id)
  where end_customer_id = new.end_customer_id and entry_id = new.entry_id and stated_day is null;
  return null;
end $$;
-- Trigger of bank_entry_uses, behind place_bank_entry_use, which the release before replaces by its own: that one knows booking
-- dates only.
create or replace function date_bank_entry_use() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  new.booking_date := (
    select coalesce(entry.booking_date, entry.stated_day) from camt053_entries entry
    where entry.end_customer_id = new.end_customer_id and entry.entry_id = new.entry_id and is_booked
  );
  return new;
end $$;
-- Trigger of open_items: credit of which nothing is open is settled. keep_payment_credit of the release before leaves it open where a
-- revaluation has left something of its book value.
create or replace function settle_empty_credit() returns trigger language plpgsql as $$
begin
  new.state := state_of_item(new.open_amount_minor);
  return new;
end $$;

create trigger empty_credit_settled before insert or update of state on open_items
  for each row when (new.payment_id is not null and new.state = 'open' and new.open_amount_minor = 0)
  execute function settle_empty_credit();
create constraint trigger bank_entries_dated after insert on camt053_entries
  deferrable initially deferred for each row when (new.booking_date is null and new.stated_day is null)
  execute function date_bank_entry();
create trigger bank_entry_uses_placed_on_day
  before insert or update of entry_id, journal_entry_id, line_number, amount_minor on bank_entry_uses
  for each row when (new.booking_date is null) execute function date_bank_entry_use();

update open_items set state = 'settled'
where payment_id is not null and state = 'open' and open_amount_minor = 0;
-- What nothing has used may still move to another day.
update camt053_entries entry set stated_day = stated.day
from (
  select end_customer_id, entry_id, stated_day_of(end_customer_id, entry_id) as day
  from camt053_entries undated
  where booking_date is null and (stated_day is null or not exists (
    select from bank_entry_uses used
    where used.end_customer_id = undated.end_customer_id and used.entry_id = undated.entry_id
  ))
) stated
where entry.end_customer_id = stated.end_customer_id and entry.entry_id = stated.entry_id
  and entry.stated_day is distinct from stated.day;
update bank_entry_uses used set booking_date = entry.stated_day
from camt053_entries entry
where entry.end_customer_id = used.end_customer_id and entry.entry_id = used.entry_id and used.booking_date is null
  and entry.stated_day is not null and used.bank_account is not null;
