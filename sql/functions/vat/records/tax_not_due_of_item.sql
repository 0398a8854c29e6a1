-- What of the tax of an open item is not due on a day, for each taxed line of its document, in the books: what its document
-- has added, or was taken over with it, less what payments, write-offs and transfers that count by then have taken, and less what the
-- reversal of the document has taken back. These sums add up to what the totals of the records say of all documents.
create or replace function tax_not_due_of_item(customer uuid, item_id uuid, entry bigint, entry_id uuid, day date)
returns table (
  line_number smallint, account_code text, tax_code text, rate_bp integer, form_figure text, activity_id text,
  base_minor numeric, tax_minor numeric
)
language sql stable as $$
  select line.line_number, line.account_code, line.tax ->> 'tax_code', (line.tax ->> 'rate_bp')::integer,
    line.tax ->> 'form_figure', line.tax ->> 'activity_id', booked.base_minor + moved.base_minor + reversed.base_minor,
    booked.tax_minor + moved.tax_minor + reversed.tax_minor
  from (
    select journal_lines.line_number, journal_lines.account_code, posting_date, tax, 0 as record_number
    from journal_lines
    where end_customer_id = customer and entry_number = entry
      and (tax ->> 'kind' = 'not_due' or not tax ? 'kind')
    union all
    select taken_over.line_number, taken_over.account_code, item.posting_date, record, record_number
    from open_items item
    cross join lateral tax_taken_over(customer, item.entry_number, item.line_number) taken_over
    where item.end_customer_id = customer and item.open_item_id = item_id
    union all
    -- What another system has declared is no longer due where it was transferred: the records that move it say how much.
    select memo.line_number, memo.account_code, null, record - 'kind', record_number
    from transferred_memos(customer, item_id) memo
    order by 1, 5
  ) line
  cross join lateral (
    select case when is_counted then (tax ->> 'base_minor')::numeric else 0 end as base_minor,
      case when is_counted then (tax ->> 'tax_minor')::numeric else 0 end as tax_minor
    from (
      select tax ->> 'kind' in ('not_due', 'taken_over') and coalesce((tax ->> 'tax_date')::date, line.posting_date) <= day as is_counted
    ) told
  ) booked
  -- sql.md: lateral in order
  cross join lateral (
    select coalesce(sum(side * (due ->> 'base_minor')::numeric), 0) as base_minor,
      coalesce(sum(side * (due ->> 'tax_minor')::numeric), 0) as tax_minor
    from (
      select distinct entry_number from open_item_changes change
      where change.end_customer_id = customer and change.open_item_id = item_id
    ) change
    join journal_lines paid
      on paid.end_customer_id = customer and paid.entry_number = change.entry_number and paid.tax_due is not null
    cross join lateral jsonb_array_elements(paid.tax_due) due
    cross join lateral (select case when due ->> 'kind' = 'not_due' then 1 else -1 end as side) signed
    where due #>> '{declares,journal_entry_id}' = entry_id::text
      and (due #>> '{declares,line_number}')::integer = line.line_number
      and coalesce((due #>> '{declares,record_number}')::integer, 0) = line.record_number
      and coalesce((due ->> 'tax_date')::date, paid.posting_date) <= day
  ) moved
  -- sql.md: lateral in order
  cross join lateral (
    select coalesce(sum((record ->> 'base_minor')::numeric), 0) as base_minor,
      coalesce(sum((record ->> 'tax_minor')::numeric), 0) as tax_minor
    from journal_entries reversal
    join journal_lines mirrored
      on mirrored.end_customer_id = customer and mirrored.entry_number = reversal.entry_number
        and mirrored.line_number = line.line_number
    cross join lateral (
      select case when line.record_number = 0 then mirrored.tax else mirrored.tax_due -> (line.record_number - 1) end as record
    ) told
    where reversal.end_customer_id = customer and reversal.reversal_of = entry_id
      and record ->> 'kind' in ('not_due', 'taken_over')
      and coalesce((record ->> 'tax_date')::date, mirrored.posting_date) <= day
  ) reversed
  where booked.base_minor + moved.base_minor + reversed.base_minor <> 0
    or booked.tax_minor + moved.tax_minor + reversed.tax_minor <> 0
$$;
