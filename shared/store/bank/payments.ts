import type { IncomingPayment } from '../../camt053/bank-entry/incoming-payments.ts'
import { NO_REFERENCE, realReference } from '../../camt053/repeats/bank-references.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { recordset } from '../db/recordset.ts'
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

/**
 * Takes a payment back that the bank has reversed: one of the same account and amount of which neither identification nor
 * reference nor payer says that it is another. It is named by its EndToEndId or a reference, else it is the newest of the
 * same payer, else the only one there is. Nothing more of it can be allocated; its allocations stay until a request
 * reverses them.
 *
 * @returns whether there was one
 * @source ISO 20022 `RvslInd`; NOTPROVIDED and the like identify nothing
 */
export async function takePaymentBack(tx: Tx, end_customer_id: string, returned: ReturnedPayment): Promise<boolean> {
  const references = sql.array(returned.payment_references, 'text')
  const found = await tx.maybeOneFirst(sql.prepared('take_payment_back', row<{ payment_id: string }>())`
    with candidates as (
      -- Null where one of the two does not say.
      select payment_id, identification = ${realReference(returned.end_to_end_id)} as same_identification,
        case when payment_references <> '{}' and ${references} <> '{}' then payment_references && ${references} end
          as same_reference,
        partner_name_key(debtor_name) = partner_name_key(${returned.debtor_name}) as same_payer
      from payments
      cross join lateral (
        -- As realReference has it.
        select case
          when written <> all(${sql.array(NO_REFERENCE, 'text')}) and written ~ '[1-9A-Z]' then written
        end as identification
        from upper(regexp_replace(end_to_end_id, '[[:space:]]', '', 'g')) written
      ) identified
      where end_customer_id = ${end_customer_id} and account = any(bank_account_names(${end_customer_id}, ${returned.bank_account})) and currency = ${returned.currency}
        and amount_minor = ${returned.amount_minor} and returned_by is null and superseded_by is null
    ), possible as (
      select payment_id, coalesce(same_identification or same_reference, false) as is_named, same_payer
      from candidates
      where same_identification is not false and same_reference is not false
        and (same_identification or same_reference or same_payer is not false)
    )
    update payments set returned_by = ${returned.entry_id}, open_amount_minor = 0
    where end_customer_id = ${end_customer_id} and payment_id = (
      select payment_id from possible
      where is_named or same_payer or (select count(*) = 1 from possible)
      order by is_named desc, same_payer desc nulls last, payment_id desc
      limit 1
    )
    returning payment_id
  `)
  return found !== null
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
  currency: string
  amount_minor: bigint
  open_amount_minor: bigint
  booked_by: string | null
  credit_minor: bigint
  credit_base_minor: bigint
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
  open_amount_minor, booked_by, credit_minor, credit_base_minor, debtor_name, debtor_account, end_to_end_id,
  payment_references, remittance_text, returned_by, superseded_by, created_at, ${isAllocatable} as is_allocatable,
  ${isWithdrawn} as is_withdrawn
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
