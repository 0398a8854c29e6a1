import { findQrIbans } from '../../../accounting/bank/find-qr-ibans.ts'
import { todayInSwitzerland } from '../../../process/clock.ts'
import type { Tx } from '../../db/database.ts'
import { findFirstDayOf, listAccountNames, listBankAccounts, saveBankAccount } from './bank-accounts.ts'

/**
 * Keeps which QR-IBAN is which account's, as far as mappings and bank statements say it.
 *
 * @param incoming names that bank statements have which are about to be kept
 */
export async function keepFoundQrIbans(tx: Tx, end_customer_id: string, incoming: readonly string[]): Promise<void> {
  const known = await listBankAccounts(tx, end_customer_id)
  const names = await listAccountNames(tx, end_customer_id, todayInSwitzerland(), incoming)
  const found = findQrIbans(names, known)
  for (const pair of found) {
    const is_joined = (await findFirstDayOf(tx, end_customer_id, pair.qr_iban)) === null
    await saveBankAccount(tx, end_customer_id, { ...pair, is_joined })
  }
}
