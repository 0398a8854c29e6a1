import type { BankEntry } from '../../camt053/bank-entry/bank-entry.ts'
import { incomingPaymentsInSteps, returnedPaymentsInSteps } from '../../camt053/bank-entry/incoming-payments.ts'
import { newUuid } from '../../process/ids.ts'
import { eachInSteps, inTurns } from '../../process/in-turns.ts'
import type { Tx } from '../db/database.ts'
import { insertPayments, type NewPayment, type ReturnedPayment, takePaymentsBack } from './payments.ts'

type PayingBankEntry = {
  readonly entry_id: string
  /** The one that brought it. */
  readonly import_id: string
  readonly bank_account: string
  readonly bank_entry: BankEntry
}

/** A collective bank entry has tens of thousands, whose rows would be written in one go. */
const INSERTED_AT_ONCE = 500

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
  const payments = await inTurns(newPayments(bankEntries))
  await insertInPieces(tx, end_customer_id, payments)
  await takePaymentsBack(tx, end_customer_id, await inTurns(returnedBy(bankEntries)))
  return payments.length
}

/** Payments, however many they are. */
export async function insertInPieces(tx: Tx, end_customer_id: string, payments: readonly NewPayment[]): Promise<void> {
  for (let at = 0; at < payments.length; at += INSERTED_AT_ONCE)
    await insertPayments(tx, end_customer_id, payments.slice(at, at + INSERTED_AT_ONCE))
}

function* newPayments(bankEntries: readonly PayingBankEntry[]): Generator<void, NewPayment[]> {
  const payments: NewPayment[] = []
  for (const { bank_entry, entry_id, import_id, bank_account } of bankEntries) {
    const { booking_date, value_date } = bank_entry
    const found = yield* incomingPaymentsInSteps(bank_entry)
    const common = { entry_id, import_id, bank_account, booking_date, value_date }
    payments.push(...(yield* eachInSteps(found, (payment) => ({ payment_id: newUuid(), ...common, ...payment }))))
  }
  return payments
}

function* returnedBy(bankEntries: readonly PayingBankEntry[]): Generator<void, ReturnedPayment[]> {
  const returned: ReturnedPayment[] = []
  for (const { bank_entry, entry_id, bank_account } of bankEntries) {
    const found = yield* returnedPaymentsInSteps(bank_entry)
    returned.push(...found.map((payment) => ({ entry_id, bank_account, ...payment })))
  }
  return returned
}
