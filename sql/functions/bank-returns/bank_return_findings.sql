-- Money that came back, of one end customer, and what it undoes. Every row is a finding.
create or replace function bank_return_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with standing as (
    select back.return_id, back.entry_id, original_entry_id, returned_of, subject_id, back.currency, amount_minor,
      returned_minor, back.source_fact_id, fact.state as fact_state
    from bank_returns back
    left join fact_states fact
      on fact.end_customer_id = back.end_customer_id and fact.source_fact_id = back.source_fact_id
    where back.end_customer_id = customer and undone_at is null
      and (back.source_fact_id is null or fact.state is null or fact.state in ('received', 'blocked', 'posted'))
  ), subjects as (
    select 'settlement' as returned_of, settlement_id as subject_id, state, evidence_entry_id as entry_id,
      evidence_used_minor as moved_minor, reversal_journal_entry_id
    from supplier_settlements where end_customer_id = customer
    union all
    select 'allocation', allocation_id, state, payment.entry_id, payment.amount_minor, reversal_journal_entry_id
    from allocations join payments payment using (end_customer_id, payment_id)
    where end_customer_id = customer
  ), uses as (
    select source_id, entry_id, journal_entry_id, amount_minor, state from bank_entry_uses
    where end_customer_id = customer and used_by = 'return' and state <> 'released'
  )
  select 'money that came back goes the other way than it went', 'return ' || public_id('bret', return_id),
    original.currency || case original.credit_debit when 'CRDT' then ' out' else ' in' end,
    back.currency || case back.credit_debit when 'CRDT' then ' in' else ' out' end
  from standing
  join camt053_entries back on back.end_customer_id = customer and back.entry_id = standing.entry_id
  join camt053_entries original on original.end_customer_id = customer and original.entry_id = original_entry_id
  where (back.currency, back.credit_debit) is distinct from
    (original.currency, case original.credit_debit when 'CRDT' then 'DBIT' else 'CRDT' end)
  union all
  select 'a return undoes what its bank entry had moved', 'return ' || public_id('bret', return_id),
    public_id('cent', original_entry_id), coalesce(public_id('cent', subjects.entry_id), 'no bank entry')
  from standing left join subjects using (returned_of, subject_id)
  where subjects.entry_id is distinct from original_entry_id
  union all
  select 'a settlement or allocation gives back no more than it has moved', returned_of || ' ' || public_id(case returned_of when 'settlement' then 'settle' else 'alloc' end, subject_id),
    'at most ' || moved_minor, returned_minor::text
  from (
    select returned_of, subject_id, sum(returned_minor) as returned_minor from standing group by returned_of, subject_id
  ) returned
  join subjects using (returned_of, subject_id)
  where returned_minor > moved_minor
  union all
  -- Both bank entries stay booked: one by the line of the reversed entry, the other one by that of the reversal.
  select 'the reversal by a return books both bank entries', 'return ' || public_id('bret', return_id),
    subjects.state || ' ' || amount_minor, coalesce((
      select string_agg(used.state || ' ' || used.amount_minor, ', ' order by used.entry_id = standing.entry_id desc)
      from uses used where used.source_id = return_id
    ), 'no use')
  from standing join subjects using (returned_of, subject_id)
  where source_fact_id is null and not case subjects.state
    when 'posted' then (
      select count(*) = 1 and bool_and(used.state = 'reserved' and used.entry_id = standing.entry_id
        and used.amount_minor = standing.amount_minor)
      from uses used where used.source_id = return_id
    )
    when 'reversed' then (
      select count(*) = 2 and bool_and(used.state = 'posted' and used.amount_minor = standing.amount_minor)
        and count(distinct used.entry_id) = 2
        and bool_or(used.entry_id = standing.entry_id and used.journal_entry_id = subjects.reversal_journal_entry_id)
        and bool_or(used.entry_id = original_entry_id)
      from uses used where used.source_id = return_id
    )
    else false end
  union all
  select 'a bank entry is found by the names of its payments', 'bank entry ' || public_id('cent', entry_id), told.name, 'no such name'
  from camt053_entries entry cross join lateral bank_names_in(entry.entry) as told (name)
  where end_customer_id = customer and is_booked and not exists (
    select from bank_entry_names kept
    where kept.end_customer_id = customer and kept.name = told.name and kept.entry_id = entry.entry_id
  )
  union all
  select 'a use by a return has its return', 'use of bank entry ' || public_id('cent', entry_id), 'a return that stands',
    'none'
  from uses
  where source_id not in (select return_id from standing where source_fact_id is null)
  union all
  select 'the voucher of a return books its bank entry', 'return ' || public_id('bret', return_id),
    public_id('cent', standing.entry_id) || ' ' || amount_minor,
    coalesce(fact.source_system || ' ' || (fact.request #>> '{payload,bank_entries,0,entry_id}') || ' '
      || (fact.request #>> '{payload,bank_entries,0,amount,amount_minor}'), 'no voucher')
  from standing
  left join source_facts fact
    on fact.source_fact_id = standing.source_fact_id and fact.end_customer_id is not distinct from customer
  where standing.source_fact_id is not null and (
    fact.source_fact_id is null or fact.source_system <> 'bank_returns'
    or jsonb_array_length(fact.request #> '{payload,bank_entries}') is distinct from 1
    or fact.request #>> '{payload,bank_entries,0,entry_id}' is distinct from public_id('cent', standing.entry_id)
    or fact.request #>> '{payload,bank_entries,0,amount,amount_minor}' is distinct from amount_minor::text
  )
$$;
