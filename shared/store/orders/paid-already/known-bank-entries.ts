import { type Db, row, sql } from '../../db/database.ts'
import { isAnnouncedDebit } from './announced-debits.ts'

/** Of some ids those of bank entries of an end customer, or of what notifications tell it; and whether each is a debit, booked or announced, which may have paid something. */
export async function findKnownBankEntries(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly is_debit: boolean }>> {
  if (entry_ids.length === 0) return new Map()
  const found = await db.any(sql.type(row<{ entry_id: string; is_debit: boolean }>())`
    select entry_id, ${isDebit} as is_debit from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
    union
    select notification_id, ${isDebit} from camt054_entries
    where end_customer_id = ${end_customer_id} and notification_id = any(${sql.array(entry_ids, 'uuid')})
  `)
  return new Map(found.map(({ entry_id, is_debit }) => [entry_id, { is_debit }]))
}

const isDebit = sql.fragment`(is_booked and credit_debit = 'DBIT' and not is_reversal or ${isAnnouncedDebit})`
