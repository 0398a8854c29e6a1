-- Nothing calls it any more; the release after drops it.
-- The accounts on which tax was recorded in a period, as far as the entry `through`. It reads every line of the period: the
-- return asks when the accounts that are mapped do not explain it.
create or replace function accounts_of_tax(customer uuid, from_date date, to_date date, through bigint)
returns table (account_code text)
language sql stable as $$
  select distinct line.account_code
  from (
    select entry_number from journal_entries
    where end_customer_id = customer and posting_date between from_date and to_date and entry_number <= through
    order by posting_date, entry_number
  ) entry
  -- sql.md: lateral in order
  cross join lateral (
    select account_code, tax from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
    order by line_number
  ) line
  where (tax ->> 'tax_minor')::numeric <> 0
  order by 1
$$;
