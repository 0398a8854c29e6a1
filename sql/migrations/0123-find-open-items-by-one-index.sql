-- What is open was in two indexes, by the day on which it is due and by the day on which it began. Each document wrote both; one of both does.
set local lock_timeout = '20s';
-- Items that are open: those of a side that are due first or overdue, and those that had begun by a day.
create index open_items_still_open on open_items (
  end_customer_id, kind, (amount_minor > 0), coalesce(due_date, document_date), least(posting_date, used_from)
) where closed_on is null;
