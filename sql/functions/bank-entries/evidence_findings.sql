-- Vouchers of one end customer from before a voucher could use a bank entry: each books the account at the bank with the
-- evidence of a bank entry, and something else has booked that bank entry, so that both do not fit into it.
create or replace function evidence_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  select 'what a voucher with the evidence of a bank entry books, nothing else has booked',
    'bank entry ' || public_id('cent', entry_id) || ', voucher ' || public_id('fact', source_fact_id),
    'at most ' || whole_minor || ' in all: reverse the voucher or the other booking, or link the line to the bank entry that it is of',
    voucher_minor || ' by ' || lines || ' of ' || public_id('je', journal_entry_id) || ', and ' || other.amount_minor || ' by '
      || array_to_string(other.holders[1:5], ', ') || case when cardinality(other.holders) > 5 then ' and others' else '' end
  from (
    select entry.entry_id, entry.amount_minor as whole_minor, proposal.journal_entry_id, proposal.source_fact_id,
      least(sum(proposal.amount_minor), entry.amount_minor) as voucher_minor,
      'line ' || string_agg(proposal.line_number::text, ', ' order by proposal.line_number) as lines
    from camt053_entries entry
    cross join lateral open_link_proposals(customer, entry.entry_id) proposal
    where entry.end_customer_id = customer and entry.entry_id in (
      select entry_id from bank_entry_link_proposals where end_customer_id = customer
    )
    group by entry.entry_id, entry.amount_minor, proposal.journal_entry_id, proposal.source_fact_id
  ) voucher
  cross join lateral (
    select sum(used.amount_minor) as amount_minor, array_agg(distinct public_id(case used_by
      when 'allocation' then 'alloc' when 'settlement' then 'settle' when 'voucher' then 'fact' when 'link' then 'blink'
      else 'bret' end, source_id)) as holders
    from bank_entry_uses used
    where used.end_customer_id = customer and used.entry_id = voucher.entry_id and state <> 'released'
      and used.journal_entry_id is distinct from voucher.journal_entry_id
  ) other
  where voucher_minor + other.amount_minor > whole_minor
$$;
