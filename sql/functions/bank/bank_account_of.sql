-- The account at the bank that a name means: the IBAN of a QR-IBAN, or else the name itself.
create or replace function bank_account_of(customer uuid, name text) returns text language sql stable as $$
  select coalesce((
    select iban from bank_accounts where end_customer_id = customer and qr_iban = name and joined_at is not null
  ), name)
$$;
