-- Called where an allocation or settlement is reversed because its money came back: both bank entries have really moved, so
-- the first one stays booked, and the line of the reversal books the other one.
-- @return the amount that stays used of the first bank entry; null where no money came back
create or replace function keep_returned_uses(customer uuid, subject uuid, reversal_entry uuid, bank_line integer)
returns bigint language plpgsql as $$
declare
  back uuid;
  kept bigint;
begin
  if reversal_entry is null then
    return null;
  end if;
  select return_id into back from bank_returns
  where end_customer_id = customer and subject_id = subject and source_fact_id is null and undone_at is null;
  if back is null then
    return null;
  end if;
  update bank_entry_uses set used_by = 'return', source_id = back
  where end_customer_id = customer and source_id = subject and used_by in ('allocation', 'settlement') and state = 'posted'
  returning amount_minor into kept;
  update bank_entry_uses set state = 'posted', journal_entry_id = reversal_entry, line_number = bank_line
  where end_customer_id = customer and source_id = back and state = 'reserved';
  return kept;
end $$;
