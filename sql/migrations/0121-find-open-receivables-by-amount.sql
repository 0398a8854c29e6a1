-- A payment may be for a document of another customer, which is found by its amount.
set local lock_timeout = '20s';
create index open_items_billed on open_items (end_customer_id, amount_minor) where kind = 'receivable' and closed_on is null;
