import type { BankEntry } from '../../camt053/bank-entry/bank-entry.ts'
import { incomingPayments, returnedPayments } from '../../camt053/bank-entry/incoming-payments.ts'
import { newUuid } from '../../process/ids.ts'
import type { Tx } from '../db/database.ts'
import { insertPayments, type NewPayment, type ReturnedPayment, takePaymentBack } from './payments.ts'

type PayingBankEntry = {
  readonly entry_id: string
  /** The one that brought it. */
  readonly import_id: string
  readonly bank_account: string
  readonly bank_entry: BankEntry
}

/**
 * Inserts the payments of bank entries, and takes back those that the bank takes back.
 *
 * @returns the number of new payments
 */
export async function insertPaymentsOf(
  tx: Tx,
  end_customer_id: string,
  bankEntries: readonly PayingBankEntry[],
): Promise<number> {
  const payments = bankEntries.flatMap(paymentsOf)
  await insertPayments(tx, end_customer_id, payments)
  for (const returned of bankEntries.flatMap(returnsOf)) await takePaymentBack(tx, end_customer_id, returned)
  return payments.length
}

function paymentsOf({ bank_entry, entry_id, import_id, bank_account }: PayingBankEntry): NewPayment[] {
  const { booking_date, value_date } = bank_entry
  return incomingPayments(bank_entry).map((payment) => ({
    payment_id: newUuid(),
    entry_id,
    import_id,
    bank_account,
    booking_date,
    value_date,
    ...payment,
  }))
}

function returnsOf({ bank_entry, entry_id, bank_account }: PayingBankEntry): ReturnedPayment[] {
  return returnedPayments(bank_entry).map((payment) => ({ entry_id, bank_account, ...payment }))
}
