-- All payments of orders for a payable, whatever became of them: a debit may pay it also after the bank has rejected its payment.
set local lock_timeout = '20s';

create index payment_order_lines_of_payable on payment_order_lines (end_customer_id, supplier_payable_id);
