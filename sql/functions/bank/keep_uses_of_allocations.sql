-- Trigger of allocations: the first one of a payment uses the payment's part of its bank entry, from the request on. The
-- others live on the customer credit that it leaves. Processes of the release before keep the uses complete by it.
create or replace function keep_uses_of_allocations() returns trigger language plpgsql as $$
declare
  used_entry uuid;
  amount bigint;
  heir uuid;
begin
  if tg_op = 'INSERT' then
    insert into bank_entry_uses (
      end_customer_id, bank_entry_use_id, entry_id, payment_id, used_by, source_id, amount_minor, state
    )
    select new.end_customer_id, gen_random_uuid(), payment.entry_id, payment.payment_id, 'allocation', new.allocation_id,
      payment.amount_minor, 'reserved'
    from payments payment
    where payment.end_customer_id = new.end_customer_id and payment.payment_id = new.payment_id and booked_by is null
      and not exists (
        select from bank_entry_uses used
        where used.end_customer_id = new.end_customer_id and used.payment_id = new.payment_id
          and used_by = 'allocation' and state <> 'released'
      )
    returning entry_id, amount_minor into used_entry, amount;
    update camt053_entries set used_minor = used_minor + amount
    where end_customer_id = new.end_customer_id and entry_id = used_entry;
  elsif old.state = 'draft' and new.state = 'posted' and new.credit_base_minor is null then
    -- It has booked the bank, on its first line, whichever of the payment's drafts came first.
    update bank_entry_uses
    set state = 'posted', source_id = new.allocation_id, journal_entry_id = new.journal_entry_id, line_number = 1
    where end_customer_id = new.end_customer_id and payment_id = new.payment_id and used_by = 'allocation'
      and state = 'reserved';
  elsif old.state <> 'reversed' and new.state = 'reversed' then
    select allocation_id into heir from allocations
    where end_customer_id = new.end_customer_id and payment_id = new.payment_id and state = 'draft'
    order by allocation_id
    limit 1;
    if keep_returned_uses(new.end_customer_id, new.allocation_id, new.reversal_journal_entry_id, 1) is not null then
      null;
    elsif heir is null then
      update bank_entry_uses set state = 'released', released_at = now()
      where end_customer_id = new.end_customer_id and source_id = new.allocation_id and used_by = 'allocation'
        and state <> 'released'
      returning entry_id, amount_minor into used_entry, amount;
      update camt053_entries set used_minor = used_minor - amount
      where end_customer_id = new.end_customer_id and entry_id = used_entry;
    else
      update bank_entry_uses set source_id = heir
      where end_customer_id = new.end_customer_id and source_id = new.allocation_id and used_by = 'allocation'
        and state = 'reserved';
    end if;
    if new.journal_entry_id is not null then
      perform release_bank_entry_uses(new.end_customer_id, new.journal_entry_id);
    end if;
  end if;
  return null;
end $$;
