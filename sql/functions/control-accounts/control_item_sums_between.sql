-- What the entries behind `after`, up to `through`, moved of open items on control accounts, by account, currency and day.
-- Debit is positive. A revaluation in base currency has a line in another currency than its item, which keeps its amount:
-- line_minor takes the amount of that line off.
create or replace function control_item_sums_between(customer uuid, after bigint, through bigint)
returns table (
  account_code text, currency text, posting_date date, line_minor numeric, item_minor numeric, item_base_minor numeric
) language sql stable as $$
  select item.account_code, item.currency, item.posting_date, 0::numeric,
    sum(case when kind in ('payable', 'supplier_advance') then -amount_minor else amount_minor end),
    sum(case when kind in ('payable', 'supplier_advance') then -base_amount_minor else base_amount_minor end)
  from open_items item
  where item.end_customer_id = customer and item.entry_number > after and item.entry_number <= through
    and item.line_number > 0
  group by 1, 2, 3
  union all
  select item.account_code, part.currency, change.posting_date, sum(part.line_minor), sum(part.item_minor),
    sum(part.item_base_minor)
  from (
    -- sql.md: lateral in order
    select entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor from open_item_changes
    where end_customer_id = customer and entry_number > after and entry_number <= through and line_number > 0
    order by entry_number, line_number
  ) change
  -- sql.md: lateral limit 1
  cross join lateral (
    select account_code, currency, case when kind in ('payable', 'supplier_advance') then -1 else 1 end as side
    from open_items
    where open_items.end_customer_id = customer and open_items.open_item_id = change.open_item_id
    limit 1
  ) item
  cross join lateral (
    select item.currency, 0 as line_minor, side * change.amount_minor as item_minor,
      side * change.base_amount_minor as item_base_minor
    union all
    select transaction_currency, case when debit_minor > 0 then -transaction_minor else transaction_minor end, 0, 0
    from journal_lines
    where change.amount_minor = 0 and journal_lines.end_customer_id = customer
      and journal_lines.entry_number = change.entry_number and journal_lines.line_number = change.line_number
      and transaction_currency <> item.currency
  ) part
  group by 1, 2, 3
$$;
