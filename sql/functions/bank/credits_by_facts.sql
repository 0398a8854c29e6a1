-- The credit that facts have given to payments of a bank entry, and that stands: what of it is used since does not count.
create or replace function credits_by_facts(customer uuid, bank_entry uuid)
returns table (payment_id uuid, source_fact_id uuid, journal_entry_id uuid, given_minor bigint)
language sql stable as $$
  select payment.payment_id, payment.booked_by, booked.journal_entry_id, -(
    coalesce((
      select item.amount_minor from open_items item
      where item.end_customer_id = customer and item.open_item_id = payment.payment_id
        and item.entry_number = booked.entry_number
    ), 0) + coalesce((
      select sum(change.amount_minor) from open_item_changes change
      where change.end_customer_id = customer and change.open_item_id = payment.payment_id
        and change.entry_number = booked.entry_number and purpose = 'opened'
    ), 0)
  )::bigint
  from payments payment
  join journal_entries booked
    on booked.end_customer_id = customer and booked.source_id = payment.booked_by and booked.reversal_of is null
  where payment.end_customer_id = customer and payment.entry_id = bank_entry and booked.source_type <> 'payment_allocation'
$$;
