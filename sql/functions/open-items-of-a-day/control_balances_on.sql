-- The balances of some control accounts at the end of a day, by the currency of their lines, and what of them no open item
-- explains because its lines are older than open items. Debit is positive.
create or replace function control_balances_on(customer uuid, accounts text[], day date)
returns table (
  account_code text, currency text, amount_minor numeric, base_amount_minor numeric, unassigned_minor numeric,
  unassigned_base_minor numeric
) language sql stable as $$
  select account_code, currency, sum(amount_minor), sum(base_amount_minor), sum(unassigned_minor),
    sum(unassigned_base_minor)
  from (
    select line.account_code, transaction_currency as currency,
      case when debit_minor > 0 then transaction_minor else -transaction_minor end as amount_minor,
      debit_minor - credit_minor as base_amount_minor, 0 as unassigned_minor, 0 as unassigned_base_minor
    from journal_lines line
    where end_customer_id = customer and line.account_code = any(accounts) and posting_date <= day
    union all
    select legacy.account_code, legacy.currency, 0, 0, legacy.amount_minor, legacy.base_amount_minor
    from legacy_lines legacy
    where legacy.end_customer_id = customer and legacy.account_code = any(accounts) and legacy.posting_date <= day
    union all
    select legacy.account_code, legacy.currency, 0, 0, -used.amount_minor, -used.base_amount_minor
    from legacy_line_uses used
    join legacy_lines legacy using (end_customer_id, entry_number, line_number)
    where end_customer_id = customer and legacy.account_code = any(accounts) and used.posting_date <= day
  ) amounts
  group by account_code, currency
$$;
