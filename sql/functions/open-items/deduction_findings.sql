-- What allocations and settlements say that was deducted and paid, against their entries.
create or replace function deduction_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with settled as (
    select settlement_id, terms, entry_number,
      (terms -> 'paid' ->> 'amount_minor')::numeric + coalesce((
        select sum((deduction -> 'amount' ->> 'amount_minor')::numeric)
        from jsonb_array_elements(terms -> 'deductions') deduction where deduction ->> 'type' = 'bank_charges'
      ), 0) as paid_minor
    from supplier_settlements settlement
    join journal_entries entry
      on entry.end_customer_id = customer and entry.journal_entry_id = settlement.journal_entry_id
    where settlement.end_customer_id = customer and settlement.state = 'posted' and terms is not null
  ), allocated as (
    select allocation_id, allocation.amount_minor, request, entry_number
    from allocations allocation
    join journal_entries entry
      on entry.end_customer_id = customer and entry.journal_entry_id = allocation.journal_entry_id
    where allocation.end_customer_id = customer and allocation.state = 'posted'
  ), deducted as (
    select 'settlement ' || public_id('settle', settlement_id) as subject, entry_number, deduction
    from settled cross join lateral jsonb_array_elements(terms -> 'deductions') deduction
    union all
    select 'allocation ' || public_id('alloc', allocation_id), entry_number, deduction
    from allocated
    cross join lateral jsonb_array_elements(request -> 'lines') line
    cross join lateral jsonb_array_elements(line -> 'deductions') deduction
  )
  select 'what was paid in another currency is what the entry has moved', 'settlement ' || public_id('settle', settlement_id),
    (terms -> 'paid' ->> 'currency') || ' ' || paid_minor, 'no such line in entry ' || entry_number
  from settled
  where terms ? 'paid' and not exists (
    select from journal_lines line
    where line.end_customer_id = customer and line.entry_number = settled.entry_number
      and transaction_currency = terms -> 'paid' ->> 'currency'
      and case when credit_minor > 0 then transaction_minor else -transaction_minor end = paid_minor
  )
  union all
  select 'the money of an allocation is that of its lines', 'allocation ' || public_id('alloc', allocation_id),
    sent.minor::text, amount_minor::text
  from allocated
  cross join lateral (
    select sum((coalesce(line -> 'paid', line -> 'amount') ->> 'amount_minor')::numeric) as minor
    from jsonb_array_elements(request -> 'lines') line
  ) sent
  where amount_minor <> sent.minor
  union all
  -- Lines on one account are one, and nothing is left of those that cancel each other.
  select 'a deduction stands on the account that it names', subject, 'a line on account ' || account_code, 'none'
  from (
    select subject, entry_number, deduction ->> 'account_code' as account_code
    from deducted
    where deduction ->> 'type' = 'other'
      and deduction -> 'amount' ->> 'currency' = (select base_currency from end_customers where end_customer_id = customer)
    group by subject, entry_number, deduction ->> 'account_code'
    having sum((deduction -> 'amount' ->> 'amount_minor')::numeric) <> 0
  ) named
  where not exists (
    select from journal_lines line
    where line.end_customer_id = customer and line.entry_number = named.entry_number
      and line.account_code = named.account_code
  )
$$;
