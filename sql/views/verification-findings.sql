-- What must be equal in the books of one end customer and is not. Every row is a finding.
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
    from source_facts where end_customer_id = customer
  ), lines as (
    select line.account_code, line.debit_minor, line.credit_minor, line.entry_number,
      greatest(date_trunc('month', line.posting_date::timestamp)::date, year.start_date) as period_start,
      entry.entry_type
    from journal_lines line
    join journal_entries entry using (end_customer_id, entry_number)
    left join fiscal_years year using (end_customer_id, fiscal_year_id)
    where line.end_customer_id = customer
  )
  select 'a fact is booked as its state says', 'source fact ' || source_fact_id,
    facts.bookings || ' booked, ' || facts.reversals || ' reversed',
    coalesce(booked.bookings, 0) || ' booked, ' || coalesce(booked.reversals, 0) || ' reversed'
  from facts left join booked on booked.source_id = facts.source_fact_id
  where (facts.bookings, facts.reversals) is distinct from (coalesce(booked.bookings, 0), coalesce(booked.reversals, 0))
    or facts.journal_entry_id is distinct from booked.journal_entry_id
  union all
  select 'an entry has a source', 'entry of source ' || booked.source_id, 'a source fact', 'none'
  from booked left join facts on facts.source_fact_id = booked.source_id
  where facts.source_fact_id is null
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
  select 'a booked invoice has its open item', 'source fact ' || fact.source_fact_id,
    case fact.state when 'posted' then 'open in full' else 'reversed' end,
    coalesce(item.state || ', open ' || item.open_amount_minor || ' of ' || item.amount_minor, 'none')
  from source_facts fact
  left join (
    select source_fact_id, state, open_amount_minor, amount_minor from supplier_payables
    where end_customer_id = customer
    union all
    select source_fact_id, state, open_amount_minor, amount_minor from documents where end_customer_id = customer
  ) item using (source_fact_id)
  where fact.end_customer_id = customer and fact.state in ('posted', 'reversed')
    and fact.fact_type in ('expense_document', 'customer_invoice')
    and (item.state, item.open_amount_minor) is distinct from (
      case fact.state when 'posted' then 'open' else 'reversed' end,
      case fact.state when 'posted' then item.amount_minor else 0 end)
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
