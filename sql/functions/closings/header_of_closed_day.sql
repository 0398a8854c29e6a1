-- What stands above a list of open items of a day in a closed year, as it was when the year was closed: the end customer,
-- the last entry, and the control accounts of some kinds with their names. No row for a day that is in no closed year. The
-- accounts come from what the close kept. Closings of before kept none: theirs are those that had been control accounts,
-- under the names that were kept.
create or replace function header_of_closed_day(customer uuid, kinds text[], day date)
returns table (
  name text, locale text, entry_number bigint, entry_hash text, account_codes text[], accounts json
)
language sql stable rows 1
set jit = off
as $$
  select kept.content #>> '{ledger,name}', kept.content #>> '{ledger,locale}', kept.entry_number, kept.entry_hash,
    control.account_codes, control.accounts
  from (
    select closing.content::jsonb as content, closing.entry_number, closing.entry_hash, closing.created_at
    from fiscal_years
    join fiscal_year_closings closing using (end_customer_id, closing_id)
    where fiscal_years.end_customer_id = customer and state = 'closed' and day between start_date and end_date
    offset 0
  ) kept
  cross join lateral (
    select coalesce(array_agg(account_code order by account_code), '{}') as account_codes,
      coalesce(json_agg(json_build_object('account_code', account_code, 'account_name', account_name)
        order by account_code), '[]') as accounts
    from (
      select distinct on (account_code) account_code, account_name
      from (
        select account ->> 'account_code' as account_code, account ->> 'account_name' as account_name
        from jsonb_array_elements(kept.content -> 'control_accounts') account
        where account ->> 'kind' = any(kinds)
        union all
        select account_code, account ->> 'account_name'
        from control_accounts
        join jsonb_array_elements(kept.content -> 'accounts') account on account ->> 'account_code' = account_code
        where not kept.content ? 'control_accounts' and end_customer_id = customer and kind = any(kinds)
          and (since_entry_number < kept.entry_number
            or since_entry_number = kept.entry_number and control_accounts.created_at <= kept.created_at)
      ) known
      order by account_code
    ) named
  ) control
$$;
