-- Whether the tax of an entry is that of the one item which it opens. A document says so; a voucher where its taxed lines are of the
-- side of the item, in the currency of the books, not more than it, and reduce no other document. Of acquisitions the item has
-- the base alone.
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
  )
$$;
