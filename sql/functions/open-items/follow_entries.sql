-- The sub-ledgers follow the journal: allocations, settlements and reversals move items, whichever process books them.
create or replace function follow_entries()
returns trigger language plpgsql as $$
declare
  posted record;
begin
  for posted in
    select end_customer_id, array_agg(entry_number) as entries
    from new_entries
    where reversal_of is not null or source_type in ('payment_allocation', 'supplier_payable_settlement')
      or source_type = 'journal_voucher' and rule_version < 3
    group by end_customer_id
  loop
    perform move_open_items(posted.end_customer_id, posted.entries);
  end loop;
  return null;
end $$;
