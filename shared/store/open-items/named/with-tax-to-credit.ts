import type { TaxToCredit } from '../../../accounting/documents/tax-record.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { FoundItem } from './named.ts'

/** Adds what credit notes may take back to the items of end customers whose vouchers use one. No query is made where none does. */
export async function withTaxToCredit(db: Db, found: readonly FoundItem[]): Promise<readonly FoundItem[]> {
  const crediting = new Set(found.flatMap((item) => (item.is_credit_note ? item.end_customer_id : [])))
  if (crediting.size === 0) return found
  const taxes = new Map<string, TaxToCredit>()
  for (const end_customer_id of crediting) {
    const its = found.filter((item) => item.end_customer_id === end_customer_id)
    const ids = its.map(({ state }) => state.open_item_id)
    for (const { open_item_id, credit } of await findTaxToCredit(db, end_customer_id, ids))
      taxes.set(open_item_id, credit)
  }
  return found.map((item) => {
    const credit = taxes.get(item.state.open_item_id)
    return credit ? { ...item, state: { ...item.state, credit } } : item
  })
}

function findTaxToCredit(db: Db, end_customer_id: string, ids: readonly string[]) {
  return db.any(sql.type(row<{ open_item_id: string; credit: TaxToCredit }>())`
    select open_item_id, credit
    from unnest(${sql.array(ids, 'uuid')}) as wanted (open_item_id)
    cross join lateral tax_to_credit(${end_customer_id}, open_item_id, null) as credit
    where credit is not null
  `)
}
