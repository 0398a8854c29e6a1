import { publicId } from '../../../shared/process/ids.ts'
import { hashEntriesUnder, saveFirstHashes } from '../../../shared/store/bank/accounts/entries-of-qr-iban.ts'
import { findEntriesInCommon, isReadAsIban } from '../../../shared/store/bank/accounts/parting.ts'
import type { Tx } from '../../../shared/store/db/database.ts'

/** Of bank entries that stand in the way, so many are named. */
const NAMED = 10

/**
 * Takes an IBAN and its QR-IBAN apart, as far as nothing of them has become one: bank entries that came under the QR-IBAN are found
 * as those of the QR-IBAN again.
 *
 * @returns why that cannot be, in a sentence; null where it is done
 */
export async function partQrIban(
  tx: Tx,
  end_customer_id: string,
  iban: string,
  qr_iban: string,
): Promise<string | null> {
  if (await isReadAsIban(tx, end_customer_id, iban, qr_iban))
    return `Bank statements of ${qr_iban} were read as those of ${iban}, whose bank entries they are for good: their hashes say so. Dismiss those that are not its own, with the reason (POST /v1/camt-053/entries/{id}/dismiss), and import the bank statements of the right account under its IBAN.`
  const common = await findEntriesInCommon(tx, end_customer_id, iban, qr_iban, NAMED + 1)
  if (common.length > 0) {
    const named = common.slice(0, NAMED).map((id) => publicId('camt053_entry', id))
    const more = common.length > NAMED ? ' and more' : ''
    return `Bank entries of ${iban} and ${qr_iban} were compared, and these have something in common, or may have: ${named.join(', ')}${more}. The two cannot be taken apart. Decide what is in doubt with repeat-review; the bank reconciliation counts both names as one account.`
  }
  for await (const hashes of hashEntriesUnder(tx, end_customer_id, qr_iban, qr_iban))
    await saveFirstHashes(tx, end_customer_id, hashes)
  return null
}
