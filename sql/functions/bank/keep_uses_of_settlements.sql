-- Trigger of supplier_settlements: a settlement uses its evidence, from the request on. The query that writes the
-- settlement takes the amount out of the bank entry itself, in this release and in the one before.
create or replace function keep_uses_of_settlements() returns trigger language plpgsql as $$
declare
  kept bigint;
begin
  if tg_op = 'INSERT' then
    insert into bank_entry_uses (
      end_customer_id, bank_entry_use_id, entry_id, used_by, source_id, amount_minor, state
    )
    select new.end_customer_id, gen_random_uuid(), new.evidence_entry_id, 'settlement', new.settlement_id,
      new.evidence_used_minor, 'reserved'
    where new.evidence_entry_id is not null and new.evidence_used_minor > 0;
  elsif old.state = 'draft' and new.state = 'posted' then
    -- The bank is its second line, after the payable.
    update bank_entry_uses set state = 'posted', journal_entry_id = new.journal_entry_id, line_number = 2
    where end_customer_id = new.end_customer_id and source_id = new.settlement_id and state = 'reserved';
  elsif old.state <> 'reversed' and new.state = 'reversed' then
    kept := keep_returned_uses(new.end_customer_id, new.settlement_id, new.reversal_journal_entry_id, 2);
    if kept is null then
      update bank_entry_uses set state = 'released', released_at = now()
      where end_customer_id = new.end_customer_id and source_id = new.settlement_id and state <> 'released';
    else
      -- The query by which a process of the release before reverses the settlement has given it back.
      update camt053_entries set used_minor = used_minor + kept
      where end_customer_id = new.end_customer_id and entry_id = new.evidence_entry_id and used_minor < (
        select sum(amount_minor) from bank_entry_uses used
        where used.end_customer_id = new.end_customer_id and used.entry_id = new.evidence_entry_id and state <> 'released'
      );
    end if;
    if new.journal_entry_id is not null then
      perform release_bank_entry_uses(new.end_customer_id, new.journal_entry_id);
    end if;
  end if;
  return null;
end $$;
