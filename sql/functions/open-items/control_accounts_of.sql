-- The codes of the control accounts of an end customer.
create or replace function control_accounts_of(customer uuid)
returns text[] language sql stable as $$
  select coalesce(array_agg(distinct account_code), '{}') from control_accounts where end_customer_id = customer
$$;
