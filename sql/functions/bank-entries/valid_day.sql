-- A day that a file names; null where it names none of the calendar.
create or replace function valid_day(day text) returns date
language sql immutable as $$
  select case when day ~ '^\d{4}-\d\d-\d\d$' and pg_input_is_valid(day, 'date') then day::date end
$$;
