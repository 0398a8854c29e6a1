-- What the selection of an order has found and left out, and what the order was warned of, as the request was answered. Null of orders from before.
set local lock_timeout = '20s';
alter table payment_orders add column left_out jsonb, add column warnings jsonb;
alter table payment_orders alter column left_out set statistics 0, alter column warnings set statistics 0;
