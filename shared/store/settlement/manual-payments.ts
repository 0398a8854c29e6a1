import type { ManualPaymentState } from '../../contract/settlement/manual-payments.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { type IntentRow, intentsOn } from './intents.ts'

export type ManualPaymentRow = {
  end_customer_id: string
  manual_payment_id: string
  state: ManualPaymentState
  amount_minor: bigint
  currency: string
  event_date: string
  source_channel: string
  reference: string | null
  evidence_sha256: string | null
  correction_payment_id: string | null
  created_at: string
  intents: IntentRow[]
}

export type NewManualPayment = Omit<ManualPaymentRow, 'state' | 'correction_payment_id' | 'intents'> & {
  readonly actor_id: string
  readonly request_id: string
}

export async function insertManualPayment(tx: Tx, manualPayment: NewManualPayment): Promise<void> {
  await tx.query(sql.type(row())`
    insert into manual_payments (
      end_customer_id, manual_payment_id, amount_minor, currency, event_date, source_channel, reference,
      evidence_sha256, actor_id, request_id, created_at
    ) values (
      ${manualPayment.end_customer_id}, ${manualPayment.manual_payment_id}, ${manualPayment.amount_minor},
      ${manualPayment.currency}, ${manualPayment.event_date}, ${manualPayment.source_channel},
      ${manualPayment.reference}, ${manualPayment.evidence_sha256}, ${manualPayment.actor_id},
      ${manualPayment.request_id}, ${manualPayment.created_at}::timestamptz
    )
  `)
}

export function lockManualPayment(tx: Tx, end_customer_id: string, manual_payment_id: string) {
  return tx.maybeOne(sql.type(row<Pick<ManualPaymentRow, 'manual_payment_id' | 'state'>>())`
    select manual_payment_id, state from manual_payments
    where end_customer_id = ${end_customer_id} and manual_payment_id = ${manual_payment_id}
    for update
  `)
}

export async function reverseManualPayment(
  tx: Tx,
  key: Pick<ManualPaymentRow, 'end_customer_id' | 'manual_payment_id'>,
  reason: string,
  correction_payment_id: string | null,
): Promise<void> {
  await tx.query(sql.type(row())`
    update manual_payments
    set state = 'reversed', reversal_reason = ${reason}, correction_payment_id = ${correction_payment_id}
    where end_customer_id = ${key.end_customer_id} and manual_payment_id = ${key.manual_payment_id}
  `)
}

const columns = sql.fragment`
  end_customer_id, manual_payment_id, state, amount_minor, currency, event_date, source_channel, reference,
  evidence_sha256, correction_payment_id, created_at,
  ${intentsOn({ end_customer_id: sql.fragment`manual_payments.end_customer_id`, subject_id: sql.fragment`manual_payment_id` })}
`

export function findManualPayment(db: Db, manual_payment_id: string, visible: Visibility) {
  return db.maybeOne(sql.type(row<ManualPaymentRow>())`
    select ${columns} from manual_payments where manual_payment_id = ${manual_payment_id} and ${visibleTo(visible)}
  `)
}

/** Oldest first. */
export function listManualPayments(
  db: Db,
  query: { end_customer_id: string; state: ManualPaymentRow['state'] | null; limit: number },
  after: string | null,
): Promise<Page<ManualPaymentRow>> {
  return listPage<ManualPaymentRow>(
    db,
    sql.fragment`
    select ${columns} from manual_payments
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${query.end_customer_id}`,
        query.state && sql.fragment`state = ${query.state}`,
      ],
      key: 'manual_payment_id',
      after,
      limit: query.limit + 1,
    })}
  `,
    query.limit,
  )
}
