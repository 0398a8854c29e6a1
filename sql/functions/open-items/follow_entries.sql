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
    -- A process of the release before would book such a settlement as if it had no terms, and an allocation as if nothing
    -- were deducted. It tries again later, until one of this release does it.
    if exists (
      select from new_entries entry
      join supplier_settlements settlement
        on settlement.end_customer_id = entry.end_customer_id and settlement.settlement_id = entry.source_id
      where entry.end_customer_id = posted.end_customer_id and source_type = 'supplier_payable_settlement'
        and reversal_of is null and terms is not null and not source_snapshot -> 'request' @> terms
    ) or exists (
      select from new_entries entry
      join allocations allocation
        on allocation.end_customer_id = entry.end_customer_id and allocation.allocation_id = entry.source_id
      where entry.end_customer_id = posted.end_customer_id and source_type = 'payment_allocation'
        and reversal_of is null and not source_snapshot ? 'closed'
        and (request @? '$.lines[*].deductions' or request @? '$.lines[*].paid')
    ) then
      raise exception 'a newer release books this allocation or settlement'
        using errcode = 'object_not_in_prerequisite_state';
    end if;
    perform move_open_items(posted.end_customer_id, posted.entries);
  end loop;
  return null;
end $$;
