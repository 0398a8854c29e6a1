-- Rows of the bank beside its entries, recounted from what they were made of: uses from their sources, payments from their bank
-- entries, bank statements from their imports. Every row is a finding.
create or replace function bank_row_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with used as (
    select bank_entry_use_id, journal_entry_id, case used_by
        when 'allocation' then (
          select allocation.journal_entry_id from allocations allocation
          where allocation.end_customer_id = customer and allocation_id = used.source_id
            and allocation.payment_id = used.payment_id
        )
        when 'settlement' then (
          select settlement.journal_entry_id from supplier_settlements settlement
          where settlement.end_customer_id = customer and settlement_id = used.source_id
            and evidence_entry_id = used.entry_id
        )
        when 'voucher' then (
          select fact.journal_entry_id from fact_states fact
          where fact.end_customer_id = customer and fact.source_fact_id = used.source_id
        )
        -- The bank entry by which the money had left keeps its line; that which brings it back has the line of the reversal.
        when 'return' then (
          select case used.entry_id
            when back.original_entry_id then coalesce(allocation.journal_entry_id, settlement.journal_entry_id)
            when back.entry_id then coalesce(allocation.reversal_journal_entry_id, settlement.reversal_journal_entry_id)
          end
          from bank_returns back
          left join allocations allocation
            on allocation.end_customer_id = customer and allocation.allocation_id = back.subject_id
          left join supplier_settlements settlement
            on settlement.end_customer_id = customer and settlement.settlement_id = back.subject_id
          where back.end_customer_id = customer and back.return_id = used.source_id
        )
        -- A link is its own source.
        else journal_entry_id
      end as expected_entry_id
    from bank_entry_uses used
    where end_customer_id = customer and state = 'posted'
  ), said as materialized (
    -- Each import is unpacked once, however many bank statements it has.
    select import_id, ordinality - 1 as statement_number,
      bank_account_of(customer, coalesce(figures ->> 'account_iban', figures ->> 'account_other_id', '')) as account,
      greatest(left(figures ->> 'to', 10), figures #>> '{closing,date}', figures ->> 'last_day') as until,
      figures -> 'opening' as opening, figures -> 'closing' as closing, figures -> 'sums' as sums
    from camt053_imports
    cross join lateral jsonb_array_elements(statements) with ordinality as one (figures, ordinality)
    where end_customer_id = customer
  )
  select 'a use of a bank entry stands in the entry of its source', 'use ' || public_id('buse', bank_entry_use_id),
    coalesce(public_id('je', expected_entry_id), 'no entry'), public_id('je', journal_entry_id)
  from used
  where journal_entry_id is distinct from expected_entry_id
  union all
  select 'a payment is of the account and currency of its bank entry', 'payment ' || public_id('pay', payment_id),
    concat_ws(', ', bank_account_of(customer, entry.account), entry.currency, entry.booking_date),
    concat_ws(', ', bank_account_of(customer, payment.account), payment.currency, payment.booking_date)
  from payments payment
  join camt053_entries entry on entry.end_customer_id = customer and entry.entry_id = payment.entry_id
  where payment.end_customer_id = customer
    and (entry.currency, entry.booking_date) is distinct from (payment.currency, payment.booking_date)
    or payment.end_customer_id = customer and entry.account <> payment.account
    and bank_account_of(customer, entry.account) <> bank_account_of(customer, payment.account)
  union all
  select 'a bank statement is what its import has read',
    'bank statement ' || kept.statement_number + 1 || ' of ' || public_id('imp', kept.import_id),
    concat_ws(', ', said.account, said.opening ->> 'signed_minor', said.closing ->> 'signed_minor', said.closing ->> 'date',
      said.until),
    concat_ws(', ', kept.account, kept.figures #>> '{opening,signed_minor}', kept.figures #>> '{closing,signed_minor}',
      kept.figures #>> '{closing,date}', kept.until)
  from camt053_statements kept
  left join said on said.import_id = kept.import_id and said.statement_number = kept.statement_number
  where kept.end_customer_id = customer and (
    said.account is distinct from bank_account_of(customer, kept.account) or said.until is distinct from kept.until
    or said.opening is distinct from kept.figures -> 'opening' or said.closing is distinct from kept.figures -> 'closing'
    or said.sums is distinct from kept.figures -> 'sums'
  )
$$;
