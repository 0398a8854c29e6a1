-- Trigger of account_mappings: an account becomes a control account when it is mapped to a role of open items, whoever
-- maps it, and stays one.
create or replace function keep_control_accounts()
returns trigger language plpgsql as $$
begin
  insert into control_accounts (end_customer_id, account_code, kind, since_entry_number)
  select distinct mapping.end_customer_id, account_code, control_account_kind(mapping_key), last_entry_number
  from new_mappings mapping join ledger_heads using (end_customer_id)
  where control_account_kind(mapping_key) is not null
  order by 1, 2, 3
  on conflict do nothing;
  return null;
end $$;
