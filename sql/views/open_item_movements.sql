-- Everything that moved an open item, its opening first, with the sign of the item. Their sum is its balance; up to a
-- date it is what was open on that day. Amounts that drafts have reserved are no movements.
create or replace view open_item_movements as
select end_customer_id, open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor,
  'opened' as purpose
from open_items
union all
select end_customer_id, open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor, purpose
from open_item_changes;
