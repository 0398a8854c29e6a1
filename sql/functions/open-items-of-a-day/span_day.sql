-- Of the days of a span the one whose number is divisible by the highest power of two. The spans that a day lies in have
-- at most one such day for each power, and span_days knows them; so a B-tree finds them. Null for a span without days.
-- Source: Kriegel, Pötke, Seidl: Managing Intervals Efficiently in Object-Relational Databases, VLDB 2000.
create or replace function span_day(first_day date, end_day date)
returns integer language plpgsql immutable parallel safe as $$
declare
  last_number integer := end_day - date '0001-01-01';
  -- Those bits are set that differ between the last day and the day before the first.
  bits integer := (first_day - date '0001-01-01') # last_number;
begin
  if first_day >= end_day then
    return null;
  end if;
  -- All bits below the highest one are set too, and then no day's bits are kept but those from the highest one on.
  bits := bits | (bits >> 1);
  bits := bits | (bits >> 2);
  bits := bits | (bits >> 4);
  bits := bits | (bits >> 8);
  bits := bits | (bits >> 16);
  return last_number & ~(bits >> 1);
end $$;
