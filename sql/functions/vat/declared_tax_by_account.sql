-- The tax that returns of some days declare, by the account on which it stands; what is owed is positive. Tax that a payment
-- makes due stands where the document booked it. What no return has stands nowhere here.
create or replace function declared_tax_by_account(
  customer uuid, from_date date, to_date date, through bigint, kinds text[]
)
returns table (account_code text, owed_minor numeric)
language sql stable as $$
  select record.account_code, sum(owed_sign(record.tax_code, record.direction) * record.tax_minor)
  from entries_of_tax(customer, from_date, to_date, through) entry
  -- sql.md: lateral in order
  cross join lateral tax_records_on_accounts(customer, entry.entry_number) record
  where record.posting_date between from_date and to_date and record.kind = any(kinds)
    and record.tax_minor * owed_sign(record.tax_code, record.direction) <> 0
  group by 1
  order by 1
$$;
