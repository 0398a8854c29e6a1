-- The lines of one entry as JSON, amounts as text. An account has the name of the newest chart that lists it.
-- `tax` has numbers for processes of the release before; `exact_tax` is the same with amounts as text.
create or replace function journal_lines_of(customer uuid, entry bigint) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object(
    'line_number', line_number, 'account_code', account_code, 'account_id', account_id,
    'account_name', account_name, 'debit_minor', debit_minor::text, 'credit_minor', credit_minor::text,
    'transaction_currency', transaction_currency, 'transaction_minor', transaction_minor::text,
    'rate_e8', rate_e8::text, 'tax', tax, 'text', text, 'open_item', open_item, 'tax_due', tax_due,
    'exact_tax', tax || jsonb_build_object('base_minor', tax ->> 'base_minor', 'tax_minor', tax ->> 'tax_minor')
  ) order by line_number)
  from journal_lines
  join accounts using (end_customer_id, account_code)
  cross join lateral (
    select account_name from chart_accounts
    where chart_accounts.end_customer_id = customer and chart_accounts.account_code = journal_lines.account_code
    order by valid_from desc
    limit 1
  ) named
  where journal_lines.end_customer_id = customer and entry_number = entry
$$;
