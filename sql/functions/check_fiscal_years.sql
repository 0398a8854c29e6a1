-- Trigger of fiscal_years: years follow each other without overlap or gap (OR 958 and 957a). It checks all years of
-- the end customers that were touched, because a change of one year may leave a gap before another.
create or replace function check_fiscal_years() returns trigger language plpgsql as $$
declare
  broken record;
begin
  select fiscal_year_id, previous_end into broken from (
    select end_customer_id, fiscal_year_id, start_date,
      lag(end_date) over (partition by end_customer_id order by start_date) as previous_end
    from fiscal_years
    where end_customer_id in (select end_customer_id from changed)
  ) years
  -- The first year has no previous_end; the comparison with null is not true, so it passes.
  where start_date <> previous_end + 1
  limit 1;
  if found then
    raise exception 'fiscal year % does not start on the day after %', broken.fiscal_year_id, broken.previous_end
      using errcode = 'check_violation', constraint = 'fiscal_years_contiguous';
  end if;
  return null;
end $$;
