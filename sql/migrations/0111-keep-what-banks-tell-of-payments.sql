-- What the bank has told last of a payment (pain.002): one that it has is not withdrawn without its word. Of reports from before
-- only what they say of the whole order is known here.
set local lock_timeout = '20s';
alter table payment_order_lines add column bank_status text;
alter table payment_order_lines alter column bank_status set statistics 0;

update payment_order_lines line set bank_status = told.status
from (
  select distinct on (end_customer_id, payment_order_id) end_customer_id, payment_order_id, status
  from payment_status_reports
  where status is not null
  order by end_customer_id, payment_order_id, status_report_id desc
) told
where line.end_customer_id = told.end_customer_id and line.payment_order_id = told.payment_order_id;
