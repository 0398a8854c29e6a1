-- The tax of an invoice or a credit note by its rates, in the currency of its item and signed like it: at net tax rates the turnover of each
-- activity. Nothing for items that no document has opened, nor for acquisition and import tax, which are no part of the amount.
create or replace function tax_by_rate(customer uuid, item_id uuid)
returns table (rate_bp integer, net_rate_bp integer, activity_id text, minor numeric)
language sql stable as $$
  select (tax ->> 'rate_bp')::integer, (tax ->> 'net_rate_bp')::integer, tax ->> 'activity_id',
    sum(case when tax ->> 'direction' = 'output_reduction' then -1 else 1 end
      * (case when tax ? 'net_rate_bp' then tax ->> 'base_minor' else tax ->> 'tax_minor' end)::numeric)
      * item.amount_minor / nullif(item.base_amount_minor, 0)
  from open_items item
  join journal_entries entry on entry.end_customer_id = item.end_customer_id and entry.entry_number = item.entry_number
  join journal_lines line on line.end_customer_id = item.end_customer_id and line.entry_number = item.entry_number
  where item.end_customer_id = customer and item.open_item_id = item_id
    and entry.source_type in ('customer_invoice', 'expense_document')
    and tax ->> 'direction' in ('output', 'output_reduction', 'input_material', 'input_operating')
  group by 1, 2, 3, item.amount_minor, item.base_amount_minor
$$;
