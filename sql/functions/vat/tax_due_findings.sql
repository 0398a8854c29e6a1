-- Tax that is due with payments, and what payments have made of it. Every row is a finding. What is settled is the share of
-- what is closed; each move may have rounded it by one unit, and nothing is left over of an item that is wholly open or
-- wholly closed. Under agreed consideration all of it is settled. What a line declares is tax of a document whose item the
-- entry has moved.
create or replace function tax_due_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with tax as materialized (
    select settled.open_item_id, settled.amount_minor,
      case when settled.consideration = 'agreed' then settled.amount_minor else settled.closed_minor end as closed_minor,
      moves, settled.line_number, record, settled_base_minor, settled_tax_minor, settled_book_base_minor, settled_book_tax_minor
    from open_items item
    cross join lateral settled_tax_of_item(customer, item.open_item_id, false) settled
    where item.end_customer_id = customer and item.state <> 'reversed' and exists (
      select from vat_registration_changes
      where vat_registration_changes.end_customer_id = customer and consideration = 'received'
    )
  ), shares as (
    select open_item_id, line_number, name, whole_minor * closed_minor / amount_minor as share_minor, settled_minor,
      case when closed_minor in (0, amount_minor) then 0 else moves end as tolerance
    from tax
    cross join lateral (
      values ('base', (coalesce(record -> 'document', record) ->> 'base_minor')::numeric, settled_base_minor),
        ('tax', (coalesce(record -> 'document', record) ->> 'tax_minor')::numeric, settled_tax_minor),
        ('base in the books', (record ->> 'base_minor')::numeric, settled_book_base_minor),
        ('tax in the books', (record ->> 'tax_minor')::numeric, settled_book_tax_minor)
    ) amount (name, whole_minor, settled_minor)
  )
  select 'tax that payments have settled is the share of what is paid',
    open_item_name(item.kind, item.open_item_id, item.payment_id) || ', line ' || shares.line_number || ', ' || name,
    round(share_minor)::text, settled_minor::text
  from shares
  join open_items item on item.end_customer_id = customer and item.open_item_id = shares.open_item_id
  where abs(share_minor - settled_minor) > tolerance
  union all
  select 'tax that a line makes due is that of an item which the entry has moved',
    'entry ' || line.entry_number || ', line ' || line.line_number, 'a line with tax that is not due',
    public_id('je', (due #>> '{declares,journal_entry_id}')::uuid)
  from journal_lines line
  cross join lateral jsonb_array_elements(line.tax_due) due
  where line.end_customer_id = customer and line.tax_due is not null and due ->> 'kind' <> 'taken_over' and not exists (
    select from open_items item
    join open_item_changes change
      on change.end_customer_id = customer and change.open_item_id = item.open_item_id
      and change.entry_number = line.entry_number
    join journal_lines original on original.end_customer_id = customer and original.entry_number = item.entry_number
    where item.end_customer_id = customer and item.journal_entry_id::text = due #>> '{declares,journal_entry_id}'
      and original.line_number = (due #>> '{declares,line_number}')::integer
      -- Tax that says that it is due was declared with money: no payment declares it, and no change of consideration takes it back.
      and case when due #> '{declares,record_number}' is null then coalesce(original.tax ->> 'kind', 'not_due') = 'not_due'
        else original.tax_due #>> array[((due #>> '{declares,record_number}')::integer - 1)::text, 'kind'] = 'taken_over'
          or due #>> '{declares,record_number}' in (select record_number::text from transferred_memos(customer, item.open_item_id)) end
  )
  union all
  select "check", subject, expected, found from paid_by_advance_findings(customer)
$$;
