-- What the lines with a tax record have moved on each account in whole months, as far as the entry `through`, and whether any
-- of their records has tax; credit is positive. The totals of the months, and the lines behind the watermark: it costs as
-- much as there are totals, and lines of the latter.
create or replace function tax_account_sums(customer uuid, from_date date, to_date date, through bigint)
returns table (account_code text, recorded_minor numeric, has_tax boolean)
language sql stable as $$
  with folded as materialized (
    select case when tax_account_entry_number <= through then tax_account_entry_number else 0 end as entry_number
    from statement_watermarks where end_customer_id = customer
  ), found as (
    select total.account_code, total.recorded_minor, total.taxed_lines > 0 as has_tax
    from folded
    join tax_account_totals total on total.end_customer_id = customer and period_start between from_date and to_date
    where folded.entry_number > 0
    union all
    select line.account_code, line.recorded_minor, line.has_tax
    from folded
    -- sql.md: offset 0. With the days an index of them would be read for each day of each account.
    cross join lateral (
      select behind.account_code, posting_date, behind.recorded_minor, behind.has_tax
      from taxed_lines_between(customer, folded.entry_number, through) behind
      offset 0
    ) line
    where posting_date between from_date and to_date
  )
  select found.account_code, sum(found.recorded_minor), bool_or(found.has_tax)
  from found
  group by 1
  order by 1
$$;
