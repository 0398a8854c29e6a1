import { publicId } from '../../process/ids.ts'
import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import type { AllocationRow } from './allocations.ts'
import type { SettlementRow } from './settlements.ts'

/** What an item gets back, signed like the item. */
type GivenBack = { readonly open_item_id: string; readonly amount_minor: bigint; readonly base_minor: bigint }
const GIVEN_BACK = { open_item_id: 'uuid', amount_minor: 'int8', base_minor: 'int8' } as const

type OverdrawnItem = { open_item_id: string; payment_id: string | null; is_of_supplier: boolean }

/** The items, as clients name them, that would have an amount and less than no value if an allocation gave back its own. */
export function findOverdrawnByAllocation(db: Db, allocation: AllocationRow): Promise<string[]> {
  const { end_customer_id, payment_id, lines, amount_minor, credit_base_minor } = allocation
  const documents = lines.map((line) => ({
    open_item_id: line.document_id,
    amount_minor: BigInt(line.amount_minor),
    base_minor: BigInt(line.base_amount_minor),
  }))
  const credit = { open_item_id: payment_id, amount_minor: -amount_minor, base_minor: -(credit_base_minor ?? 0n) }
  return findOverdrawn(db, end_customer_id, credit_base_minor === null ? documents : [...documents, credit])
}

export function findOverdrawnBySettlement(db: Db, settlement: SettlementRow): Promise<string[]> {
  const { end_customer_id, supplier_payable_id, amount_minor, base_amount_minor } = settlement
  const given = { open_item_id: supplier_payable_id, amount_minor, base_minor: base_amount_minor }
  return findOverdrawn(db, end_customer_id, [given])
}

/** A closed item may have kept a value of a revaluation: amounts that are given back may be worth less than that. */
async function findOverdrawn(db: Db, end_customer_id: string, given: readonly GivenBack[]): Promise<string[]> {
  const items = await db.any(sql.type(row<OverdrawnItem>())`
    select open_item_id, payment_id, kind in ('payable', 'supplier_advance') as is_of_supplier
    from (
      select open_item_id, sum(amount_minor) as amount_minor, sum(base_minor) as base_minor
      from ${recordset('given', GIVEN_BACK, given)}
      group by open_item_id
    ) given
    join open_items item using (open_item_id)
    where end_customer_id = ${end_customer_id} and open_amount_minor + given.amount_minor <> 0
      and sign(base_open_amount_minor + given.base_minor) = -sign(item.amount_minor)
    order by open_item_id
  `)
  return items.map(({ payment_id, is_of_supplier, open_item_id }) =>
    publicId(payment_id ? 'payment' : is_of_supplier ? 'supplier_payable' : 'document', open_item_id),
  )
}
