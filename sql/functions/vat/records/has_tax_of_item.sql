-- Whether the tax of an entry is that of the one item which it opens. A document says so, whatever advance it asks for or takes off beside
-- it; a voucher where its taxed lines are of the side of the item, in the currency of the books, not more than it, and reduce no other
-- document, and where nothing else stands on the side of the item: a cash sale beside it may be what is taxed. An advance that is taken
-- off was taxed with its money. Of acquisitions the item has the base alone.
create or replace function has_tax_of_item(customer uuid, item_id uuid)
returns boolean
language sql stable as $$
  select entry.source_type <> 'journal_voucher' or item.currency = entry.currency and coalesce(taxed.is_of_side, false) and case
      when taxed.is_acquisition then abs(taxed.base_minor) <= abs(item.amount_minor)
      else taxed.gross_minor * item.amount_minor >= 0 and abs(taxed.gross_minor) <= abs(item.amount_minor)
    end
  from open_items item
  join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = item.entry_number
  cross join lateral (
    select bool_and(not line.tax ?| '{reduces,reduced_items}'::text[] and line.tax ->> 'direction' = any(case item.kind
        when 'receivable' then '{output,output_reduction,turnover_without_tax}'::text[]
        else '{acquisition,input_material,input_operating}'::text[]
      end)) as is_of_side,
      bool_or(line.tax ->> 'direction' = 'acquisition') as is_acquisition,
      sum((line.tax ->> 'base_minor')::numeric) filter (where line.tax ->> 'direction' like 'input%') as base_minor,
      sum(case when line.tax ->> 'direction' = 'output_reduction' then -1 else 1 end
        * ((line.tax ->> 'base_minor')::numeric + (line.tax ->> 'tax_minor')::numeric)) as gross_minor
    from journal_lines line
    where line.end_customer_id = customer and line.entry_number = item.entry_number and line.tax is not null
      and not line.tax ? 'kind' and line.tax ->> 'direction' <> 'none'
  ) taxed
  where item.end_customer_id = customer and item.open_item_id = item_id and (
    select count(*) = 1 from open_items other
    where other.end_customer_id = customer and other.entry_number = item.entry_number
      and (entry.source_type = 'journal_voucher' or other.kind in ('receivable', 'payable'))
  ) and (entry.source_type <> 'journal_voucher' or not exists (
    select from journal_lines own
    join journal_lines beside
      on beside.end_customer_id = customer and beside.entry_number = item.entry_number
        and (beside.debit_minor > 0) = (own.debit_minor > 0)
    where own.end_customer_id = customer and own.entry_number = item.entry_number and own.line_number = item.line_number
      and beside.line_number <> own.line_number and beside.tax is null and not exists (
        select from open_item_changes used
        join open_items advance on advance.end_customer_id = customer and advance.open_item_id = used.open_item_id
          and advance.kind in ('customer_credit', 'supplier_advance')
        where used.end_customer_id = customer and used.entry_number = item.entry_number
          and used.line_number = beside.line_number
      )
  ))
$$;
