-- A bill that was entered twice is found by its amount, where its number is spelled otherwise.
set local lock_timeout = '20s';
create index open_items_owed on open_items (end_customer_id, amount_minor, document_date) where kind = 'payable';
