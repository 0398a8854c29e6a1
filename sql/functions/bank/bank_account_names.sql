-- The names under which rows of an account at the bank are kept.
create or replace function bank_account_names(customer uuid, name text) returns text[] language sql stable as $$
  select array_remove(array[bank_account_of(customer, name), (
    select qr_iban from bank_accounts
    where end_customer_id = customer and iban = bank_account_of(customer, name) and joined_at is not null
  )], null)
$$;
