-- Trigger of changes by which processes of the release before open credit that a payment leaves once more: it is an item of
-- its own now. A voucher gives it to the payer, an allocation to the partner of its documents, as open_payment_credit says.
create or replace function open_credit_anew()
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
