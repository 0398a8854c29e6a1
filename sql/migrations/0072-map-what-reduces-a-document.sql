-- The roles of what is lost and of what suppliers take off goods and material, in charts that have their accounts.
set local lock_timeout = '20s';

insert into account_mappings (
  end_customer_id, account_mapping_id, mapping_key, account_code, valid_from, version, is_default
)
select end_customer_id, gen_random_uuid(), mapping_key, account_code, min(valid_from), 1, true
from chart_accounts
join (values ('posting.bad_debt', '3805'), ('posting.expense.reduction', '4900')) role (mapping_key, code)
  on code = account_code
where status = 'active' and not exists (
  select from account_mappings known
  where known.end_customer_id = chart_accounts.end_customer_id and known.mapping_key = role.mapping_key
)
group by end_customer_id, mapping_key, account_code;
