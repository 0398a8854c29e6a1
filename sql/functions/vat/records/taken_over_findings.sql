-- Tax that was taken over with open items, beside the memo of each item: one record for each of its tax lines that is not
-- declared, in their order, with the amounts of the line in the currency of the item. Under the net tax rate method the base has
-- the tax in it. Tax that is shown too high has a larger base. Purchases at net rates, and items of who was not registered,
-- have no records at all. The day of supply is that of the line, its period or the document. Every row is a finding.
create or replace function taken_over_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with items as (
    select open_item_id, item.kind, payment_id, item.entry_number, item.line_number, tax_lines, amount_minor, base_amount_minor,
      item.document_date,
      tax_due @? '$[*] ? (@.kind == "taken_over")' as has_records, (
        select consideration from vat_registration_changes
        where end_customer_id = customer and valid_from <= item.posting_date
        order by valid_from desc, change_number desc
        limit 1
      ) as consideration
    from open_items item
    join journal_lines line
      on line.end_customer_id = customer and line.entry_number = item.entry_number and line.line_number = item.line_number
    where item.end_customer_id = customer and (jsonb_typeof(item.tax_lines) = 'array' or line.tax_due is not null)
  ), memos as (
    select open_item_id, row_number() over (partition by open_item_id order by position) as number, tax_code,
      case when is_reduction then -net_minor else net_minor end as net_minor,
      case when is_reduction then -tax_minor else tax_minor end as tax_minor,
      coalesce(line #>> '{supply_period,to}', line ->> 'supply_date', to_char(document_date, 'YYYY-MM-DD'))
        || coalesce(' from ' || (line #>> '{supply_period,from}'), '') as supplied
    from items
    cross join lateral jsonb_array_elements(case jsonb_typeof(tax_lines) when 'array' then tax_lines end)
      with ordinality as stated (line, position)
    cross join lateral (
      select line ->> 'tax_code' as tax_code, line ->> 'tax_code' like 'VS%' as is_reduction,
        (line #>> '{net_amount,amount_minor}')::numeric as net_minor,
        (line #>> '{tax_amount,amount_minor}')::numeric as tax_minor
    ) memo
    where line -> 'declared' = 'false' and tax_code <> 'NONE'
      and (has_records or consideration = 'received' and tax_code like 'V%')
  ), records as (
    select open_item_id, row_number() over (partition by open_item_id order by record_number) as number,
      record ->> 'tax_code' as tax_code, record ? 'activity_id' or record ->> 'form_figure' is null as is_gross,
      (record ->> 'rate_bp')::numeric as rate_bp,
      (coalesce(record -> 'document', record) ->> 'base_minor')::numeric as base_minor,
      (coalesce(record -> 'document', record) ->> 'tax_minor')::numeric as tax_minor,
      (record ->> 'supply_date') || coalesce(' from ' || (record #>> '{supply_period,from}'), '') as supplied
    from items
    cross join lateral tax_taken_over(customer, items.entry_number, items.line_number)
  )
  select 'tax that is taken over with an item is that of its memo',
    open_item_name(kind, open_item_id, payment_id) || ', tax line ' || number,
    coalesce(memos.tax_code || ' ' || base.expected_minor || ', tax ' || tax.expected_minor || ', ' || memos.supplied, 'none'),
    coalesce(records.tax_code || ' ' || records.base_minor || ', tax ' || records.tax_minor || ', ' || records.supplied, 'none')
  from memos
  full join records using (open_item_id, number)
  join items using (open_item_id)
  cross join lateral (select case when is_gross then net_minor + memos.tax_minor else net_minor end as expected_minor) base
  cross join lateral (select case when is_gross then 0 else memos.tax_minor end as expected_minor) tax
  where memos.tax_code is distinct from records.tax_code or memos.supplied is distinct from records.supplied
    or tax.expected_minor is distinct from records.tax_minor
    or abs(records.base_minor) < abs(base.expected_minor) or records.base_minor * base.expected_minor < 0
    or records.base_minor <> base.expected_minor and abs(memos.tax_minor) - round(abs(net_minor) * rate_bp / 10000) <= 5
  union all
  select 'tax that was declared before its item was taken over is that of its memo',
    open_item_name(kind, open_item_id, payment_id) || ', tax line ' || record_number,
    coalesce(memo ->> 'tax_code' || ' ' || base.expected_minor || ', tax ' || tax.expected_minor || ', ' || stated.supplied, 'none'),
    record.tax_code || ' ' || record.base_minor || ', tax ' || record.tax_minor || ', ' || record.supplied
  from items
  cross join lateral (
    select number as record_number, record ->> 'tax_code' as tax_code,
      record ? 'activity_id' or record ->> 'form_figure' is null as is_gross, (record ->> 'rate_bp')::numeric as rate_bp,
      abs((transferred.record ->> 'base_minor')::numeric) as base_minor, abs((transferred.record ->> 'tax_minor')::numeric) as tax_minor,
      (transferred.record ->> 'supply_date') || coalesce(' from ' || (transferred.record #>> '{supply_period,from}'), '') as supplied,
      items.tax_lines -> (number - 1) as memo
    from transferred_memos(customer, open_item_id) transferred (line_number, number, account_code, record)
  ) record
  -- In the books, at the value that was taken over.
  cross join lateral (
    select round(abs((memo #>> '{net_amount,amount_minor}')::numeric * base_amount_minor / amount_minor)) as net_minor,
      round(abs((memo #>> '{tax_amount,amount_minor}')::numeric * base_amount_minor / amount_minor)) as tax_minor,
      case when base_amount_minor = amount_minor then 0 else 1 end as tolerance,
      coalesce(memo #>> '{supply_period,to}', memo ->> 'supply_date', to_char(document_date, 'YYYY-MM-DD'))
        || coalesce(' from ' || (memo #>> '{supply_period,from}'), '') as supplied
  ) stated
  cross join lateral (
    select case when is_gross then stated.net_minor + stated.tax_minor else stated.net_minor end as expected_minor
  ) base
  cross join lateral (select case when is_gross then 0 else stated.tax_minor end as expected_minor) tax
  where record.tax_code is distinct from memo ->> 'tax_code' or record.supplied is distinct from stated.supplied
    or memo -> 'declared' = 'false'
    or abs(record.tax_minor - tax.expected_minor) > tolerance or record.base_minor - base.expected_minor < -tolerance
    or record.base_minor - base.expected_minor > tolerance and stated.tax_minor - round(stated.net_minor * rate_bp / 10000) <= 5
$$;
