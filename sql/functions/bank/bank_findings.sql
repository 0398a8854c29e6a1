-- Bank entries of one end customer, what has used them, and the lines of the ledger that book them. Every row is a finding.
create or replace function bank_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with uses as (
    select bank_entry_use_id, used.entry_id, payment_id, used_by, source_id, journal_entry_id, line_number,
      used.amount_minor, state
    from bank_entry_uses used
    where end_customer_id = customer and state <> 'released'
  ), expected_uses as (
    select 'settle' as prefix, settlement_id as source_id, evidence_entry_id as entry_id, evidence_used_minor as amount_minor
    from supplier_settlements
    where end_customer_id = customer and state <> 'reversed' and evidence_entry_id is not null
      and evidence_used_minor > 0
    union all
    -- One of them, whichever allocation holds the payment.
    select 'pay', payment_id, entry_id, amount_minor from payments payment
    where end_customer_id = customer and exists (
      select from allocations
      where allocations.end_customer_id = customer and allocations.payment_id = payment.payment_id
        and state <> 'reversed' and (booked_by is null or booked_by = allocation_id)
    )
  ), found_uses as (
    select case used_by when 'allocation' then 'pay' else 'settle' end as prefix,
      case used_by when 'allocation' then payment_id else source_id end as source_id, entry_id, amount_minor
    from uses where used_by in ('allocation', 'settlement')
  )
  select 'a bank entry is used as its uses say', 'bank entry ' || public_id('cent', entry_id), coalesce(used.amount, 0)::text,
    used_minor::text
  from camt053_entries entry
  left join (select entry_id, sum(amount_minor) as amount from uses group by entry_id) used using (entry_id)
  where end_customer_id = customer and used_minor <> coalesce(used.amount, 0)
  union all
  select 'allocations and settlements use their bank entry',
    'bank entry ' || public_id('cent', entry_id) || ', use by ' || public_id(prefix, source_id),
    coalesce(expected_uses.amount_minor::text, 'none'), coalesce(found_uses.amount_minor::text, 'none')
  from expected_uses full join found_uses using (prefix, source_id, entry_id)
  where expected_uses.amount_minor is distinct from found_uses.amount_minor
  union all
  select 'a use of a bank entry has its line in the ledger',
    'use ' || public_id('buse', bank_entry_use_id) || ' of bank entry ' || public_id('cent', uses.entry_id),
    uses.amount_minor || ' ' || entry.currency || case entry.credit_debit when 'CRDT' then ' debit' else ' credit' end,
    coalesce(transaction_minor || ' ' || transaction_currency || case when debit_minor > 0 then ' debit' else ' credit' end,
      'no line') || case when is_reversed then ', reversed' else '' end
  from uses
  join camt053_entries entry on entry.end_customer_id = customer and entry.entry_id = uses.entry_id
  left join lateral (
    select line.transaction_minor, line.transaction_currency, line.debit_minor, line.credit_minor, posted.currency,
      exists (
        select from journal_entries reversal
        where reversal.end_customer_id = customer and reversal.reversal_of = uses.journal_entry_id
      ) as is_reversed
    from journal_entries posted
    join journal_lines line using (end_customer_id, entry_number)
    where posted.end_customer_id = customer and posted.journal_entry_id = uses.journal_entry_id
      and line.line_number = uses.line_number
  ) line on true
  where uses.state = 'posted' and (
    (case entry.credit_debit when 'CRDT' then line.debit_minor else line.credit_minor end > 0
      and (transaction_currency = entry.currency and transaction_minor >= uses.amount_minor
        or line.currency = entry.currency and line.debit_minor + line.credit_minor >= uses.amount_minor)) is not true
    -- What came back has moved both ways.
    or is_reversed and used_by <> 'return'
  )
  union all
  select 'a line of the ledger is linked up to its amount',
    'line ' || line_number || ' of ' || public_id('je', journal_entry_id),
    'at most ' || string_agg(line_minor || ' ' || currency, ' or ' order by currency),
    string_agg(amount || ' ' || currency, ' and ' order by currency)
  from (
    -- A line may have an amount in each of two currencies: bank entries take it in their own.
    select used.journal_entry_id, used.line_number, used.currency, used.amount, line_minor,
      min(line_minor) over of_line as least_minor, max(line_minor) over of_line as most_minor
    from (
      select journal_entry_id, line_number, currency, sum(uses.amount_minor) as amount
      from uses
      join camt053_entries entry on entry.end_customer_id = customer and entry.entry_id = uses.entry_id
      where journal_entry_id is not null
      group by journal_entry_id, line_number, currency
    ) used
    cross join lateral line_of_use(customer, used.journal_entry_id, used.line_number, used.currency) line
    where line_minor is not null
    window of_line as (partition by used.journal_entry_id, used.line_number)
  ) part
  group by journal_entry_id, line_number, least_minor, most_minor
  -- The shares of both together are at most the whole line; rounding leaves less than a minor unit of the coarser one.
  having max(amount - line_minor) > 0 or sum(
    amount * div(least_minor::numeric * most_minor, nullif(line_minor, 0))
  ) - least_minor::numeric * most_minor >= greatest(most_minor, 1)
  union all
  select 'credit that a fact gave has its bank entry booked',
    'bank entry ' || public_id('cent', entry_id), 'at most ' || whole_minor,
    missing_minor || ' more than its payments are booked'
  from (
    select entry_id, sum(greatest(credit.given_minor - coalesce(booked_minor, 0), 0)) as missing_minor, (
      select coalesce(sum(amount_minor), 0) from uses
      where uses.entry_id = booked.entry_id and uses.payment_id is null and used_by in ('voucher', 'link')
    ) as whole_minor
    from (
      select distinct entry_id from payments
      where end_customer_id = customer and payment_id in (
        select payment_id from open_items where open_items.end_customer_id = customer and payment_id is not null
      )
    ) booked
    cross join lateral (
      select payment_id, sum(given_minor) as given_minor from credits_by_facts(customer, booked.entry_id)
      group by payment_id
    ) credit
    left join lateral (
      select sum(amount_minor) as booked_minor from uses
      where uses.entry_id = booked.entry_id and uses.payment_id = credit.payment_id and used_by in ('voucher', 'link')
    ) used on true
    group by entry_id
  ) given
  where missing_minor > whole_minor
  union all
  select 'a bank entry has no room beyond its amount, but for what was used before', 'bank entry ' || public_id('cent', entry_id),
    'at most ' || coalesce(conflict.used_minor - conflict.amount_minor, 0), conflict_minor::text
  from camt053_entries entry
  left join bank_entry_conflicts conflict using (end_customer_id, entry_id)
  where end_customer_id = customer and conflict_minor > coalesce(conflict.used_minor - conflict.amount_minor, 0)
  union all
  select 'a dismissed bank entry has its dismissal', 'bank entry ' || public_id('cent', entry_id),
    case when dismissed_by is null then 'not dismissed' else 'dismissed' end,
    case when dismissal.dismissal_id is null then 'not dismissed' when dismissed_by is null then 'dismissed'
      else 'dismissed by another dismissal' end
  from camt053_entries entry
  left join (
    select entry_id, dismissal_id from bank_entry_dismissals where end_customer_id = customer and undone_at is null
  ) dismissal using (entry_id)
  where entry.end_customer_id = customer and dismissed_by is distinct from dismissal.dismissal_id
  union all
  select 'a dismissed pair has no repeat', 'bank entry ' || public_id('cent', dismissal.entry_id),
    'to be booked: take the dismissal back', 'dismissed with bank entry ' || public_id('cent', repeated.entry_id)
      || ', which repeats bank entry ' || public_id('cent', repeated.possible_repeat_of)
  from bank_entry_dismissals dismissal
  join camt053_entries repeated
    on repeated.end_customer_id = customer and repeated.entry_id = dismissal.with_entry_id and repeat_state = 'repeat'
  where dismissal.end_customer_id = customer and undone_at is null
  union all
  select "check", subject, expected, found from bank_row_findings(customer)
  union all
  select "check", subject, expected, found from dismissal_findings(customer)
  union all
  select "check", subject, expected, found from evidence_findings(customer)
$$;
