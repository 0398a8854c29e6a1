-- The tax of an item that was taken over as declared, once a change of consideration has transferred it: nothing but the first
-- transfer has it whole. Each record has the number of its line in the memo of the item, and the account that its balance
-- stands on.
create or replace function transferred_memos(customer uuid, item_id uuid)
returns table (line_number smallint, record_number integer, account_code text, record jsonb)
language sql stable as $$
  select distinct on (due.record_number) item.line_number, due.record_number,
    coalesce(due.record ->> 'account_code', item.account_code),
    due.record - '{declares,consideration,tax_date,vat_period,whole}'::text[]
      || (due.record -> 'whole') || jsonb_build_object('kind', 'taken_over')
  from (
    -- sql.md: lateral limit 1
    select open_item_id, journal_entry_id, line_number, account_code from open_items
    where end_customer_id = customer and open_item_id = item_id and jsonb_typeof(tax_lines) = 'array'
    limit 1
  ) item
  cross join lateral (
    -- sql.md: offset 0
    select distinct moved.entry_number from open_item_changes moved
    where moved.end_customer_id = customer and moved.open_item_id = item.open_item_id and moved.purpose = 'transfer'
      and moved.amount_minor = 0
    offset 0
  ) change
  -- sql.md: lateral in order
  cross join lateral (
    select tax_due from journal_lines
    where end_customer_id = customer and entry_number = change.entry_number and tax_due is not null
    order by journal_lines.line_number
  ) line
  cross join lateral (
    select record, (record #>> '{declares,record_number}')::integer as record_number
    from jsonb_array_elements(line.tax_due) record
  ) due
  where due.record ? 'whole' and due.record #>> '{declares,journal_entry_id}' = item.journal_entry_id::text
    and (due.record #>> '{declares,line_number}')::integer = item.line_number
  order by due.record_number, change.entry_number
$$;
