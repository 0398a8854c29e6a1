-- The credit that facts have given to payments of a bank entry, and that stands: what of it is used since does not count.
-- What a payment was before its booking was reversed does not stand.
create or replace function credits_by_facts(customer uuid, bank_entry uuid)
returns table (payment_id uuid, source_fact_id uuid, journal_entry_id uuid, given_minor bigint)
language sql stable as $$
  select given.payment_id, entry.source_id, entry.journal_entry_id, sum(-given.amount_minor)::bigint
  from (
    select payment.payment_id, item.entry_number, item.amount_minor
    from payments payment
    join open_items item on item.end_customer_id = customer and item.open_item_id = coalesce(credit_item_id, payment.payment_id)
    where payment.end_customer_id = customer and payment.entry_id = bank_entry
    union all
    select payment.payment_id, change.entry_number, change.amount_minor
    from payments payment
    join open_item_changes change
      on change.end_customer_id = customer and change.open_item_id = coalesce(credit_item_id, payment.payment_id)
    where payment.end_customer_id = customer and payment.entry_id = bank_entry and change.amount_minor < 0
  ) given
  join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = given.entry_number
  where entry.source_type <> 'payment_allocation' and entry.reversal_of is null and not exists (
    select from journal_entries reversal
    where reversal.end_customer_id = customer and reversal.reversal_of = entry.journal_entry_id
  )
  group by given.payment_id, entry.source_id, entry.journal_entry_id
$$;
