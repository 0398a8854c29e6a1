import { shareOf } from '../../accounting/amounts/share-of.ts'
import type {
  ReducedSoFar,
  TakenTax,
  WaitingDeductions,
} from '../../accounting/settlement/deductions/reductions-so-far.ts'
import { reductionCodeOf } from '../../accounting/vat/tax-codes.ts'
import { sql } from '../db/database.ts'

/** A record of what reduces a document. Amounts are text. */
type RecordJson = {
  readonly entry_number: number
  readonly tax_code: string
  readonly direction: string
  readonly base_minor: string
  readonly tax_minor: string
  readonly activity_id: string | null
  readonly net_rate_bp: number | null
  /** It says itself whose document it reduces; without that the entry has closed several items together. */
  readonly is_named: boolean
  readonly is_extinguished: boolean
  readonly is_of_voucher: boolean
  /** What the entry has closed of the item, and of all items of its side. */
  readonly closed_minor: string
  readonly closed_of_all_minor: string
}

export type ReductionsRow = {
  readonly deducted: readonly (WaitingDeductions & { readonly is_booked: boolean })[]
  readonly records: readonly RecordJson[]
}

/**
 * Two columns: what the requests on an item have deducted, and the records of entries that have reduced its document. An entry
 * that is reversed has reduced nothing.
 */
export const reductionsOfItem = sql.fragment`
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'request_id', sent.request_id, 'is_booked', sent.state = 'posted', 'deductions', sent.deductions
    ) order by sent.request_id)
    from (
      select line.allocation_id as request_id, allocation.state, request -> 'lines' -> (line.line_number - 1) -> 'deductions' as deductions
      from allocation_lines line
      join allocations allocation
        on allocation.end_customer_id = line.end_customer_id and allocation.allocation_id = line.allocation_id
      where line.end_customer_id = item.end_customer_id and line.document_id = item.open_item_id
      union all
      select settlement.settlement_id, settlement.state, settlement.terms -> 'deductions'
      from supplier_settlements settlement
      where settlement.end_customer_id = item.end_customer_id and settlement.supplier_payable_id = item.open_item_id
    ) sent
    where sent.deductions is not null and sent.state in ('draft', 'posted')
  ), '[]') as deducted,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'entry_number', changed.entry_number, 'tax_code', record ->> 'tax_code', 'direction', record ->> 'direction', 'base_minor', record ->> 'base_minor',
      'tax_minor', record ->> 'tax_minor', 'activity_id', record ->> 'activity_id', 'net_rate_bp', record -> 'net_rate_bp', 'is_named', record ? 'reduces', 'is_extinguished', is_extinguished,
      'is_of_voucher', booking.source_type = 'journal_voucher', 'closed_minor', closed.minor::text,
      'closed_of_all_minor', closed.of_all_minor::text
    ))
    from (
      select distinct change.entry_number from open_item_changes change
      where change.end_customer_id = item.end_customer_id and change.open_item_id = item.open_item_id
        and change.purpose not in ('opened', 'reversal', 'revaluation')
    ) changed
    join journal_entries booking
      on booking.end_customer_id = item.end_customer_id and booking.entry_number = changed.entry_number
    cross join lateral (
      select coalesce(sum(-change.base_amount_minor) filter (where change.open_item_id = item.open_item_id), 0) as minor,
        coalesce(sum(-change.base_amount_minor), 0) as of_all_minor
      from open_item_changes change
      join open_items other
        on other.end_customer_id = change.end_customer_id and other.open_item_id = change.open_item_id
        and other.kind = item.kind
      where change.end_customer_id = item.end_customer_id and change.entry_number = changed.entry_number
    ) closed
    join journal_lines line on line.end_customer_id = item.end_customer_id and line.entry_number = changed.entry_number
    cross join lateral (
      select line.tax as record, false as is_extinguished
      where not line.tax ? 'reduced_items' and case when line.tax ? 'reduces' then line.tax ->> 'reduces' = item.open_item_id::text
        else not line.tax ? 'kind' and (line.tax ->> 'direction' = 'output_reduction'
          or line.tax ->> 'direction' in ('input_material', 'input_operating', 'acquisition', 'turnover_without_tax')
            and (line.tax ->> 'base_minor')::numeric * sign(item.amount_minor) < 0) end
      union all
      select line.tax || part || jsonb_build_object('reduces', item.open_item_id), false
      from jsonb_array_elements(line.tax -> 'reduced_items') part
      where part ->> 'open_item_id' = item.open_item_id::text
      union all
      select due, true from jsonb_array_elements(line.tax_due) due
      where due ->> 'kind' = 'extinguished' and due #>> '{declares,journal_entry_id}' = item.journal_entry_id::text
    ) taken
    where not exists (
      select from journal_entries reversal
      where reversal.end_customer_id = item.end_customer_id and reversal.reversal_of = booking.journal_entry_id
    )
  ), '[]') as records
`

/** Reductions as the rules want them. */
export function reducedSoFar({ deducted, records }: ReductionsRow): ReducedSoFar {
  const of = (is_booked: boolean) => deducted.filter((sent) => sent.is_booked === is_booked)
  return { booked: of(true).flatMap(({ deductions }) => deductions), pending: of(false), taken: takenBy(records) }
}

/** The input tax of acquisition tax is that of its entry with the same amounts: it may have the code of other purchases. */
function takenBy(records: readonly RecordJson[]): TakenTax[] {
  const acquired = new Set<RecordJson>()
  for (const record of records.filter(({ direction }) => direction === 'acquisition')) {
    acquired.add(record)
    const counter = records.find(
      (one) =>
        one.direction.startsWith('input') &&
        !acquired.has(one) &&
        one.entry_number === record.entry_number &&
        one.base_minor === record.base_minor &&
        one.tax_minor === record.tax_minor,
    )
    if (counter) acquired.add(counter)
  }
  return records.map((record) => takenByRecord(record, acquired.has(record)))
}

/** What several items have in common is shared by what the entry has closed of each; a voucher reduces no more than that. */
function takenByRecord(record: RecordJson, is_acquired: boolean): TakenTax {
  const { direction, is_named, is_extinguished, is_of_voucher, activity_id, net_rate_bp } = record
  const isPositive = is_extinguished || direction === 'output_reduction'
  const amount = (text: string) => (isPositive ? BigInt(text) : -BigInt(text))
  const closed = BigInt(record.closed_minor)
  const ofAll = BigInt(record.closed_of_all_minor)
  const own = (minor: bigint) => (is_named || is_extinguished ? minor : shareOf(minor, closed, ofAll))
  const tax_minor = own(amount(record.tax_minor))
  const base_minor = own(amount(record.base_minor))
  const gross = grossOf(direction, is_acquired, base_minor, tax_minor)
  const isMore = closed < 0n ? gross < closed : gross > closed
  return {
    tax_code: reductionCodeOf(record),
    gross_minor: is_of_voucher && isMore ? closed : gross,
    base_minor,
    tax_minor,
    is_acquired,
    is_of_voucher,
    is_named,
    ...(activity_id !== null && { activity_id, net_rate_bp }),
  }
}

/** Acquisition tax is owed beside the document, which its base reduces; its input tax reduces nothing more. */
function grossOf(direction: string, is_acquired: boolean, base_minor: bigint, tax_minor: bigint): bigint {
  if (!is_acquired) return base_minor + tax_minor
  return direction === 'acquisition' ? base_minor : 0n
}
