-- Credit of a payment that is booked anew, after the reversal of its booking, is another item: it may be of another partner
-- and stand on another account. So far it was a change of the first item, which kept the partner for whom the payment was
-- booked at first. Whoever would wait for a long query gives up, and the release tries again.
set local lock_timeout = '20s';

-- The item that the credit is, once it is booked; null for that with the id of the payment.
alter table payments add column credit_item_id uuid;

alter table open_items alter
  -- The payment that left this credit. Its first credit has its id.
  column payment_id drop default;
alter table open_items drop constraint open_items_check;
-- The credits of a payment behind its first one.
create index open_items_credited_anew on open_items (end_customer_id, payment_id) where payment_id <> open_item_id;

-- Trigger of payments whose booking is reversed: their next credit may be of another partner and stand on another account, so
-- it is another item.
create function renew_credit_item()
returns trigger language plpgsql as $$
begin
  new.credit_item_id := gen_random_uuid();
  return new;
end $$;
create trigger renew_credit_item before update of booked_by on payments
  for each row when (old.booked_by is not null and new.booked_by is null) execute function renew_credit_item();

-- The item of the credit that a payment left has what the payment has. Whoever changes that holds the ledger head. What the
-- credit will be after the reversal of its booking, renew_credit_item names at the same time.
create or replace function keep_payment_credit()
returns trigger language plpgsql as $$
begin
  update open_items set open_amount_minor = -new.credit_minor, base_open_amount_minor = -new.credit_base_minor,
    state = case when new.credit_minor = 0 and new.credit_base_minor = 0 then 'settled' else 'open' end
  where end_customer_id = new.end_customer_id and open_item_id = coalesce(old.credit_item_id, old.payment_id);
  return null;
end $$;

-- Trigger of changes by which processes of the release before open credit that a payment leaves once more: it is an item of
-- its own now. A voucher gives it to the payer, an allocation to the partner of its documents, as open_payment_credit says.
create function open_credit_anew()
returns trigger language plpgsql as $$
begin
  insert into open_items (
    end_customer_id, open_item_id, kind, account_code, payment_id, journal_entry_id, entry_number, line_number,
    posting_date, partner_name, partner_reference, document_date, currency, amount_minor, base_amount_minor,
    open_amount_minor, base_open_amount_minor, created_at
  )
  select new.end_customer_id, payment.credit_item_id, 'customer_credit', coalesce(line.account_code, before.account_code),
    payment.payment_id, entry.journal_entry_id, new.entry_number, new.line_number, new.posting_date,
    coalesce(paid.partner_name, payment.debtor_name, ''), paid.partner_reference, new.posting_date, payment.currency,
    new.amount_minor, new.base_amount_minor, new.amount_minor, new.base_amount_minor, entry.posted_at
  from payments payment
  join open_items before on before.end_customer_id = new.end_customer_id and before.open_item_id = payment.payment_id
  join journal_entries entry on entry.end_customer_id = new.end_customer_id and entry.entry_number = new.entry_number
  left join journal_lines line
    on line.end_customer_id = new.end_customer_id and line.entry_number = new.entry_number
    and line.line_number = new.line_number
  left join lateral partner_of_allocation(
    new.end_customer_id, case entry.source_type when 'payment_allocation' then entry.source_id end
  ) paid on true
  where payment.end_customer_id = new.end_customer_id and payment.payment_id = new.open_item_id
    and payment.credit_item_id is not null;
  return case when found then null else new end;
end $$;
create trigger open_credit_anew before insert on open_item_changes
  for each row when (new.purpose = 'opened') execute function open_credit_anew();
