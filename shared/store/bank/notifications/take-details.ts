import type { BankEntry } from '../../../camt053/bank-entry/bank-entry.ts'
import { incomingPaymentsInSteps, returnedPaymentsInSteps } from '../../../camt053/bank-entry/incoming-payments.ts'
import { payeeAccountOf } from '../../../camt053/bank-entry/payee-account.ts'
import type { TransactionDetails } from '../../../camt053/bank-entry/transaction-details.ts'
import { newUuid } from '../../../process/ids.ts'
import { inTurns } from '../../../process/in-turns.ts'
import { row, sql, type Tx } from '../../db/database.ts'
import { amountsAsBigint } from '../../db/json.ts'
import { insertInPieces } from '../insert-payments-of.ts'
import { takePaymentsBack, undoReturns } from '../payments.ts'

/** A bank entry whose details have come, with the payment that it is as a whole. */
export type WholeBankEntry = {
  readonly entry_id: string
  readonly import_id: string
  readonly account: string
  readonly bank_entry: BankEntry
  /** Null for debits, and where there is nothing to be paid. */
  readonly payment: WholePayment | null
  readonly is_used: boolean
}
type WholePayment = { readonly payment_id: string; readonly returned_by: string | null }

/** Locks payments, then bank entries, each in the order of their ids. sql.md: lock, then read */
export async function lockWholeEntries(tx: Tx, end_customer_id: string, entry_ids: readonly string[]): Promise<void> {
  const ids = sql.array(entry_ids, 'uuid')
  await tx.query(sql.type(row())`
    select from payments where end_customer_id = ${end_customer_id} and entry_id = any(${ids})
    order by payment_id
    for update
  `)
  await tx.query(sql.type(row())`
    select from camt053_entries where end_customer_id = ${end_customer_id} and entry_id = any(${ids})
    order by entry_id
    for update
  `)
}

/** Some of them, which the caller has locked; without their own details, which may be large and which nobody needs. */
export async function readWholeEntries(tx: Tx, end_customer_id: string, entry_ids: readonly string[]) {
  const ids = sql.array(entry_ids, 'uuid')
  type Row = Omit<WholeBankEntry, 'bank_entry'> & { readonly entry: string }
  const found = await tx.any(sql.type(row<Row>())`
    select entry_id, import_id, account, jsonb_set(entry, '{tx_details}', '[]')::text as entry, payment,
      used_minor > 0 or coalesce(payment_is_used, false) as is_used
    from camt053_entries
    left join lateral (
      select jsonb_build_object('payment_id', payment_id, 'returned_by', returned_by) as payment,
        booked_by is not null or returned_by is null and open_amount_minor <> payments.amount_minor as payment_is_used
      from payments
      where payments.end_customer_id = ${end_customer_id} and payments.entry_id = camt053_entries.entry_id
        and transaction_number = 0 and superseded_by is null
    ) paid on true
    where end_customer_id = ${end_customer_id} and entry_id = any(${ids})
  `)
  return found.map(({ entry, ...rest }): WholeBankEntry => {
    return { ...rest, bank_entry: JSON.parse(entry, amountsAsBigint) as BankEntry }
  })
}

/**
 * Makes payments of the details of a bank entry, in place of its payment as a whole; those of a reversal take back the
 * payments that they name, and the one of a debit says who got it. They are what they would have been if the bank entry had come with its details.
 */
export async function takeDetails(
  tx: Tx,
  end_customer_id: string,
  { entry_id, import_id, account, bank_entry: whole, payment }: WholeBankEntry,
  details: readonly TransactionDetails[],
  superseded_by: string,
): Promise<void> {
  const bank_entry = { ...whole, tx_details: details }
  const { booking_date, value_date } = bank_entry
  if (payment) {
    const paid = await inTurns(incomingPaymentsInSteps(bank_entry))
    await supersede(tx, end_customer_id, payment.payment_id, superseded_by, paid.length === 1)
    const named = { entry_id, import_id, bank_account: account, booking_date, value_date }
    const payments = paid.map((one) => ({ payment_id: newUuid(), ...named, ...one }))
    await insertInPieces(tx, end_customer_id, payments)
    if (payment.returned_by) await returnAll(tx, end_customer_id, entry_id, payment.returned_by)
  }
  const payee_account = payeeAccountOf(bank_entry)
  if (payee_account !== null) await savePayee(tx, end_customer_id, entry_id, payee_account)
  const returned = await inTurns(returnedPaymentsInSteps(bank_entry))
  if (returned.length === 0) return
  await undoReturns(tx, end_customer_id, entry_id)
  await takePaymentsBack(
    tx,
    end_customer_id,
    returned.map((one) => ({ entry_id, bank_account: account, ...one })),
  )
}

/** Of one detail alone the payment has the number of the whole, so the whole gives it away. */
async function supersede(tx: Tx, end_customer_id: string, payment_id: string, superseded_by: string, is_one: boolean) {
  await tx.query(sql.type(row())`
    update payments
    set superseded_by = ${superseded_by}, open_amount_minor = 0, returned_by = null,
      transaction_number = case when ${is_one} then -1 else transaction_number end
    where end_customer_id = ${end_customer_id} and payment_id = ${payment_id}
  `)
}

/** The bank has taken the whole back before its details came. */
async function returnAll(tx: Tx, end_customer_id: string, entry_id: string, returned_by: string): Promise<void> {
  await tx.query(sql.type(row())`
    update payments set returned_by = ${returned_by}, open_amount_minor = 0
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id} and superseded_by is null
  `)
}

async function savePayee(tx: Tx, end_customer_id: string, entry_id: string, payee_account: string): Promise<void> {
  await tx.query(sql.type(row())`
    update camt053_entries set payee_account = ${payee_account}
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id}
  `)
}
