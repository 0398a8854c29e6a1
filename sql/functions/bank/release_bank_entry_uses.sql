-- Gives back what a reversed journal entry had used of bank entries: as a voucher, or through links to its lines. Its key
-- is held until the commit, so that nobody links a line to a bank entry while the line's journal entry is being reversed.
create or replace function release_bank_entry_uses(customer uuid, reversed_entry uuid) returns void language plpgsql as $$
begin
  perform hold_bank_entry_lines(customer, reversed_entry);
  perform from camt053_entries
  where end_customer_id = customer and entry_id in (
    select entry_id from bank_entry_uses
    where end_customer_id = customer and journal_entry_id = reversed_entry and state <> 'released'
  )
  order by entry_id
  for update;
  with released as (
    update bank_entry_uses set state = 'released', released_at = now()
    where end_customer_id = customer and journal_entry_id = reversed_entry and state <> 'released'
      and used_by in ('voucher', 'link')
    returning entry_id, amount_minor
  ), freed as (
    select entry_id, sum(amount_minor) as amount_minor from released group by entry_id
  )
  update camt053_entries set used_minor = used_minor - freed.amount_minor
  from freed
  where camt053_entries.end_customer_id = customer and camt053_entries.entry_id = freed.entry_id;
end $$;
