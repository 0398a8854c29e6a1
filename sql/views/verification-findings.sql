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
      greatest(date_trunc('month', line.posting_date::timestamp)::date, year.start_date) as period_start
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
  select 'open items equal their account', 'account ' || item.account_code, balance.amount::text, item.amount::text
  from (
    select account_code, sum(base_open_amount_minor) as amount
    from supplier_payables where end_customer_id = customer
    group by account_code
  ) item
  cross join lateral (
    select coalesce(sum(credit_minor - debit_minor), 0) as amount from lines where account_code = item.account_code
  ) balance
  where item.amount <> balance.amount
  union all
  select 'statement tables equal the lines', 'account ' || account_code || ' from ' || period_start,
    coalesce(line.debit, 0) || ' debit, ' || coalesce(line.credit, 0) || ' credit',
    coalesce(total.debit_minor, 0) || ' debit, ' || coalesce(total.credit_minor, 0) || ' credit'
  from (
    select account_code, period_start, sum(debit_minor) as debit, sum(credit_minor) as credit
    from lines
    where entry_number <= (select entry_number from statement_watermarks where end_customer_id = customer)
    group by account_code, period_start
  ) line
  full join (
    select account_code, period_start, debit_minor, credit_minor
    from account_period_totals where end_customer_id = customer
  ) total using (account_code, period_start)
  where (coalesce(line.debit, 0), coalesce(line.credit, 0))
    <> (coalesce(total.debit_minor, 0), coalesce(total.credit_minor, 0))
$$;
