-- The kind of control account that a mapping key makes of its account, also for one currency; null for any other key.
create or replace function control_account_kind(mapping_key text)
returns text language sql immutable as $$
  select case
    when mapping_key ~ '^posting\.accounts_receivable(\.currency\.[A-Z]{3})?$' then 'receivable'
    when mapping_key ~ '^posting\.accounts_payable(\.currency\.[A-Z]{3})?$' then 'payable'
    when mapping_key = 'posting.customer_credit' then 'customer_credit'
    when mapping_key = 'posting.supplier_advance' then 'supplier_advance'
  end
$$;
