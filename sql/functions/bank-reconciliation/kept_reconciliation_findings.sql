-- Bank reconciliations that one end customer's closed years have kept: their balance of the ledger is that of the lines up
-- to the closing, and the differences lead to the balance of the bank. Every row is a finding.
create or replace function kept_reconciliation_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with kept as materialized (
    select kept.closing_id, closing.entry_number, end_date, kept.account_code,
      kept.content::jsonb -> 'reconciliation' as said,
      coalesce(jsonb_path_query_array(kept.content::jsonb, '$.others[*].reconciliation'), '[]') as others,
      kept.content::jsonb #>> '{account,currency}' as currency,
      kept.content::jsonb #>> '{account,base_currency}' as base_currency,
      kept.content_sha256 = encode(sha256(convert_to(kept.content, 'UTF8')), 'hex') as is_whole,
      concat_ws(' ', 'closing', public_id('fyc', kept.closing_id), 'account', kept.account_code) as subject
    from kept_bank_reconciliations kept
    join fiscal_year_closings closing
      on closing.end_customer_id = kept.end_customer_id and closing.closing_id = kept.closing_id
    join fiscal_years year on year.end_customer_id = customer and year.fiscal_year_id = closing.fiscal_year_id
    where kept.end_customer_id = customer
  )
  select 'a kept bank reconciliation is as it was kept', subject, 'its hash', 'another one'
  from kept where not is_whole
  union all
  select 'a kept bank reconciliation has the balance of the ledger', subject,
    balance_minor::text, said ->> 'ledger_minor'
  from kept
  cross join lateral (
    select coalesce(sum(case
      when currency = base_currency then line.debit_minor - line.credit_minor
      when line.transaction_currency = currency then sign(line.debit_minor - line.credit_minor) * line.transaction_minor
    end), 0) as balance_minor
    from journal_lines line
    where line.end_customer_id = customer and line.account_code = kept.account_code and line.posting_date <= end_date
      and line.entry_number <= kept.entry_number
  ) ledger
  where balance_minor is distinct from (said ->> 'ledger_minor')::numeric
  union all
  select 'a kept bank reconciliation adds up', subject, one ->> 'bank_minor', total::text
  from kept
  cross join lateral jsonb_array_elements(jsonb_build_array(said) || others) one
  cross join lateral (
    select (one ->> 'ledger_minor')::numeric + (one ->> 'unexplained_minor')::numeric
      + coalesce(sum((difference ->> 'amount_minor')::numeric), 0) as total
    from jsonb_array_elements(one -> 'differences') difference
  ) added
  where total is distinct from (one ->> 'bank_minor')::numeric
$$;
