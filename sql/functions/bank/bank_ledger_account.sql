-- The ledger account of an account at the bank on a day: the one that is mapped to its IBAN or QR-IBAN, or else the one of
-- posting.bank. Null where none is mapped.
create or replace function bank_ledger_account(customer uuid, bank_account text, on_date date)
returns text language sql stable as $$
  select account_code from account_mappings
  where end_customer_id = customer and mapping_key in ('posting.bank', 'posting.bank.' || bank_account)
    and valid_from <= on_date and (valid_to is null or on_date <= valid_to)
  order by length(mapping_key) desc, valid_from
  limit 1
$$;
