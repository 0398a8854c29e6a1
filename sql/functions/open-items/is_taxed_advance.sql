-- Whether an item is money whose tax is declared already: the entry of an advance has more tax base of its side than its other
-- lines explain, or its own line has a record, or it was taken over with tax. Credit that a payment leaves has none.
create or replace function is_taxed_advance(customer uuid, item_id uuid) returns boolean language sql stable as $$
  select exists (
    select from open_items item
    join journal_entries entry on entry.end_customer_id = item.end_customer_id and entry.entry_number = item.entry_number
    cross join lateral (
      select bool_or(line_number = item.line_number and tax is not null) as has_record, sum(
        case
          when tax is not null and (tax ->> 'tax_minor')::numeric <> 0 then abs((tax ->> 'base_minor')::numeric)
          when tax is null and open_item is null and not is_of_item then -debit_minor - credit_minor
          else 0
        end
      ) filter (where is_debit = is_debit_of_item) as beyond_minor
      from (
        select line_number, debit_minor, credit_minor, tax, open_item, debit_minor > 0 as is_debit,
          bool_or(debit_minor > 0) filter (where line_number = item.line_number) over () as is_debit_of_item,
          exists (
            select from open_items opened
            where opened.end_customer_id = customer and opened.entry_number = item.entry_number
              and opened.line_number = line.line_number
          ) as is_of_item
        from journal_lines line
        where line.end_customer_id = customer and line.entry_number = item.entry_number
      ) lines
    ) booked
    where item.end_customer_id = customer and item.open_item_id = item_id
      and item.kind in ('customer_credit', 'supplier_advance')
      and entry.source_type in ('journal_voucher', 'customer_invoice', 'expense_document')
      and (jsonb_array_length(coalesce(item.tax_lines, '[]')) > 0 or has_record or beyond_minor > 0)
  )
$$;
