-- The changes of consideration that have transferred the tax of a record of an open item: what it follows from a day on. The record
-- is a line, or one of the tax that a line has taken over.
create or replace function transfers_of_item(customer uuid, item_id uuid, entry_id uuid, line smallint, record_number text)
returns table (entry_number bigint, consideration text, transferred_on date)
language sql stable as $$
  select transfer.entry_number, due ->> 'consideration', coalesce((due ->> 'tax_date')::date, transfer.posting_date)
  from (
    -- sql.md: offset 0
    select distinct change.entry_number from open_item_changes change
    where change.end_customer_id = customer and change.open_item_id = item_id and change.purpose = 'transfer'
      and change.amount_minor = 0
    offset 0
  ) change
  -- sql.md: lateral in order
  cross join lateral (
    select booked.entry_number, booked.posting_date, booked.tax_due from journal_lines booked
    where booked.end_customer_id = customer and booked.entry_number = change.entry_number and booked.tax_due is not null
    order by booked.line_number
  ) transfer
  cross join lateral jsonb_array_elements(transfer.tax_due) due
  where due ? 'consideration' and due #>> '{declares,journal_entry_id}' = entry_id::text
    and (due #>> '{declares,line_number}')::smallint = line
    and due #>> '{declares,record_number}' is not distinct from record_number
$$;
