-- Payments of orders that the bank has rejected, or that were withdrawn: a debit may pay their payables all the same.
set local lock_timeout = '20s';

create index payment_order_lines_freed on payment_order_lines (end_customer_id, supplier_payable_id)
  where state in ('rejected', 'withdrawn');
