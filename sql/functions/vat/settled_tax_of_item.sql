-- The records of an open item whose tax is due with payments, each with what of it is settled: declared by payments or
-- extinguished by write-offs. `settled` is in the currency of the document, `settled_book` in that of the books, at the value
-- that was booked with the document: what a payment valued anew is not part of it. The lines that moved the item say it.
-- Only receivables and payables have such tax: an advance is money that was received. Tax that was taken over with an item
-- stands on the line that has opened it, and says its number there (`record_number`). Tax that was declared before its item was
-- taken over is here once it was transferred, with the number of its line in the memo of the item.
--
-- Where consideration has changed since, an entry has transferred the rest of the tax: `consideration` is what the record
-- follows from the day `transferred_on`. Tax that was due with its document (`is_due`) counts as settled with it. Such tax is
-- here once it was transferred, or with `with_due`, as far as it is that of the one item of its entry. Of a line that an advance has
-- paid in part the first transfer says the rest (`whole`): that is its tax here.
create or replace function settled_tax_of_item(customer uuid, item_id uuid, with_due boolean)
returns table (
  open_item_id uuid, amount_minor bigint, closed_minor bigint, moves bigint, journal_entry_id uuid, line_number smallint,
  account_code text, record jsonb, is_due boolean, consideration text, transferred_on date,
  settled_base_minor numeric, settled_tax_minor numeric, settled_book_base_minor numeric, settled_book_tax_minor numeric
)
language sql stable as $$
  select item.open_item_id, item.amount_minor, -moved.amount_minor, moved.moves, item.journal_entry_id, line.line_number,
    line.account_code,
    line.tax - '{vat_period,tax_date}'::text[]
      || jsonb_build_object('base_minor', whole.base_minor::text, 'tax_minor', whole.tax_minor::text),
    line.is_due, settled.consideration, settled.transferred_on,
    settled.base_minor + due.base_minor, settled.tax_minor + due.tax_minor,
    settled.book_base_minor + due.base_minor, settled.book_tax_minor + due.tax_minor
  from (
    -- sql.md: lateral limit 1
    select open_item_id, amount_minor, journal_entry_id, entry_number, line_number from open_items
    where end_customer_id = customer and open_item_id = item_id and kind in ('receivable', 'payable')
    limit 1
  ) item
  -- sql.md: lateral in order
  cross join lateral (
    (
      select taxed.line_number, taxed.account_code, taxed.tax, not taxed.tax ? 'kind' as is_due, 0 as record_number
      from journal_lines taxed
      where taxed.end_customer_id = customer and taxed.entry_number = item.entry_number
        and (taxed.tax ->> 'kind' = 'not_due' or not taxed.tax ? 'kind' and taxed.tax ->> 'direction' in (
          'output', 'output_reduction', 'turnover_without_tax', 'acquisition', 'input_material', 'input_operating'
        ))
      order by taxed.line_number
    )
    union all
    select number, account_code, record || jsonb_build_object('record_number', record_number), false, record_number
    from tax_taken_over(customer, item.entry_number, item.line_number) taken_over (number, record_number, account_code, record)
    union all
    select number, account_code, record || jsonb_build_object('record_number', record_number), true, record_number
    from transferred_memos(customer, item.open_item_id) memo (number, record_number, account_code, record)
    order by 1, 5
  ) line
  cross join lateral (
    select coalesce(sum(change.amount_minor), 0)::bigint as amount_minor,
      count(*) filter (where change.amount_minor <> 0) as moves,
      coalesce(array_agg(distinct entry_number), '{}') as entries
    from open_item_changes change
    where change.end_customer_id = customer and change.open_item_id = item.open_item_id
  ) moved
  cross join lateral (
    select
      coalesce(sum((coalesce(due -> 'document', due) ->> 'base_minor')::numeric) filter (where is_settled), 0) as base_minor,
      coalesce(sum((coalesce(due -> 'document', due) ->> 'tax_minor')::numeric) filter (where is_settled), 0) as tax_minor,
      coalesce(sum(side * (due ->> 'base_minor')::numeric), 0) as book_base_minor,
      coalesce(sum(side * (due ->> 'tax_minor')::numeric), 0) as book_tax_minor,
      (array_agg(due ->> 'consideration' order by paid.entry_number desc) filter (where due ? 'consideration'))[1]
        as consideration,
      (array_agg(coalesce((due ->> 'tax_date')::date, paid.posting_date) order by paid.entry_number desc)
        filter (where due ? 'consideration'))[1] as transferred_on,
      (array_agg(due -> 'whole' order by paid.entry_number) filter (where due ? 'whole'))[1] as whole
    from unnest(moved.entries) as entry (number)
    -- sql.md: lateral in order
    cross join lateral (
      select entry_number, posting_date, tax_due from journal_lines
      where end_customer_id = customer and entry_number = entry.number and tax_due is not null
      order by line_number
    ) paid
    cross join lateral jsonb_array_elements(paid.tax_due) due
    cross join lateral (select due ->> 'kind' <> 'not_due' as is_settled) told
    cross join lateral (select case when is_settled then 1 else -1 end as side) signed
    where due #>> '{declares,journal_entry_id}' = item.journal_entry_id::text
      and (due #>> '{declares,line_number}')::integer = line.line_number
      and coalesce((due #>> '{declares,record_number}')::integer, 0) = line.record_number
  ) settled
  cross join lateral (
    select (coalesce(settled.whole, line.tax) ->> 'base_minor')::numeric as base_minor,
      (coalesce(settled.whole, line.tax) ->> 'tax_minor')::numeric as tax_minor
  ) whole
  cross join lateral (
    select case when line.is_due then whole.base_minor else 0 end as base_minor,
      case when line.is_due then whole.tax_minor else 0 end as tax_minor
  ) due
  where not line.is_due or settled.consideration is not null or with_due and has_tax_of_item(customer, item.open_item_id)
$$;
