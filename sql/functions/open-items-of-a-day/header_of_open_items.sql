-- What stands above a list of open items: the end customer, the last entry of its ledger, the control accounts of some
-- kinds with the names that the newest chart gives them, and their balances at the end of a day. No row for an end
-- customer without any data.
create or replace function header_of_open_items(customer uuid, kinds text[], day date)
returns table (
  name text, base_currency text, locale text, last_entry_number bigint, last_entry_hash text, account_codes text[],
  accounts json, balances json
)
language sql stable
set jit = off
set plan_cache_mode = force_generic_plan
as $$
  select end_customers.name, end_customers.base_currency, end_customers.locale, ledger_heads.last_entry_number,
    ledger_heads.last_entry_hash, control.account_codes, control.accounts, (
      select coalesce(json_agg(json_build_object(
        'account_code', account_code, 'currency', currency, 'amount_minor', amount_minor::text,
        'base_amount_minor', base_amount_minor::text, 'unassigned_minor', unassigned_minor::text,
        'unassigned_base_minor', unassigned_base_minor::text
      ) order by account_code, currency), '[]')
      from control_balances_on(customer, control.account_codes, day)
    )
  from end_customers
  join ledger_heads using (end_customer_id)
  cross join (
    select coalesce(array_agg(account_code), '{}') as account_codes,
      coalesce(json_agg(json_build_object('account_code', account_code, 'account_name', account_name)
        order by account_code), '[]') as accounts
    from (
      select distinct account_code from control_accounts
      where end_customer_id = customer and kind = any(kinds)
    ) kept
    -- sql.md: lateral limit 1
    cross join lateral (
      select account_name from chart_accounts chart
      where chart.end_customer_id = customer and chart.account_code = kept.account_code
      order by valid_from desc
      limit 1
    ) named
  ) control
  where end_customer_id = customer
$$;
