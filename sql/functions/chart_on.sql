-- Accounts as they are on a date. An account that the version in force no longer lists is kept and inactive.
create or replace function chart_on(customer uuid, on_date date)
returns table (
  end_customer_id uuid, account_code text, account_id text, account_name text, account_class text, account_type text,
  currency text, status text
)
language sql stable as $$
  select account.end_customer_id, account.account_code, account.account_id, latest.account_name, latest.account_class,
    account.account_type, latest.currency,
    case when latest.valid_from = version.valid_from then latest.status else 'inactive' end
  from accounts account
  cross join lateral (
    select max(valid_from) as valid_from from chart_versions
    where chart_versions.end_customer_id = customer and valid_from <= on_date
  ) version
  cross join lateral (
    select valid_from, account_name, account_class, currency, chart_accounts.status
    from chart_accounts
    where chart_accounts.end_customer_id = customer and chart_accounts.account_code = account.account_code
      and valid_from <= on_date
    order by valid_from desc
    limit 1
  ) latest
  where account.end_customer_id = customer
$$;
