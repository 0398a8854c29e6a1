-- The first day, from one on, on which two names of an account at the bank are mapped to different ledger accounts. One that
-- is mapped to none says nothing.
create or replace function unequal_bank_mapping(customer uuid, iban text, qr_iban text, since date)
returns table (day date, account_code text, qr_account_code text) language sql stable as $$
  select days.day, bank_ledger_account(customer, iban, days.day), bank_ledger_account(customer, qr_iban, days.day)
  from (
    select since
    union
    select unnest(array[valid_from, valid_to + 1]) from account_mappings
    where end_customer_id = customer
      and mapping_key in ('posting.bank', 'posting.bank.' || iban, 'posting.bank.' || qr_iban)
  ) days (day)
  where days.day >= since
    and bank_ledger_account(customer, iban, days.day) <> bank_ledger_account(customer, qr_iban, days.day)
  order by days.day
  limit 1
$$;
