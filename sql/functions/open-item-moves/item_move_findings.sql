-- What moved open items, recounted from what happened: allocations and settlements say what they take, lines of vouchers say why,
-- and every item stands on a control account. Every row is a finding.
create or replace function item_move_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with money as (
    select entry_number, source_id, source_type from journal_entries
    where end_customer_id = customer and reversal_of is null
      and source_type in ('payment_allocation', 'supplier_payable_settlement')
  ), said as (
    select entry_number, document_id as subject_id, -amount_minor as amount_minor, -base_amount_minor as base_minor
    from money join allocation_lines line on line.end_customer_id = customer and line.allocation_id = source_id
    where source_type = 'payment_allocation'
    union all
    select entry_number, supplier_payable_id, -amount_minor, -base_amount_minor
    from money join supplier_settlements settlement on settlement.end_customer_id = customer and settlement_id = source_id
    where source_type = 'supplier_payable_settlement'
    union all
    select entry_number, payment_id, amount_minor, credit_base_minor
    from money join allocations allocation on allocation.end_customer_id = customer and allocation_id = source_id
    where source_type = 'payment_allocation' and credit_base_minor is not null
  ), moved as (
    -- The credit of a payment may be another item since.
    select money.entry_number, coalesce(item.payment_id, change.open_item_id) as subject_id, change.amount_minor,
      change.base_amount_minor as base_minor, change.purpose
    from money
    join open_item_changes change on change.end_customer_id = customer and change.entry_number = money.entry_number
    join open_items item on item.end_customer_id = customer and item.open_item_id = change.open_item_id
    -- Processes of releases before wrote credit that a payment left anew as such a change.
    where change.purpose <> 'opened'
  )
  select 'allocations and settlements move the items that they say', 'entry ' || entry_number,
    coalesce(concat_ws(', ', said.amount_minor, said.base_minor, 'payment'), 'nothing'),
    case when moved.purpose is null then 'nothing' else concat_ws(', ', moved.amount_minor, moved.base_minor, purpose) end
  from said full join moved using (entry_number, subject_id)
  where (said.amount_minor, said.base_minor, 'payment') is distinct from (moved.amount_minor, moved.base_minor, purpose)
  union all
  select 'a movement of an open item has the purpose of its line', 'line ' || line_number || ' of entry ' || entry_number,
    expected, purpose
  from (
    select change.entry_number, change.line_number, change.purpose, case
        when entry.reversal_of is not null then 'reversal'
        when entry.source_type = 'journal_voucher' then line.open_item ->> 'purpose'
      end as expected
    from open_item_changes change
    join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = change.entry_number
    left join journal_lines line
      on line.end_customer_id = customer and line.entry_number = change.entry_number
      and line.line_number = change.line_number
    where change.end_customer_id = customer
  ) change
  where expected <> purpose
  union all
  select 'an open item stands on a control account', open_item_name(kind, open_item_id, payment_id), 'a control account',
    'account ' || account_code
  from open_items
  where end_customer_id = customer
    and account_code not in (select account_code from control_accounts where end_customer_id = customer)
  union all
  select 'an open item knows whether it was taken over', open_item_name(kind, open_item_id, payment_id),
    case when is_taken_over then 'taken over' else 'not taken over' end,
    case when is_opening then 'taken over' else 'not taken over' end
  from (
    select item.kind, item.open_item_id, item.payment_id, item.is_opening,
      entry.entry_type = 'opening' and entry.source_type = 'journal_voucher' and item.payment_id is null as is_taken_over
    from open_items item
    join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = item.entry_number
    where item.end_customer_id = customer
  ) item
  where is_opening <> is_taken_over
$$;
