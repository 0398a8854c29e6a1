-- Open items of suppliers, as processes of the release before know them.
create or replace view supplier_payables as
select end_customer_id, open_item_id as supplier_payable_id, source_fact_id, journal_entry_id, account_code,
  partner_name as supplier_name, partner_reference as supplier_reference, document_number, document_date, due_date,
  payment_reference, currency, amount_minor, open_amount_minor, base_amount_minor, base_open_amount_minor, state,
  created_at
from open_items
where kind in ('payable', 'supplier_advance');
