import type { MatchablePayment } from '../../../camt053/matching/match.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { toldDetails } from '../details-of-entries.ts'
import { instructedIn } from '../open-movements.ts'

type Instructed = NonNullable<MatchablePayment['instructed']>

/** What was sent for these payments in another currency than that of the account, where the bank tells that and nothing of them is used. */
export async function findInstructedAmounts(
  db: Db,
  end_customer_id: string,
  payments: readonly string[],
): Promise<ReadonlyMap<string, Instructed>> {
  const found = await db.any(sql.type(row<Instructed & { payment_id: string }>())`
    select payment_id, instructed.currency, instructed.amount_minor
    from payments
    join camt053_entries on camt053_entries.end_customer_id = payments.end_customer_id
      and camt053_entries.entry_id = payments.entry_id and camt053_entries.amount_minor = payments.open_amount_minor
    -- sql.md: offset 0
    cross join lateral (select ${toldDetails} as details offset 0) told
    cross join lateral (
      select ${instructedIn('currency')} as currency, ${instructedIn('amount_minor')}::bigint as amount_minor
    ) instructed
    where payments.end_customer_id = ${end_customer_id} and payment_id = any(${sql.array(payments, 'uuid')})
      and instructed.currency <> payments.currency and instructed.amount_minor > 0
  `)
  return new Map(found.map(({ payment_id, ...instructed }) => [payment_id, instructed]))
}
