-- What allocations and settlements took from which items, with the base amount of the line (debit is positive) and the
-- place of the move among equal ones of its entry.
create or replace function moves_of_money(customer uuid, entries bigint[])
returns table (
  entry_number bigint, posting_date date, open_item_id uuid, amount_minor bigint, base_amount_minor bigint,
  account_code text, line_base_minor bigint, place bigint
) language sql stable as $$
  select moved.entry_number, moved.posting_date, moved.open_item_id, moved.amount_minor, moved.base_amount_minor,
    item.account_code, signed.line_base_minor, row_number() over (
      partition by moved.entry_number, item.account_code, signed.line_base_minor, abs(moved.amount_minor)
      order by moved.position
    )
  from (
    select entry.entry_number, entry.posting_date, line.document_id as open_item_id, -line.amount_minor as amount_minor,
      -line.base_amount_minor as base_amount_minor, line.line_number as position
    from journal_entries entry
    join allocation_lines line on line.end_customer_id = customer and line.allocation_id = entry.source_id
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'payment_allocation'
    union all
    select entry.entry_number, entry.posting_date, settlement.supplier_payable_id, -settlement.amount_minor,
      -settlement.base_amount_minor, 1
    from journal_entries entry
    join supplier_settlements settlement
      on settlement.end_customer_id = customer and settlement.settlement_id = entry.source_id
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'supplier_payable_settlement'
    union all
    -- A later allocation of a payment takes its credit, in the first line of the entry.
    select entry.entry_number, entry.posting_date, coalesce(payment.credit_item_id, payment.payment_id),
      allocation.amount_minor, allocation.credit_base_minor, 0
    from journal_entries entry
    join allocations allocation on allocation.end_customer_id = customer and allocation.allocation_id = entry.source_id
    join payments payment on payment.end_customer_id = customer and payment.payment_id = allocation.payment_id
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'payment_allocation' and allocation.credit_base_minor is not null
  ) moved
  join open_items item on item.end_customer_id = customer and item.open_item_id = moved.open_item_id
  cross join lateral (
    -- What suppliers are owed is positive in credit.
    select case when item.kind in ('payable', 'supplier_advance') then -moved.base_amount_minor
      else moved.base_amount_minor end as line_base_minor
  ) signed
$$;
