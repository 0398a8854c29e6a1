-- Uses of bank entries of which one side may count on a day in the reconciliation of a ledger account and the other one
-- may not; all that differ are among them. The places that the uses keep find them by indexes, so that it costs as much as
-- there are such uses, however many others there are (sql.md: settings of a function).
create or replace function unmatched_uses(
  customer uuid, ledger_account text, bank_accounts text[], account_currency text, base_currency text, first_day date,
  day date
)
returns table (entry_id uuid, entry_number bigint, line_number smallint) language sql stable rows 100
set enable_seqscan = off set enable_bitmapscan = off as $$
  -- sql.md: skip scan
  with recursive places as (
    (
      select used.bank_account, used.currency, used.account_code, used.line_currency from bank_entry_uses used
      where used.end_customer_id = customer and used.state = 'posted' and used.bank_account is not null
        and used.account_code is not null
        and (used.bank_account, used.currency, used.account_code, used.line_currency) > ('', '', '', '')
      order by used.bank_account, used.currency, used.account_code, used.line_currency
      limit 1
    )
    union all
    select following.bank_account, following.currency, following.account_code, following.line_currency
    from places
    cross join lateral (
      select used.bank_account, used.currency, used.account_code, used.line_currency from bank_entry_uses used
      where used.end_customer_id = customer and used.state = 'posted' and used.bank_account is not null
        and used.account_code is not null
        and (used.bank_account, used.currency, used.account_code, used.line_currency)
          > (places.bank_account, places.currency, places.account_code, places.line_currency)
      order by used.bank_account, used.currency, used.account_code, used.line_currency
      limit 1
    ) following
  )
  -- On another account, or in another currency.
  select used.entry_id, used.entry_number, used.line_number
  from places
  cross join lateral (
    select used.entry_id, used.entry_number, used.line_number from bank_entry_uses used
    where used.end_customer_id = customer and used.state = 'posted' and used.bank_account = places.bank_account
      and used.currency = places.currency and used.account_code = places.account_code
      and used.line_currency = places.line_currency
    offset 0
  ) used
  where (places.account_code = ledger_account or places.bank_account = any(bank_accounts))
    -- A currency that neither side is counted in.
    and (account_currency in (places.currency, places.line_currency) or account_currency = base_currency)
    and not (
      places.account_code = ledger_account and places.bank_account = any(bank_accounts)
      and places.currency = account_currency and (account_currency = base_currency or places.line_currency = account_currency)
    )
  union
  -- One side on the day or before, the other one later.
  select used.entry_id, used.entry_number, used.line_number
  from span_days(day) span
  cross join lateral (
    select used.entry_id, used.entry_number, used.line_number from bank_entry_uses used
    where used.end_customer_id = customer and used.state = 'posted' and used.booking_date <> used.posting_date
      and used.account_code = ledger_account
      and span_day(least(used.booking_date, used.posting_date), greatest(used.booking_date, used.posting_date)) = span
      and least(used.booking_date, used.posting_date) <= day and day < greatest(used.booking_date, used.posting_date)
    offset 0
  ) used
  union
  -- Given back on a later day: what is booked now may have been something else then.
  select used.entry_id, used.entry_number, used.line_number
  from span_days(day) span
  cross join lateral (
    select used.entry_id, used.entry_number, used.line_number, used.account_code, used.bank_account
    from bank_entry_uses used
    where used.end_customer_id = customer and used.posting_date < used.given_back_on
      and span_day(used.posting_date, used.given_back_on) = span and used.posting_date <= day and day < used.given_back_on
    offset 0
  ) used
  where used.account_code = ledger_account or used.bank_account = any(bank_accounts)
  union
  -- Lines of the opening balance.
  select used.entry_id, used.entry_number, used.line_number from bank_entry_uses used
  where used.end_customer_id = customer and used.state = 'posted' and used.account_code = ledger_account
    and used.posting_date <= first_day
  union
  -- Not in the ledger yet, or without a day.
  select used.entry_id, used.entry_number, used.line_number from bank_entry_uses used
  where used.end_customer_id = customer and used.state <> 'released'
    and (used.account_code is null or used.bank_account is null or used.booking_date is null)
$$;
