-- The day of a day or moment that a file names: of one with a time zone the day that it was in Switzerland.
create or replace function file_day(moment text) returns date
language sql stable as $$
  select case
    when moment ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$' and pg_input_is_valid(moment, 'timestamptz')
      then (moment::timestamptz at time zone 'Europe/Zurich')::date
    else valid_day(left(moment, 10))
  end
$$;
