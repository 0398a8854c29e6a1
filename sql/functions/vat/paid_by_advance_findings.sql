-- Tax that says that it is due at once, in an entry that has other tax due with a payment: an advance has paid that part, and the
-- line that takes it off says so too (docs/decisions, 131). Every row is a finding. What the advance has paid of each tax is
-- computed again: what the entry takes off of money, with its tax, over that and what is left to pay. Each line may be rounded by
-- one unit, and what was converted by one more. An entry that also asks for the next advance is compared by its sides alone, as
-- nothing tells the tax of what is supplied from that of the advance. Reversals mirror what is looked at here.
create or replace function paid_by_advance_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  with stating as materialized (
    select distinct line.entry_number
    from journal_lines line
    join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = line.entry_number
    where line.end_customer_id = customer and line.tax ->> 'kind' = 'due' and entry.reversal_of is null
  ), item_lines as materialized (
    select distinct entry_number, line_number, kind
    from (
      select item.entry_number, item.line_number, item.kind from stating
      join open_items item on item.end_customer_id = customer and item.entry_number = stating.entry_number
      union all
      select change.entry_number, change.line_number, item.kind from stating
      join open_item_changes change on change.end_customer_id = customer and change.entry_number = stating.entry_number
      join open_items item on item.end_customer_id = customer and item.open_item_id = change.open_item_id
    ) moved
  ), lines as materialized (
    select line.entry_number, line.line_number, item.kind as item_kind, tax ->> 'kind' as kind, tax ->> 'tax_code' as tax_code,
      concat_ws(' ', tax ->> 'tax_code', tax ->> 'supply_date', tax ->> 'activity_id') as of_tax,
      debit_minor::numeric - credit_minor as debit,
      case when tax ->> 'direction' = 'output_reduction' then -1 else 1 end * (tax ->> 'base_minor')::numeric as base,
      case when tax ->> 'direction' = 'output_reduction' then -1 else 1 end * (tax ->> 'tax_minor')::numeric as tax
    from stating
    join journal_lines line on line.end_customer_id = customer and line.entry_number = stating.entry_number
    left join item_lines item on item.entry_number = line.entry_number and item.line_number = line.line_number
  ), money as (
    select entry_number, sum(debit) filter (where item_kind in ('customer_credit', 'supplier_advance')) as taken_off,
      coalesce(sum(debit) filter (where item_kind in ('receivable', 'payable')), 0) as to_pay,
      min(sign(debit)) filter (where item_kind in ('customer_credit', 'supplier_advance'))
        <> max(sign(debit)) filter (where item_kind in ('customer_credit', 'supplier_advance')) as asks_for_next,
      case when bool_or(item_kind in ('payable', 'supplier_advance')) then -1 else 1 end as side
    from lines
    group by entry_number
  ), sided as (
    -- Of what is supplied an advance takes off what has the sign of the whole; its own tax has the other one.
    select entry_number, item_kind, kind, tax_code, of_tax, debit, base, tax, sign(base * side * taken_off) as on_side
    from lines
    join money using (entry_number)
    where kind in ('due', 'not_due')
  ), taxes as (
    select entry_number, of_tax, on_side, min(tax_code) as tax_code, count(*) as records,
      coalesce(sum(base) filter (where kind = 'due'), 0) as due_base, coalesce(sum(base), 0) as base,
      coalesce(sum(tax) filter (where kind = 'due'), 0) as due_tax, coalesce(sum(tax), 0) as tax,
      case when bool_and(kind = 'due') then coalesce(sum(debit) filter (where item_kind is null), 0) else 0 end as booked
    from sided
    group by entry_number, of_tax, on_side
  ), paid as (
    select money.entry_number, asks_for_next, advance.minor as paid_minor, to_pay + advance.minor as whole_minor
    from money
    cross join lateral (
      select taken_off + coalesce(sum(booked) filter (where on_side = -1), 0) as minor
      from taxes where taxes.entry_number = money.entry_number
    ) advance
  )
  select 'tax that is due at once beside a payment is what an advance has paid',
    'entry ' || entry_number || ', ' || tax_code || ', ' || name, round(part * whole)::text, due::text
  from taxes
  join paid using (entry_number)
  cross join lateral (
    select case
      when paid_minor is null or paid_minor * whole_minor <= 0 then 0 else least(paid_minor / whole_minor, 1)
    end as part
  ) share
  cross join lateral (values ('base', base, due_base), ('tax', tax, due_tax)) amount (name, whole, due)
  where (on_side = 1 and asks_for_next is not true or paid_minor is null) and abs(part * whole - due) > records + 2
$$;
