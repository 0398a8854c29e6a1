import { sql } from '../../db/database.ts'

/**
 * Of an advance (item), what vouchers have paid back of it, and the tax that they have taken back. One that uses other items of its kind
 * beside it does not tell whose tax it takes back, and one that sets it off without tax is of a final invoice, which has taken the tax.
 */
export const paidBackOfItem = sql.fragment`
  select jsonb_build_object(
    'amount_minor', coalesce(sum(used.amount_minor), 0)::text,
    'taxes', coalesce(jsonb_path_query_array(jsonb_agg(told.taxes), '$[*][*]'), '[]')
  ) as paid_back
  from (
    select entry_number, sum(amount_minor) as amount_minor, bool_or(purpose = 'refund') as is_refund
    from open_item_changes change
    where change.end_customer_id = item.end_customer_id and change.open_item_id = item.open_item_id
      and purpose not in ('opened', 'reversal', 'revaluation')
    group by entry_number
  ) used
  join journal_entries booking on booking.end_customer_id = item.end_customer_id and booking.entry_number = used.entry_number
  cross join lateral (
    select jsonb_agg(jsonb_build_object(
      'tax_code', tax ->> 'tax_code', 'activity_id', tax ->> 'activity_id',
      'base_minor', abs((tax ->> 'base_minor')::numeric)::text, 'tax_minor', abs((tax ->> 'tax_minor')::numeric)::text
    )) as taxes
    from journal_lines line
    where line.end_customer_id = item.end_customer_id and line.entry_number = used.entry_number and not tax ? 'kind'
      and sign((tax ->> 'base_minor')::numeric) = case when tax ->> 'direction' = 'output_reduction' then 1
        when tax ->> 'direction' in ('input_material', 'input_operating') and item.kind = 'supplier_advance' then -1 end
  ) told
  where booking.source_type = 'journal_voucher' and (used.is_refund or told.taxes is not null)
    and not exists (
      select from open_item_changes beside
      join open_items other on other.end_customer_id = item.end_customer_id and other.open_item_id = beside.open_item_id
      where beside.end_customer_id = item.end_customer_id and beside.entry_number = used.entry_number
        and other.open_item_id <> item.open_item_id and other.kind = item.kind
    )
    and not exists (
      select from journal_entries reversal
      where reversal.end_customer_id = item.end_customer_id and reversal.reversal_of = booking.journal_entry_id
    )
`
