import type { IncomingPayment } from '../../camt053/bank-entry/incoming-payments.ts'
import { NO_REFERENCE, realReference } from '../../camt053/repeats/bank-references.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { recordset } from '../db/recordset.ts'
import { PAYMENT_DAY } from './entry-day.ts'
import { isAllocatable } from './uses/allocatable-payments.ts'

export type NewPayment = IncomingPayment & {
  readonly payment_id: string
  readonly entry_id: string
  /** The import that brought the bank entry. */
  readonly import_id: string
  readonly bank_account: string
  readonly booking_date: string | null
  readonly value_date: string | null
}

const NEW_PAYMENT = {
  payment_id: 'uuid',
  entry_id: 'uuid',
  import_id: 'uuid',
  transaction_number: 'int4',
  bank_account: 'text',
  booking_date: 'date',
  value_date: 'date',
  currency: 'text',
  amount_minor: 'int8',
  debtor_name: 'text',
  debtor_account: 'text',
  end_to_end_id: 'text',
  payment_references: 'jsonb',
  remittance_text: 'text',
} as const

export async function insertPayments(tx: Tx, end_customer_id: string, payments: readonly NewPayment[]): Promise<void> {
  if (payments.length === 0) return
  await tx.query(sql.prepared('insert_payments', row())`
    insert into payments (
      end_customer_id, payment_id, entry_id, transaction_number, import_id, account, booking_date, value_date, currency,
      amount_minor, open_amount_minor, debtor_name, debtor_account, end_to_end_id, payment_references, remittance_text,
      created_at
    )
    select ${end_customer_id}, payment_id, entry_id, transaction_number, import_id, bank_account, booking_date,
      value_date, currency, amount_minor, amount_minor, debtor_name, debtor_account, end_to_end_id,
      array(select jsonb_array_elements_text(payment_references)), remittance_text, now()
    from ${recordset('payment', NEW_PAYMENT, payments)}
    -- Of a bank entry that was taken for a repeat meanwhile they are there.
    on conflict (end_customer_id, entry_id, transaction_number) do nothing
  `)
}

export type ReturnedPayment = IncomingPayment & { readonly entry_id: string; readonly bank_account: string }

const RETURNED_PAYMENT = {
  entry_id: 'uuid',
  bank_account: 'text',
  currency: 'text',
  amount_minor: 'int8',
  identification: 'text',
  payment_references: 'jsonb',
  debtor_name: 'text',
} as const

/** A collective reversal has tens of thousands, and a query ends within the statement timeout. */
const TAKEN_AT_ONCE = 500

/**
 * Takes payments back that the bank has reversed, each at most one (take_payment_back.sql), in their order.
 *
 * @returns the bank entries that have found some
 * @source ISO 20022 `RvslInd`; NOTPROVIDED and the like identify nothing
 */
export async function takePaymentsBack(
  tx: Tx,
  end_customer_id: string,
  returned: readonly ReturnedPayment[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let at = 0; at < returned.length; at += TAKEN_AT_ONCE) {
    const rows = returned.slice(at, at + TAKEN_AT_ONCE).map((one) => {
      return { ...one, identification: realReference(one.end_to_end_id) }
    })
    const entries = await tx.anyFirst(sql.prepared('take_payments_back', row<{ entry_id: string }>())`
      select entry_id
      from ${recordset('returned', RETURNED_PAYMENT, rows)}
      cross join lateral take_payment_back(
        ${end_customer_id}, entry_id, bank_account, currency, amount_minor, identification,
        array(select jsonb_array_elements_text(payment_references)), debtor_name, ${sql.array(NO_REFERENCE, 'text')}
      )
    `)
    for (const entry_id of entries) found.add(entry_id)
  }
  return found
}

/** Payments that a bank entry had taken back are as they were before: it may repeat the one that took them back. */
export async function undoReturns(tx: Tx, end_customer_id: string, entry_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    update payments set returned_by = null, open_amount_minor = (
      select case when booked_by is null then payments.amount_minor else credit_minor end - coalesce(sum(amount_minor), 0)
      from allocations
      where allocations.end_customer_id = ${end_customer_id} and allocations.payment_id = payments.payment_id
        and state = 'draft'
    )
    where end_customer_id = ${end_customer_id} and returned_by = ${entry_id}
  `)
}

export type PaymentRow = {
  end_customer_id: string
  payment_id: string
  entry_id: string
  import_id: string
  account: string
  booking_date: string | null
  value_date: string | null
  /** Of its bank entry, which may have no booking date. */
  day: string
  currency: string
  amount_minor: bigint
  open_amount_minor: bigint
  booked_by: string | null
  credit_minor: bigint
  credit_base_minor: bigint
  /** The item that its credit is, where that has another id than the payment. */
  credit_item_id: string | null
  debtor_name: string | null
  debtor_account: string | null
  end_to_end_id: string | null
  payment_references: string[]
  remittance_text: string
  returned_by: string | null
  /** The notification whose details are payments in its place. */
  superseded_by: string | null
  created_at: string
  /** False where something else has booked its bank entry, or nobody is to book it. */
  is_allocatable: boolean
  /** Its bank entry repeats another one, or may. */
  is_withdrawn: boolean
}

/** Only what was taken for a repeat after it had been counted has payments. */
const isWithdrawn = sql.fragment`exists (
  select from camt053_entries bank_entry
  where bank_entry.end_customer_id = payments.end_customer_id and bank_entry.entry_id = payments.entry_id
    and bank_entry.repeat_state in ('undecided', 'repeat')
)`

const columns = sql.fragment`
  end_customer_id, payment_id, entry_id, import_id, account, booking_date, value_date, currency, amount_minor,
  open_amount_minor, booked_by, credit_minor, credit_base_minor, credit_item_id, debtor_name, debtor_account, end_to_end_id,
  payment_references, remittance_text, returned_by, superseded_by, created_at, ${isAllocatable} as is_allocatable,
  ${isWithdrawn} as is_withdrawn, ${PAYMENT_DAY} as day
`

export function findPayment(db: Db, payment_id: string, visible: Visibility): Promise<PaymentRow | null> {
  return db.maybeOne(sql.type(row<PaymentRow>())`
    select ${columns} from payments where payment_id = ${payment_id} and ${visibleTo(visible)}
  `)
}

export function lockPayment(tx: Tx, end_customer_id: string, payment_id: string): Promise<PaymentRow | null> {
  return tx.maybeOne(sql.type(row<PaymentRow>())`
    select ${columns} from payments where end_customer_id = ${end_customer_id} and payment_id = ${payment_id}
    for update
  `)
}

export type PaymentFilter = {
  readonly end_customer_id: string
  readonly is_open: boolean | null
  readonly import_uuid: string | null
  readonly entry_uuid: string | null
  readonly limit: number
}

/** Oldest first. */
export function listPayments(db: Db, filter: PaymentFilter, after: string | null): Promise<Page<PaymentRow>> {
  const { end_customer_id, is_open, import_uuid, entry_uuid, limit } = filter
  return listPage<PaymentRow>(
    db,
    sql.fragment`
    select ${columns} from payments
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${end_customer_id}`,
        sql.fragment`superseded_by is null and not ${isWithdrawn}`,
        is_open !== null && sql.fragment`(open_amount_minor > 0 and ${isAllocatable}) = ${is_open}`,
        import_uuid && sql.fragment`import_id = ${import_uuid}`,
        entry_uuid && sql.fragment`entry_id = ${entry_uuid}`,
      ],
      key: 'payment_id',
      after,
      limit: limit + 1,
    })}
  `,
    limit,
  )
}
