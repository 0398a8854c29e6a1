-- Nothing calls it any more; the release after drops it.
-- The records of an open item whose tax is due with payments, each with what of it is settled: declared by payments or
-- extinguished by write-offs. `settled` is in the currency of the document, `settled_book` in that of the books, at the value
-- that was booked with the document: what a payment valued anew is not part of it. The lines that moved the item say it.
-- Only receivables and payables have such tax: an advance is money that was received.
create or replace function tax_of_item(customer uuid, item_id uuid)
returns table (
  open_item_id uuid, amount_minor bigint, closed_minor bigint, moves bigint, journal_entry_id uuid, line_number smallint,
  account_code text, record jsonb, settled_base_minor numeric, settled_tax_minor numeric,
  settled_book_base_minor numeric, settled_book_tax_minor numeric
)
language sql stable as $$
  select item.open_item_id, item.amount_minor, -moved.amount_minor, moved.moves, item.journal_entry_id, line.line_number,
    line.account_code,
    line.tax || jsonb_build_object('base_minor', line.tax ->> 'base_minor', 'tax_minor', line.tax ->> 'tax_minor'),
    settled.base_minor, settled.tax_minor, settled.book_base_minor, settled.book_tax_minor
  from open_items item
  -- sql.md: lateral in order
  cross join lateral (
    select line_number, account_code, tax from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = item.entry_number
      and tax ->> 'kind' = 'not_due'
    order by line_number
  ) line
  cross join lateral (
    select coalesce(sum(change.amount_minor), 0)::bigint as amount_minor, count(*) as moves,
      coalesce(array_agg(distinct entry_number), '{}') as entries
    from open_item_changes change
    where change.end_customer_id = customer and change.open_item_id = item.open_item_id
  ) moved
  cross join lateral (
    select
      coalesce(sum((coalesce(due -> 'document', due) ->> 'base_minor')::numeric) filter (where is_settled), 0) as base_minor,
      coalesce(sum((coalesce(due -> 'document', due) ->> 'tax_minor')::numeric) filter (where is_settled), 0) as tax_minor,
      coalesce(sum(side * (due ->> 'base_minor')::numeric), 0) as book_base_minor,
      coalesce(sum(side * (due ->> 'tax_minor')::numeric), 0) as book_tax_minor
    from unnest(moved.entries) as entry (number)
    join journal_lines paid
      on paid.end_customer_id = customer and paid.entry_number = entry.number and paid.tax_due is not null
    cross join lateral jsonb_array_elements(paid.tax_due) due
    cross join lateral (select due ->> 'kind' <> 'not_due' as is_settled) told
    cross join lateral (select case when is_settled then 1 else -1 end as side) signed
    where due #>> '{declares,journal_entry_id}' = item.journal_entry_id::text
      and (due #>> '{declares,line_number}')::integer = line.line_number
  ) settled
  where item.end_customer_id = customer and item.open_item_id = item_id and item.kind in ('receivable', 'payable')
$$;
