-- The lines with a tax record of the entries behind `after`, up to `through`: what each has moved on its account, credit is
-- positive, and whether its own record has tax.
create or replace function taxed_lines_between(customer uuid, after bigint, through bigint)
returns table (account_code text, posting_date date, recorded_minor numeric, has_tax boolean)
language sql stable as $$
  select account_code, posting_date, credit_minor::numeric - debit_minor,
    coalesce((tax ->> 'tax_minor')::numeric <> 0, false)
  from journal_lines
  where end_customer_id = customer and entry_number > after and entry_number <= through
    and (tax is not null or tax_due is not null)
  order by entry_number, line_number
$$;
