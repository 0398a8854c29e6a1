-- Nothing calls it any more; the release after drops it.
-- What the lines with a tax record have moved on some accounts in a period, as far as the entry `through`; credit is positive.
create or replace function recorded_tax(customer uuid, accounts text[], from_date date, to_date date, through bigint)
returns table (account_code text, recorded_minor numeric)
language sql stable as $$
  select wanted.account_code, coalesce(line.recorded_minor, 0)
  from unnest(accounts) as wanted (account_code)
  -- sql.md: lateral in order
  cross join lateral (
    select sum(credit_minor::numeric - debit_minor) as recorded_minor
    from (
      select credit_minor, debit_minor from journal_lines
      where end_customer_id = customer and journal_lines.account_code = wanted.account_code
        and posting_date between from_date and to_date and entry_number <= through
        and (tax is not null or tax_due is not null)
      order by posting_date, entry_number, line_number
    ) line
  ) line
$$;
