-- A VAT return names money of customers that came in its days and before its invoice: credit by the day on which it came, and
-- invoices that were paid before their own day, which are few.
set local lock_timeout = '20s';
create index open_items_credit on open_items (end_customer_id, posting_date) where kind = 'customer_credit';
create index open_items_paid_ahead on open_items (end_customer_id, used_from)
  where kind = 'receivable' and used_from < greatest(posting_date, document_date);
