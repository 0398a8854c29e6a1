-- A rule leaves a bank entry alone that may undo what was settled lately with its partner, or names a document by its number.
set local lock_timeout = '20s';
create index open_item_changes_of_money on open_item_changes (end_customer_id, posting_date)
  where purpose in ('payment', 'refund');
create index open_items_by_number on open_items (
  end_customer_id, left(upper(regexp_replace(document_number, '[^[:alnum:]]', '', 'g')), 100)
) where document_number is not null;
-- What the planner is to know of the second one at once.
analyze open_items;
