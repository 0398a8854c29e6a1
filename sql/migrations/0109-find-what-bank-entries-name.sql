-- A bank entry names what it pays: the reference of an invoice, also of one that is closed already, or the batch of an order.
set local lock_timeout = '20s';
create index open_items_by_reference on open_items (
  end_customer_id, left(upper(regexp_replace(payment_reference, '[[:space:]]', '', 'g')), 100)
) where payment_reference is not null;
create index payment_order_lines_of_batch on payment_order_lines (end_customer_id, payment_information_id);
-- What the planner is to know of the first one at once.
analyze open_items;
