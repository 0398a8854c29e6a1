-- On which lines of their entries allocations and settlements move which items, as their booking says; 0 where rounding left no
-- line. Those that processes of the release before book are missing.
create or replace function lines_of_moves(customer uuid, entries bigint[])
returns table (entry_number bigint, open_item_id uuid, line_number smallint)
language sql stable as $$
  select entry.entry_number, moved.open_item_id, moved.line_number
  from journal_entries entry
  cross join lateral (
    select line.document_id as open_item_id, allocation.closed_line_numbers[line.line_number] as line_number
    from allocations allocation
    join allocation_lines line on line.end_customer_id = customer and line.allocation_id = allocation.allocation_id
    where entry.source_type = 'payment_allocation' and allocation.end_customer_id = customer
      and allocation.allocation_id = entry.source_id
    union all
    select coalesce(payment.credit_item_id, payment.payment_id), allocation.credit_line_number
    from allocations allocation
    join payments payment on payment.end_customer_id = customer and payment.payment_id = allocation.payment_id
    where entry.source_type = 'payment_allocation' and allocation.end_customer_id = customer
      and allocation.allocation_id = entry.source_id and allocation.credit_base_minor is not null
    union all
    select settlement.supplier_payable_id, settlement.payable_line_number from supplier_settlements settlement
    where entry.source_type = 'supplier_payable_settlement' and settlement.end_customer_id = customer
      and settlement.settlement_id = entry.source_id
  ) moved
  where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
    and moved.line_number is not null
$$;
