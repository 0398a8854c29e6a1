-- What was told about a fact without blocking it; null where there is nothing, which costs a row nothing.
alter table fact_states add column warnings jsonb;

-- Decides which accounts take the result of a year, and how equity is laid out.
alter table end_customers add column legal_form text not null default 'company'
  check (legal_form in ('company', 'sole_proprietor', 'partnership', 'association', 'foundation'));

-- Income and expense of a running year that another system had booked.
alter table journal_entries drop constraint journal_entries_entry_type_check,
  add constraint journal_entries_entry_type_check
    check (entry_type in ('standard', 'opening', 'closing', 'takeover'));
alter table account_period_totals drop constraint account_period_totals_entry_type_check,
  add constraint account_period_totals_entry_type_check
    check (entry_type in ('standard', 'opening', 'closing', 'takeover'));

-- The default mappings of the new roles, from the first chart that lists their account on.
insert into account_mappings (
  end_customer_id, account_mapping_id, mapping_key, account_code, valid_from, valid_to, version, is_default
)
select distinct on (end_customer_id, role.mapping_key) end_customer_id, gen_random_uuid(), role.mapping_key,
  account_code, valid_from, null, 1, true
from (values
  ('posting.opening_balance', '{9100}'::text[]),
  ('posting.opening_balance.closing', '{9101}'),
  ('posting.result', '{2979,2991}'),
  ('posting.result.sole_proprietor', '{2891}'),
  ('posting.result.sole_proprietor.private', '{2850}'),
  ('posting.result.partnership.partner_a', '{2831}'),
  ('posting.result.partnership.partner_a.private', '{2820}'),
  ('posting.result.partnership.limited_partner_a', '{2881}'),
  ('posting.result.partnership.limited_partner_a.private', '{2870}')
) role (mapping_key, candidates)
join chart_accounts on account_code = any(candidates) and status = 'active'
where not exists (
  select from account_mappings known
  where known.end_customer_id = chart_accounts.end_customer_id and known.mapping_key = role.mapping_key
)
order by end_customer_id, role.mapping_key, array_position(candidates, account_code), valid_from;

-- There are few such entries, and checks look at them with every statement.
create index journal_entries_opening_closing on journal_entries (end_customer_id, entry_number)
  where entry_type in ('opening', 'closing');
create index account_period_totals_opening_closing on account_period_totals (end_customer_id, account_code)
  where entry_type in ('opening', 'closing');

-- A sum may be larger than any amount that it is the sum of.
alter table account_period_totals alter column debit_minor type numeric, alter column credit_minor type numeric;
