-- The tax records of some days that count in the reconciliation of a year, of the entries behind `after`, up to `through`: each
-- with the account that its tax stands on. Tax that a payment makes due stands where the document booked it.
create or replace function tax_of_year(customer uuid, from_date date, to_date date, after bigint, through bigint)
returns table (
  account_code text, tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric,
  tax_minor numeric
)
language sql stable as $$
  select record.account_code, record.tax_code, record.direction, record.rate_bp, record.form_figure, record.activity_id,
    record.base_minor, record.tax_minor
  from (
    select line.entry_number from journal_lines line
    where line.end_customer_id = customer and line.entry_number > after and line.entry_number <= through
      and line.tax ? 'vat_period'
    union
    select line.entry_number from journal_lines line
    where line.end_customer_id = customer and line.entry_number > after and line.entry_number <= through
      and line.tax_due @? '$[*].vat_period'
  ) entry
  -- sql.md: lateral in order
  cross join lateral tax_records_on_accounts(customer, entry.entry_number) record
  where record.posting_date between from_date and to_date and record.kind in ('due_annually', 'declared_annually')
$$;
