-- The posting settings, one JSON document for each end customer. Only accounts that a mapping names are in it.
create or replace view books as
select end_customer_id, jsonb_build_object(
  'base_currency', base_currency,
  -- Processes of the release before read this one; the next release removes it.
  'vat_method', vat_method,
  'vat_registrations', (
    select jsonb_agg(jsonb_build_object(
      'valid_from', valid_from, 'method', method, 'consideration', consideration, 'filing_period', filing_period,
      'activities', activities, 'exchange_rates', exchange_rates
    ) order by valid_from)
    from (
      select distinct on (valid_from) valid_from, method, consideration, filing_period, activities,
        exchange_rates
      from vat_registration_changes change where change.end_customer_id = customer.end_customer_id
      order by valid_from, change_number desc
    ) registration
  ),
  'vat_filed_through', (
    select max(period_end) from vat_filings filing
    where filing.end_customer_id = customer.end_customer_id and submission = 'first'
  ),
  'vat_filed_from', (
    select min(period_start) from vat_filings filing
    where filing.end_customer_id = customer.end_customer_id and submission = 'first'
  ),
  'legal_form', legal_form,
  'fiscal_years', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'fiscal_year_id', fiscal_year_id, 'start_date', start_date, 'end_date', end_date, 'state', state
    ) order by start_date), '[]')
    from fiscal_years where fiscal_years.end_customer_id = customer.end_customer_id
  ),
  'locked_through', (
    select locked_through from period_locks where period_locks.end_customer_id = customer.end_customer_id
    order by period_lock_id desc limit 1
  ),
  'chart_versions', (
    select coalesce(jsonb_agg(valid_from order by valid_from), '[]')
    from chart_versions where chart_versions.end_customer_id = customer.end_customer_id
  ),
  'chart_accounts', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'account_code', account_code, 'valid_from', valid_from, 'status', status
    )), '[]')
    from chart_accounts account
    where account.end_customer_id = customer.end_customer_id and account_code in (
      select account_code from account_mappings mapping
      where mapping.end_customer_id = customer.end_customer_id and mapping_key like 'posting.%'
    )
  ),
  'mappings', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'mapping_key', mapping_key, 'account_code', account_code, 'valid_from', valid_from, 'valid_to', valid_to
    )), '[]')
    from account_mappings mapping
    where mapping.end_customer_id = customer.end_customer_id and mapping_key like 'posting.%'
  ),
  'control_accounts', (
    select coalesce(jsonb_agg(jsonb_build_object('account_code', account_code, 'kind', kind) order by account_code, kind), '[]')
    from control_accounts where control_accounts.end_customer_id = customer.end_customer_id
  )
) as books
from end_customers customer;
