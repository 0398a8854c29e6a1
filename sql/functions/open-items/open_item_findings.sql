-- Open items against their lines, against what moved and reserved them, and against the lines of control accounts.
create or replace function open_item_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with items as (
    select open_item_id, kind, payment_id, source_fact_id, partner_name, partner_reference, journal_entry_id, account_code, currency, entry_number,
      line_number, posting_date, amount_minor, base_amount_minor, open_amount_minor, base_open_amount_minor, state,
      case when kind in ('receivable', 'customer_credit') then 1 else -1 end as sign
    from open_items where end_customer_id = customer
  ), movements as (
    select open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor from items
    union all
    select open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor
    from open_item_changes where end_customer_id = customer
  ), lines as (
    select entry_number, line_number, account_code, posting_date, transaction_currency,
      debit_minor - credit_minor as base_minor,
      case when debit_minor > 0 then transaction_minor else -transaction_minor end as amount_minor
    from journal_lines where end_customer_id = customer
  ), reserved as (
    select open_item_id, sum(amount_minor) as amount_minor, sum(base_minor) as base_minor
    from (
      select line.document_id as open_item_id, line.amount_minor, line.base_amount_minor as base_minor
      from allocation_lines line join allocations using (end_customer_id, allocation_id)
      where line.end_customer_id = customer and state = 'draft'
      union all
      select supplier_payable_id, amount_minor, base_amount_minor
      from supplier_settlements where end_customer_id = customer and state = 'draft'
    ) draft
    group by open_item_id
  ), balances as (
    select open_item_id, sum(amount_minor) as amount_minor, sum(base_amount_minor) as base_minor
    from movements group by open_item_id
  )
  select 'an open item is what its entry booked', open_item_name(kind, open_item_id, payment_id),
    concat_ws(', ', line.account_code, line.posting_date, line.transaction_currency, items.sign * line.amount_minor,
      items.sign * line.base_minor),
    concat_ws(', ', items.account_code, items.posting_date, items.currency, items.amount_minor, items.base_amount_minor)
  from items
  left join lines line using (entry_number, line_number)
  where case
    when line_number = 0 then base_amount_minor <> 0
    else (line.account_code, line.posting_date, line.transaction_currency, items.sign * line.amount_minor,
        items.sign * line.base_minor)
      is distinct from (items.account_code, items.posting_date, items.currency, items.amount_minor,
        items.base_amount_minor)
  end or not exists (
    select from journal_entries entry
    where entry.end_customer_id = customer and entry.entry_number = items.entry_number
      and entry.journal_entry_id = items.journal_entry_id
  )
  union all
  select 'an open item is what nothing has used', open_item_name(kind, open_item_id, payment_id),
    concat_ws(', ', left_minor, base_left_minor, left_state),
    concat_ws(', ', open_amount_minor, base_open_amount_minor, state)
  from (
    select items.kind, items.open_item_id, payment_id, items.open_amount_minor, items.base_open_amount_minor, items.state,
      balances.amount_minor - coalesce(reserved.amount_minor, 0) as left_minor,
      balances.base_minor - coalesce(reserved.base_minor, 0) as base_left_minor,
      case
        when payment_id is null and exists (
          select from journal_entries reversal
          where reversal.end_customer_id = customer and reversal.reversal_of = items.journal_entry_id
        ) then 'reversed'
        else state_of_item((balances.amount_minor - coalesce(reserved.amount_minor, 0))::bigint)
      end as left_state
    from items
    join balances using (open_item_id)
    left join reserved on reserved.open_item_id = items.open_item_id
  ) item
  where (open_amount_minor, base_open_amount_minor, state) is distinct from (left_minor, base_left_minor, left_state)
  union all
  select 'an open item never has more than it was opened with', open_item_name(items.kind, open_item_id, payment_id),
    items.amount_minor::text, balances.amount_minor::text
  from items join balances using (open_item_id)
  where payment_id is null and balances.amount_minor not between least(0, items.amount_minor)
    and greatest(0, items.amount_minor)
  union all
  select 'an open item is what nothing has used',
    'open item of source fact ' || public_id('fact', source_fact_id), 'an open item', 'none'
  from source_facts fact
  join fact_states fact_state using (end_customer_id, source_fact_id)
  where end_customer_id = customer and fact_state.state in ('posted', 'reversed')
    and fact_type in ('expense_document', 'customer_invoice')
    -- A document of 0.00 moves what stood on other accounts, and nobody owes anything.
    and fact.request #>> '{payload,gross_amount,amount_minor}' <> '0'
    and source_fact_id not in (select source_fact_id from items where source_fact_id is not null)
  union all
  select 'the credit of a payment is its open item', 'payment ' || public_id('pay', payment_id),
    concat_ws(', ', -coalesce(balances.amount_minor, 0), -coalesce(balances.base_minor, 0)),
    concat_ws(', ', credit_minor, credit_base_minor)
  from payments left join balances on balances.open_item_id = coalesce(credit_item_id, payment_id)
  where end_customer_id = customer
    and (credit_minor, credit_base_minor) is distinct from
      (-coalesce(balances.amount_minor, 0), -coalesce(balances.base_minor, 0))
  union all
  select 'credit whose booking was reversed has nothing left', 'payment ' || public_id('pay', payment_id), '0, 0',
    concat_ws(', ', balances.amount_minor, balances.base_minor)
  from items
  join balances using (open_item_id)
  join payments payment using (payment_id)
  where payment.end_customer_id = customer and open_item_id <> coalesce(payment.credit_item_id, payment_id)
    and (balances.amount_minor <> 0 or balances.base_minor <> 0)
  union all
  -- Of whom the documents are that its booking paid for, or of the payer; older books know the payer alone.
  select 'the credit of a payment is of the partner for whom it was booked', 'payment ' || public_id('pay', payment_id),
    concat_ws(' or ', paid.partner_name, coalesce(debtor_name, 'nobody')), items.partner_name
  from items
  join payments payment using (payment_id)
  join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = items.entry_number
  left join lateral partner_of_allocation(
    customer, case entry.source_type when 'payment_allocation' then entry.source_id end
  ) paid on true
  where payment.end_customer_id = customer
    and partner_key(items.partner_reference, items.partner_name) is distinct from
      partner_key(paid.partner_reference, paid.partner_name)
    and partner_key(items.partner_reference, items.partner_name) <> partner_key(null, coalesce(debtor_name, ''))
  union all
  select 'a line on a control account moves an open item', 'line ' || line_number || ' of entry ' || entry_number,
    concat_ws(', ', line.base_minor, line.amount_minor), concat_ws(', ', moved.base_minor, moved.amount_minor)
  from lines line
  left join (
    select entry_number, line_number, sum(base_minor) as base_minor, sum(amount_minor) as amount_minor
    from (
      select movements.entry_number, movements.line_number, sign * movements.base_amount_minor as base_minor,
        -- Of a revaluation the base amount alone counts.
        case when items.currency = line.transaction_currency then sign * movements.amount_minor
          else line.amount_minor end as amount_minor
      from movements
      join items using (open_item_id)
      join lines line
        on line.entry_number = movements.entry_number and line.line_number = movements.line_number
      union all
      select entry_number, line_number, base_amount_minor, amount_minor
      from legacy_lines where end_customer_id = customer
      union all
      select by_entry_number, by_line_number, -base_amount_minor, -amount_minor
      from legacy_line_uses where end_customer_id = customer
    ) moved
    group by entry_number, line_number
  ) moved using (entry_number, line_number)
  where (moved.base_minor is not null
      or account_code in (select account_code from control_accounts where end_customer_id = customer))
    and (line.base_minor, line.amount_minor) is distinct from (moved.base_minor, moved.amount_minor)
  union all
  select 'a line from before open items has left what nothing took',
    'line ' || line_number || ' of entry ' || entry_number,
    concat_ws(', ', amount_minor - coalesce(used.amount, 0), base_amount_minor - coalesce(used.base, 0)),
    concat_ws(', ', rest_minor, rest_base_minor)
  from legacy_lines line
  left join (
    select entry_number, line_number, sum(amount_minor) as amount, sum(base_amount_minor) as base
    from legacy_line_uses where end_customer_id = customer
    group by entry_number, line_number
  ) used using (entry_number, line_number)
  where end_customer_id = customer and (rest_minor, rest_base_minor) is distinct from
    (amount_minor - coalesce(used.amount, 0), base_amount_minor - coalesce(used.base, 0))
  union all
  select 'a line from before open items never gives more than it had',
    'line ' || line_number || ' of entry ' || entry_number, amount_minor::text, (amount_minor - rest_minor)::text
  from legacy_lines
  where end_customer_id = customer
    and rest_minor not between least(0, amount_minor) and greatest(0, amount_minor)
  union all
  select "check", subject, expected, found from item_move_findings(customer)
$$;
