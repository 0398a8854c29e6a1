-- Lines of vouchers that named a bank entry as evidence before a voucher could use one, as far as nobody has decided: what is
-- left of each line, and the voucher. A line that is reversed, or that other bank entries have used up, is none.
create or replace function open_link_proposals(customer uuid, bank_entry uuid)
returns table (journal_entry_id uuid, line_number smallint, amount_minor bigint, source_fact_id uuid)
language sql stable rows 1 as $$
  select proposal.journal_entry_id, proposal.line_number, least(proposal.amount_minor, line.transaction_minor - used.amount_minor),
    posted.source_id
  from bank_entry_link_proposals proposal
  join journal_entries posted
    on posted.end_customer_id = customer and posted.journal_entry_id = proposal.journal_entry_id
  join journal_lines line
    on line.end_customer_id = customer and line.entry_number = posted.entry_number and line.line_number = proposal.line_number
  cross join lateral (
    select coalesce(sum(case when uses.currency = line.transaction_currency then uses.amount_minor
      else div(uses.amount_minor::numeric * line.transaction_minor + base_minor - 1, nullif(base_minor, 0)) end), 0)::bigint as amount_minor
    from bank_entry_uses uses
    cross join (select line.debit_minor + line.credit_minor as base_minor) base
    where uses.end_customer_id = customer and uses.journal_entry_id = proposal.journal_entry_id
      and uses.line_number = proposal.line_number and uses.state <> 'released'
  ) used
  where proposal.end_customer_id = customer and proposal.entry_id = bank_entry
    and line.transaction_minor > used.amount_minor
    and not exists (
      select from journal_entries reversal
      where reversal.end_customer_id = customer and reversal.reversal_of = proposal.journal_entry_id
    )
$$;
