-- Notifications of one end customer, the bank entries that they complete, and the payments that they replace. Every row is a
-- finding.
create or replace function notification_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  select 'a notification belongs to a booked bank entry of its account, day and direction',
    'notification ' || public_id('nent', notified.notification_id),
    concat_ws(', ', bank_account_of(customer, notified.account), notified.day, notified.currency, notified.credit_debit,
      notified.is_reversal),
    coalesce(concat_ws(', ', bank_account_of(customer, entry.account), entry.booking_date, entry.currency,
      entry.credit_debit, entry.is_reversal), 'none')
  from camt054_entries notified
  left join camt053_entries entry
    on entry.end_customer_id = customer and entry.entry_id = notified.entry_id and entry.is_booked
  where notified.end_customer_id = customer and notified.entry_id is not null
    and (bank_account_of(customer, notified.account) = bank_account_of(customer, entry.account)
      and notified.day = entry.booking_date and notified.currency = entry.currency
      and notified.credit_debit = entry.credit_debit and notified.is_reversal = entry.is_reversal) is not true
  union all
  select 'a payment is superseded by a notification that completes its bank entry', 'payment ' || public_id('pay', payment_id),
    'a notification of bank entry ' || public_id('cent', payment.entry_id) || ', and nothing open',
    coalesce(public_id('nent', notification_id) || ', ' || state, 'none') || ', open ' || open_amount_minor
      || case when booked_by is null then '' else ', booked' end
  from payments payment
  left join camt054_entries notified
    on notified.end_customer_id = customer and notified.notification_id = payment.superseded_by
    and notified.entry_id = payment.entry_id
  where payment.end_customer_id = customer and superseded_by is not null
    -- Once the bank entry is found to repeat another one, the notification is one of that.
    and (state = 'joined' and open_amount_minor = 0 and booked_by is null or exists (
      select from camt053_entries entry
      where entry.end_customer_id = customer and entry.entry_id = payment.entry_id and possible_repeat_of is not null
    )) is not true
$$;
