-- Lines of the ledger that have moved at the bank what a bank entry moves, and that no bank entry has: somebody has booked by hand what it
-- names, before it came. It names a payment that was ordered, or its batch where it names no payment of ours beside it, and less is open than
-- that; or the reference of items that are all closed, within two months of its day. What is left of each line, up to what is left of the
-- bank entry.
create or replace function lines_to_link(customer uuid, bank_entry uuid)
returns table (journal_entry_id uuid, line_number smallint, amount_minor bigint, left_minor bigint, source_type text, source_id uuid)
language sql stable rows 1 as $$
  with entry as materialized (
    select bank_account_of(customer, account) as bank_account, currency, credit_debit,
      coalesce(booking_date, stated_day) as day, found.amount_minor - used_minor as left_minor
    from camt053_entries found
    where end_customer_id = customer and entry_id = bank_entry and is_booked and not is_reversal and dismissed_by is null
      and used_minor < found.amount_minor and coalesce(repeat_state = 'new', true)
  ), named as materialized (
    select name
    from entry cross join lateral (
      select name from bank_entry_names where end_customer_id = customer and entry_id = bank_entry
      union
      select left(reference, 100) from payments, unnest(payment_references) reference
      where end_customer_id = customer and entry_id = bank_entry and superseded_by is null
      -- A batch of ours has 500 payments, with some names each.
      limit 5000
    ) told
  ), ordered as materialized (
    select line.payment_order_id, line.supplier_payable_id, line.amount_minor
    from entry cross join named
    -- sql.md: lateral limit 1
    cross join lateral (
      select payment_order_id, supplier_payable_id, amount_minor from payment_order_lines
      where end_customer_id = customer and end_to_end_id = named.name
      limit 1
    ) line
    where credit_debit = 'DBIT'
  ), referred as materialized (
    select item.open_item_id, item.open_amount_minor, named.name
    from entry cross join named
    -- sql.md: lateral limit 1. One index finds them, whatever is known of its values.
    cross join lateral (
      select open_item_id, open_amount_minor from open_items
      where end_customer_id = customer
        and left(upper(regexp_replace(payment_reference, '[[:space:]]', '', 'g')), 100) = named.name
        and payment_reference is not null and kind = case entry.credit_debit when 'CRDT' then 'receivable' else 'payable' end
        and amount_minor > 0 and state <> 'reversed'
      limit 1000
    ) item
    union all
    -- An invoice without a reference has one that says which line has opened it: referenceOfItem.
    select item.open_item_id, item.open_amount_minor, named.name
    from entry cross join named
    cross join lateral regexp_match(name, '^RF[0-9]{2}HB([0-9]{1,15})L([0-9]{1,4})$') place
    join open_items item on item.end_customer_id = customer and item.entry_number = place[1]::bigint
      and item.line_number = place[2]::smallint
    where credit_debit = 'CRDT' and item.payment_reference is null and item.kind = 'receivable' and item.amount_minor > 0
      and item.state <> 'reversed'
  ), closed as materialized (
    select open_item_id, min(since) as since, bool_or(since is null) as is_referred
    from (
      select line.supplier_payable_id as open_item_id, made.created_at as since
      from (
        select payment_order_id, supplier_payable_id, amount_minor from ordered
        union all
        select line.payment_order_id, line.supplier_payable_id, line.amount_minor
        from entry cross join named
        cross join lateral (
          select payment_order_id, supplier_payable_id, amount_minor from payment_order_lines
          where end_customer_id = customer and payment_information_id = named.name
          limit 1000
        ) line
        where credit_debit = 'DBIT' and not exists (select from ordered)
      ) line
      join payment_orders made on made.end_customer_id = customer and made.payment_order_id = line.payment_order_id
      join open_items item on item.end_customer_id = customer and item.open_item_id = line.supplier_payable_id
      where item.open_amount_minor < line.amount_minor
      union all
      select open_item_id, null from referred
      where not exists (select from referred other where other.name = referred.name and other.open_amount_minor <> 0)
    ) item
    group by open_item_id
  )
  select line.journal_entry_id, line.line_number,
    least(line.transaction_minor - used.amount_minor, entry.left_minor, sum(
      case when line.item_currency = entry.currency then -line.change_minor else line.transaction_minor end
    ))::bigint, entry.left_minor, line.source_type, line.source_id
  from entry cross join closed
  cross join lateral (
    select posted.journal_entry_id, posted.source_type, posted.source_id, bank.line_number, bank.transaction_minor,
      bank.transaction_currency, bank.debit_minor + bank.credit_minor as base_minor, item.currency as item_currency,
      change.amount_minor as change_minor
    from open_items item
    join open_item_changes change on change.end_customer_id = customer and change.open_item_id = closed.open_item_id
      and change.amount_minor < 0 and change.purpose in ('payment', 'refund', 'set_off', 'transfer')
    join journal_entries posted on posted.end_customer_id = customer and posted.entry_number = change.entry_number
      and posted.reversal_of is null
    join journal_lines bank on bank.end_customer_id = customer and bank.entry_number = posted.entry_number
      and bank.account_code = bank_ledger_account(customer, entry.bank_account, bank.posting_date)
      and bank.transaction_currency = entry.currency and (bank.debit_minor > 0) = (entry.credit_debit = 'CRDT')
    where item.end_customer_id = customer and item.open_item_id = closed.open_item_id
      and (posted.posted_at > closed.since or is_referred and bank.posting_date between entry.day - 60 and entry.day + 60)
      and not exists (
        select from journal_entries reversal
        where reversal.end_customer_id = customer and reversal.reversal_of = posted.journal_entry_id
      )
    limit 1000
  ) line
  cross join lateral (
    select coalesce(sum(case when uses.currency = line.transaction_currency then uses.amount_minor
      else div(uses.amount_minor::numeric * line.transaction_minor + line.base_minor - 1, nullif(line.base_minor, 0)) end), 0)::bigint
      as amount_minor
    from bank_entry_uses uses
    where uses.end_customer_id = customer and uses.journal_entry_id = line.journal_entry_id
      and uses.line_number = line.line_number and uses.state <> 'released'
  ) used
  where line.transaction_minor > used.amount_minor
  group by line.journal_entry_id, line.line_number, line.transaction_minor, used.amount_minor, entry.left_minor,
    line.source_type, line.source_id
$$;
