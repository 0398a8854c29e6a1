import type { AccountCause } from '../../../accounting/vat/reconciliation/taxed-movement.ts'
import { type Db, row, sql } from '../../db/database.ts'

const CAUSE_OF_ROLE: Readonly<Record<string, AccountCause>> = {
  'posting.fx_gain': 'exchange_difference',
  'posting.fx_loss': 'exchange_difference',
  'posting.fx_difference': 'exchange_difference',
  'posting.rounding': 'rounding',
  'posting.revenue.reduction': 'reduction',
  'posting.bad_debt': 'reduction',
  'posting.expense.reduction': 'purchase_reduction',
}

/**
 * The accounts of differences, discounts and losses, by their roles on any day. An account that documents are booked on, too,
 * says nothing about a line.
 */
export async function findAccountsOfCauses(
  db: Db,
  end_customer_id: string,
): Promise<ReadonlyMap<string, AccountCause>> {
  const rows = await db.any(sql.type(row<{ account_code: string; mapping_key: string }>())`
    select account_code, min(mapping_key) as mapping_key
    from account_mappings
    where end_customer_id = ${end_customer_id} and account_code in (
      select account_code from account_mappings role
      where role.end_customer_id = ${end_customer_id} and mapping_key = any(${sql.array(Object.keys(CAUSE_OF_ROLE), 'text')})
    )
    group by account_code
    having bool_and(mapping_key = any(${sql.array(Object.keys(CAUSE_OF_ROLE), 'text')}))
  `)
  return new Map(
    rows.flatMap(({ account_code, mapping_key }): [string, AccountCause][] => {
      const cause = CAUSE_OF_ROLE[mapping_key]
      return cause ? [[account_code, cause]] : []
    }),
  )
}
