-- Values in the ledger of one end customer that must be equal and are not. Every row is a finding.
create or replace function verification_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with booked as (
    select entry.source_id, count(*) filter (where reversal_of is null) as bookings,
      count(*) filter (where reversal_of is not null) as reversals,
      (array_agg(journal_entry_id) filter (where reversal_of is null))[1] as journal_entry_id
    from journal_entries entry
    where end_customer_id = customer
    group by entry.source_id
  ), facts as (
    select source_fact_id, state, journal_entry_id,
      case when state in ('posted', 'reversed') then 1 else 0 end as bookings,
      case when state = 'reversed' then 1 else 0 end as reversals
    from source_facts join fact_states using (end_customer_id, source_fact_id)
    where end_customer_id = customer
  ), sources as (
    select source_fact_id as id, bookings, reversals, journal_entry_id, 'source fact' as kind from facts
    union all
    select allocation_id, (journal_entry_id is not null)::integer, (reversal_journal_entry_id is not null)::integer,
      journal_entry_id, 'allocation'
    from allocations where end_customer_id = customer
    union all
    select settlement_id, (journal_entry_id is not null)::integer, (reversal_journal_entry_id is not null)::integer,
      journal_entry_id, 'settlement'
    from supplier_settlements where end_customer_id = customer
  ), lines as (
    select line.account_code, line.debit_minor, line.credit_minor, line.entry_number,
      greatest(date_trunc('month', line.posting_date::timestamp)::date, year.start_date) as period_start,
      entry.entry_type
    from journal_lines line
    join journal_entries entry using (end_customer_id, entry_number)
    left join fiscal_years year using (end_customer_id, fiscal_year_id)
    where line.end_customer_id = customer
  )
  select 'a source is booked as its state says', kind || ' ' || sources.id,
    sources.bookings || ' booked, ' || sources.reversals || ' reversed',
    coalesce(booked.bookings, 0) || ' booked, ' || coalesce(booked.reversals, 0) || ' reversed'
  from sources left join booked on booked.source_id = sources.id
  where (sources.bookings, sources.reversals)
      is distinct from (coalesce(booked.bookings, 0), coalesce(booked.reversals, 0))
    or sources.journal_entry_id is distinct from booked.journal_entry_id
  union all
  select 'a fact has one state', 'source fact ' || source_fact_id, 'one',
    case when state is null then 'none' else 'a state of no fact' end
  from (select source_fact_id, request_hash from source_facts where end_customer_id = customer) fact
  full join (select source_fact_id, state from fact_states where end_customer_id = customer) fact_state using (source_fact_id)
  where state is null or request_hash is null
  union all
  select 'an entry has a source', 'entry of source ' || booked.source_id, 'a source', 'none'
  from booked left join sources on sources.id = booked.source_id
  where sources.id is null
  union all
  select 'an open item is what its entry booked', item.kind || ' ' || item.id,
    coalesce(booked.base_minor, 0) || ', ' || coalesce(booked.transaction_minor, 0),
    item.base_amount_minor || ', ' || item.amount_minor
  from (
    select 'supplier payable' as kind, supplier_payable_id as id, journal_entry_id, account_code, -1 as sign,
      amount_minor, base_amount_minor
    from supplier_payables where end_customer_id = customer
    union all
    select 'document', document_id, journal_entry_id, account_code, 1, amount_minor, base_amount_minor
    from documents where end_customer_id = customer
  ) item
  left join lateral (
    select item.sign * (debit_minor - credit_minor) as base_minor,
      item.sign * sign(debit_minor - credit_minor) * line.transaction_minor as transaction_minor
    from journal_entries entry
    join journal_lines line using (end_customer_id, entry_number)
    where entry.end_customer_id = customer and entry.journal_entry_id = item.journal_entry_id
      and line.account_code = item.account_code
    order by item.sign * (debit_minor - credit_minor) = item.base_amount_minor desc
    limit 1
  ) booked on true
  where (item.base_amount_minor, item.amount_minor)
    is distinct from (coalesce(booked.base_minor, 0), coalesce(booked.transaction_minor, 0))
    and item.base_amount_minor <> 0
  union all
  select 'an open item is what nothing has used', 'open item of source fact ' || source_fact_id,
    case when amount_minor is null then 'an open item' else concat_ws(', ', left_minor, base_left_minor, left_state) end,
    coalesce(open_amount_minor || ', ' || base_open_amount_minor || ', ' || item_state, 'none')
  from (
    select source_fact_id, item.amount_minor, open_amount_minor, base_open_amount_minor, item.state as item_state,
      case fact_state.state when 'posted' then item.amount_minor - used_minor else 0 end as left_minor,
      case fact_state.state when 'posted' then base_amount_minor - base_used_minor else 0 end as base_left_minor,
      case
        when fact_state.state = 'reversed' then 'reversed'
        when item.amount_minor = used_minor then 'settled'
        else 'open'
      end as left_state
    from source_facts fact
    join fact_states fact_state using (end_customer_id, source_fact_id)
    left join (
      select payable.source_fact_id, payable.amount_minor, payable.base_amount_minor, open_amount_minor,
        base_open_amount_minor, payable.state, used_minor, base_used_minor
      from supplier_payables payable
      cross join lateral (
        select coalesce(sum(settlement.amount_minor), 0) as used_minor,
          coalesce(sum(settlement.base_amount_minor), 0) as base_used_minor
        from supplier_settlements settlement
        where settlement.end_customer_id = customer and settlement.state <> 'reversed'
          and settlement.supplier_payable_id = payable.supplier_payable_id
      ) used
      where payable.end_customer_id = customer
      union all
      select document.source_fact_id, document.amount_minor, document.base_amount_minor, open_amount_minor,
        base_open_amount_minor, document.state, used_minor, base_used_minor
      from documents document
      cross join lateral (
        select coalesce(sum(line.amount_minor), 0) as used_minor,
          coalesce(sum(line.base_amount_minor), 0) as base_used_minor
        from allocation_lines line join allocations using (end_customer_id, allocation_id)
        where line.end_customer_id = customer and state <> 'reversed' and line.document_id = document.document_id
      ) used
      where document.end_customer_id = customer
    ) item using (source_fact_id)
    where end_customer_id = customer and fact_state.state in ('posted', 'reversed')
      and fact.fact_type in ('expense_document', 'customer_invoice')
  ) item
  where amount_minor is null
    or (open_amount_minor, base_open_amount_minor, item_state) <> (left_minor, base_left_minor, left_state)
  union all
  select 'a payment is open as far as nothing has used it', 'payment ' || payment_id,
    (case when returned_by is null then amount_minor - used_minor else 0 end)::text, open_amount_minor::text
  from (
    select payment_id, amount_minor, open_amount_minor, returned_by, (
      select coalesce(sum(allocation.amount_minor), 0) from allocations allocation
      where allocation.end_customer_id = customer and state <> 'reversed' and allocation.payment_id = payment.payment_id
    ) as used_minor
    from payments payment where end_customer_id = customer
  ) payment
  where open_amount_minor <> case when returned_by is null then amount_minor - used_minor else 0 end
  union all
  select 'customer credit equals its account', 'account ' || credit.account_code, credit.base_minor::text,
    coalesce(balance.amount, 0)::text
  from (
    -- The account that booked the rest of each payment.
    select line.account_code, sum(line.credit_minor - line.debit_minor) as base_minor
    from journal_entries entry join journal_lines line using (end_customer_id, entry_number)
    where entry.end_customer_id = customer and entry.source_type = 'payment_allocation'
      and line.account_code in (select account_code from account_mappings
        where end_customer_id = customer and mapping_key = 'posting.customer_credit')
    group by line.account_code
  ) credit
  cross join lateral (select sum(credit_base_minor) as amount from payments where end_customer_id = customer) balance
  where credit.base_minor <> coalesce(balance.amount, 0)
    and (select count(distinct account_code) from account_mappings
      where end_customer_id = customer and mapping_key = 'posting.customer_credit') = 1
  union all
  select 'the feed is gapless', 'events', 'numbers 1 to ' || coalesce(head.last_number, 0),
    feed.size || ' events up to ' || feed.last_number
  from (
    select count(*) as size, coalesce(max(event_number), 0) as last_number from events where end_customer_id = customer
  ) feed
  left join (
    select last_event_number as last_number from event_heads where end_customer_id = customer
  ) head on true
  where feed.size <> coalesce(head.last_number, 0) or feed.last_number <> coalesce(head.last_number, 0)
  union all
  select 'statement tables equal the lines', 'account ' || account_code || ' from ' || period_start || ', ' || entry_type,
    coalesce(line.debit, 0) || ' debit, ' || coalesce(line.credit, 0) || ' credit',
    coalesce(total.debit_minor, 0) || ' debit, ' || coalesce(total.credit_minor, 0) || ' credit'
  from (
    select account_code, period_start, entry_type, sum(debit_minor) as debit, sum(credit_minor) as credit
    from lines
    where entry_number <= (select entry_number from statement_watermarks where end_customer_id = customer)
    group by account_code, period_start, entry_type
  ) line
  full join (
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from account_period_totals where end_customer_id = customer
  ) total using (account_code, period_start, entry_type)
  where (coalesce(line.debit, 0), coalesce(line.credit, 0))
    <> (coalesce(total.debit_minor, 0), coalesce(total.credit_minor, 0))
$$;
