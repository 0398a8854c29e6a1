import type { NumberedDocument } from '../../../camt053/matching/orders/doubt-of-payment.ts'
import { publicId } from '../../../process/ids.ts'
import { wordsOfNumbers } from '../../bank/uses/doubts/numbers-of-others.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import { bareNumber } from '../../open-items/named/compacted.ts'
import { isAlike, itemsOfAllocation } from './items-of-allocation.ts'
import type { AllocatedPayment } from './told-payments.ts'

const NAMED = {
  end_customer_id: 'uuid',
  allocation_id: 'uuid',
  amount_minor: 'int8',
  currency: 'text',
  number: 'text',
} as const

/**
 * Other documents whose number the text of a payment has: those that are open with just its amount, and those that were paid before, of the same customer and amount as one that
 * it is allocated to. By the id of the allocation.
 */
export async function findNumberedDocuments(
  db: Db,
  told: readonly AllocatedPayment[],
): Promise<ReadonlyMap<string, readonly NumberedDocument[]>> {
  const named = told.flatMap(({ end_customer_id, allocation_id, amount_minor, currency, text, own_documents }) => {
    const own_numbers = own_documents.map(({ document_number }) => document_number)
    const numbers = wordsOfNumbers([text], own_numbers)
    return numbers.map((number) => ({ end_customer_id, allocation_id, amount_minor, currency, number }))
  })
  if (named.length === 0) return new Map()
  const found = await db.any(sql.type(row<NumberedDocument & { allocation_id: string }>())`
    select distinct named.allocation_id, other.open_item_id as id, other.document_number as number, other.closed_on is null as is_open
    from ${recordset('named', NAMED, named)}
    join allocations allocation using (end_customer_id, allocation_id)
    -- sql.md: lateral limit 1
    cross join lateral (
      select open_item_id, document_number, partner_reference, partner_name, amount_minor, open_amount_minor, currency, closed_on from open_items
      where end_customer_id = named.end_customer_id and document_number is not null and kind = 'receivable' and state <> 'reversed'
        and ${bareNumber(sql.fragment`document_number`)} = named.number
      limit 1000
    ) other
    cross join lateral (
      select bool_or(item.open_item_id = other.open_item_id) as is_own, bool_or(${isAlike}) as has_alike
      from ${itemsOfAllocation}
    ) own
    where not own.is_own and (
      other.amount_minor = named.amount_minor and other.open_amount_minor = named.amount_minor and other.currency = named.currency
      or other.closed_on <= allocation.posting_date and own.has_alike
    )
    order by other.open_item_id
  `)
  return Map.groupBy(
    found.map((one) => ({ ...one, id: publicId('document', one.id) })),
    ({ allocation_id }) => allocation_id,
  )
}
