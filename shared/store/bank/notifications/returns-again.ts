import { returnedPaymentsInSteps } from '../../../camt053/bank-entry/incoming-payments.ts'
import { inTurns } from '../../../process/in-turns.ts'
import { row, sql, type Tx } from '../../db/database.ts'
import { asPartedText, type PartedText, readWholeEntry } from '../details-of-entries.ts'
import { takePaymentsBack, undoReturns } from '../payments.ts'
import { readJoinedDetails } from './joined-details.ts'

/**
 * Reversals that have not found all that they take back look again: the payments that they name have come with details.
 *
 * @param since the day of those payments
 * @returns bank entries that have found some
 */
export async function takeReturnsAgain(
  tx: Tx,
  end_customer_id: string,
  accounts: readonly string[],
  since: string,
): Promise<string[]> {
  if (accounts.length === 0) return []
  const found: string[] = []
  for (const { entry_id, account, ...text } of await findReversals(tx, end_customer_id, accounts, since)) {
    const bankEntry = await readWholeEntry(tx, 'camt053_entries', end_customer_id, entry_id, text)
    const joined = await readJoinedDetails(tx, end_customer_id, entry_id)
    const told = joined.length > 0 ? { ...bankEntry, tx_details: joined } : bankEntry
    const returned = await inTurns(returnedPaymentsInSteps(told))
    await undoReturns(tx, end_customer_id, entry_id)
    const wanted = returned.map((one) => ({ entry_id, bank_account: account, ...one }))
    found.push(...(await takePaymentsBack(tx, end_customer_id, wanted)))
  }
  return found
}

function findReversals(tx: Tx, end_customer_id: string, accounts: readonly string[], since: string) {
  return tx.any(sql.type(row<PartedText & { entry_id: string; account: string }>())`
    select entry_id, account, ${asPartedText} from camt053_entries
    where end_customer_id = ${end_customer_id} and booking_date >= ${since}
      and account in (
        select unnest(bank_account_names(${end_customer_id}, name))
        from unnest(${sql.array(accounts, 'text')}) as named (name)
      )
      and is_booked and is_reversal and credit_debit = 'DBIT' and coalesce(repeat_state = 'new', true)
      and amount_minor > (
        select coalesce(sum(payments.amount_minor), 0) from payments
        where payments.end_customer_id = ${end_customer_id} and returned_by = camt053_entries.entry_id
      )
    order by booking_date, entry_id
  `)
}
