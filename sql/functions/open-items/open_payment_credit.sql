-- The first allocation of a payment leaves the rest as customer credit: an item with the id of the payment. Whoever
-- allocates decides whose money it is: the item is of the partner of the documents, or else of the payer, or of nobody,
-- which is an empty name, where the bank names none. After the reversal of that allocation another one may leave credit
-- again, of somebody else, perhaps: that is the next item of the payment, which has named it already.
create or replace function open_payment_credit(customer uuid, entries bigint[])
returns void language plpgsql as $$
declare
  credit record;
begin
  for credit in
    select entry.entry_number, entry.posting_date, entry.journal_entry_id, entry.posted_at, payment.payment_id,
      payment.amount_minor - allocation.amount_minor as rest_minor, payment.credit_minor, payment.credit_base_minor,
      coalesce(payment.credit_item_id, payment.payment_id) as credit_item_id,
      coalesce(paid.partner_name, payment.debtor_name, '') as partner_name, paid.partner_reference, payment.booking_date, payment.currency,
      coalesce(line.line_number, 0) as line_number, coalesce(line.base_minor, 0) as base_minor,
      coalesce(line.account_code, allocation.credit_account_code, (
        select account_code from account_mappings
        where end_customer_id = customer and mapping_key = 'posting.customer_credit'
          and valid_from <= entry.posting_date
        order by valid_from desc limit 1
      )) as account_code
    from journal_entries entry
    join allocations allocation on allocation.end_customer_id = customer and allocation.allocation_id = entry.source_id
    join payments payment on payment.end_customer_id = customer and payment.payment_id = allocation.payment_id
    left join lateral partner_of_allocation(customer, allocation.allocation_id) paid on true
    left join lateral (
      -- A process of the release before does not say which line it is: the last credit of that amount on an account of
      -- credit. The lines of the receivables stand before it, a gain of that amount may stand behind it.
      select line_number, credit_minor as base_minor, account_code from journal_lines
      where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
        and case when allocation.credit_line_number is not null then line_number = allocation.credit_line_number
          else credit_minor > 0 and transaction_minor = payment.amount_minor - allocation.amount_minor
            and transaction_currency = payment.currency and account_code in (
              select control.account_code from control_accounts control
              where control.end_customer_id = customer and control.kind = 'customer_credit'
            )
        end
      order by line_number desc
      limit 1
    ) line on true
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'payment_allocation' and allocation.credit_base_minor is null
      and payment.amount_minor > allocation.amount_minor
    order by entry.entry_number
  loop
    insert into open_items (
      end_customer_id, open_item_id, kind, account_code, payment_id, journal_entry_id, entry_number, line_number,
      posting_date, partner_name, partner_reference, document_date, currency, amount_minor, base_amount_minor, open_amount_minor,
      base_open_amount_minor, state, created_at
    ) values (
      customer, credit.credit_item_id, 'customer_credit', credit.account_code, credit.payment_id, credit.journal_entry_id,
      credit.entry_number, credit.line_number, credit.posting_date, credit.partner_name, credit.partner_reference,
      coalesce(credit.booking_date, credit.posting_date), credit.currency, -credit.rest_minor, -credit.base_minor,
      -credit.credit_minor, -credit.credit_base_minor,
      state_of_item(credit.credit_minor),
      credit.posted_at
    );
  end loop;
end $$;
