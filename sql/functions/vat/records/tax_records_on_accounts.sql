-- The tax records of an entry, each with the account that its tax stands on: tax that a payment makes due stands where the
-- document booked it, or where the balance of tax stands that was taken over.
create or replace function tax_records_on_accounts(customer uuid, number bigint)
returns table (
  account_code text, posting_date date, kind text, tax_code text, direction text, rate_bp integer, form_figure text,
  activity_id text, base_minor numeric, tax_minor numeric
)
language sql stable as $$
  select coalesce(record.record ->> 'account_code', document.account_code, record.account_code), record.posting_date, record.kind, record.tax_code,
    record.direction, record.rate_bp, record.form_figure, record.activity_id, record.base_minor, record.tax_minor
  from tax_records_between(customer, number - 1, number) record
  left join lateral (
    select line.account_code
    from journal_entries declared
    join journal_lines line using (end_customer_id, entry_number)
    where declared.end_customer_id = customer
      and declared.journal_entry_id = (record.record #>> '{declares,journal_entry_id}')::uuid
      and line.line_number = (record.record #>> '{declares,line_number}')::smallint
  ) document on record.kind like 'declared%'
$$;
