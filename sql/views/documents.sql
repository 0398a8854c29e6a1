-- Open items of customers that are named by a document_id, as processes of the release before know them.
create or replace view documents as
select end_customer_id, open_item_id as document_id, source_fact_id, journal_entry_id, account_code,
  partner_name as customer_name, partner_reference as customer_reference, document_number, document_date, due_date,
  payment_reference, currency, amount_minor, open_amount_minor, base_amount_minor, base_open_amount_minor, state,
  created_at
from open_items
where kind in ('receivable', 'customer_credit') and payment_id is null;
