-- The days that span_day may return for a span in which this day lies: one for each power of two.
create or replace function span_days(day date)
returns setof integer language sql immutable parallel safe as $$
  select ((day_number >> (power + 1)) << (power + 1)) + (1 << power)
  from (select day - date '0001-01-01' + 1 as day_number) numbered, generate_series(0, 21) power
$$;
