-- What a document has of each rate, less what credit notes have taken back that it was set off against before an entry, each by its
-- share of that entry; of a credit note what it takes back. Null for an item that no document has opened.
create or replace function tax_to_credit(customer uuid, item_id uuid, before_id uuid)
returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'documented_on', item.document_date, 'currency', item.currency, 'item_minor', item.amount_minor::text, 'taxes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'rate_bp', rate_bp, 'net_rate_bp', net_rate_bp, 'activity_id', activity_id, 'minor', round(minor)::bigint::text
      ) order by rate_bp desc, net_rate_bp desc, activity_id)
      from (
        select rate_bp, net_rate_bp, activity_id, sum(minor) as minor
        from (
          select rate_bp, net_rate_bp, activity_id, minor from tax_by_rate(customer, item_id)
          union all
          select rate_bp, net_rate_bp, activity_id,
            minor * abs(credited.amount_minor::numeric / note.amount_minor) * abs(own.amount_minor / sums.credited_minor)
          from open_item_changes own
          join journal_entries booking on booking.end_customer_id = customer and booking.entry_number = own.entry_number
          join open_item_changes credited on credited.end_customer_id = customer and credited.entry_number = own.entry_number
          join open_items note
            on note.end_customer_id = customer and note.open_item_id = credited.open_item_id and note.kind = item.kind
              and sign(note.amount_minor) <> sign(item.amount_minor)
          cross join lateral (
            select nullif(sum(change.amount_minor), 0) as credited_minor
            from open_item_changes change
            join open_items other
              on other.end_customer_id = customer and other.open_item_id = change.open_item_id and other.kind = item.kind
                and sign(other.amount_minor) = sign(item.amount_minor)
            where change.end_customer_id = customer and change.entry_number = own.entry_number
          ) sums
          cross join lateral tax_by_rate(customer, note.open_item_id) taken
          where item.amount_minor > 0 and own.end_customer_id = customer and own.open_item_id = item_id and own.amount_minor <> 0
            and (before_id is null or own.entry_number < (
              select entry_number from journal_entries
              where end_customer_id = customer and journal_entry_id = before_id
            ))
            and not exists (
              select from journal_entries reversal
              where reversal.end_customer_id = customer and reversal.reversal_of = booking.journal_entry_id
            ) and booking.reversal_of is null
        ) each
        group by rate_bp, net_rate_bp, activity_id
      ) of_rate
    ), '[]')
  )
  from open_items item
  join journal_entries entry on entry.end_customer_id = item.end_customer_id and entry.entry_number = item.entry_number
  where item.end_customer_id = customer and item.open_item_id = item_id and item.kind in ('receivable', 'payable')
    and entry.source_type in ('customer_invoice', 'expense_document')
$$;
