import { loneQrIbans } from '../../../shared/accounting/bank/reconciliation/lone-qr-ibans.ts'
import type { StatementGap } from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { pairTwins } from '../../../shared/camt053/matching/pair-twins.ts'
import { inTurns } from '../../../shared/process/in-turns.ts'
import { findTwins } from '../../../shared/store/bank/accounts/entries-of-qr-iban.ts'
import type { ReconciledLedgerAccount } from '../../../shared/store/bank/reconciliation.ts'
import type { Db } from '../../../shared/store/db/database.ts'

/**
 * QR-IBANs of which nobody has named the IBAN, and equal bank entries under both names of an account about which nobody has
 * decided because both were in use.
 */
export async function findDoubtfulNames(
  db: Db,
  end_customer_id: string,
  account: ReconciledLedgerAccount,
  day: string,
): Promise<StatementGap[]> {
  const { bank_accounts, qr_ibans = [], currency } = account
  // Names are those of the accounts, whatever the currency.
  const gaps = account.base_currency === null ? [] : loneQrIbans(account, day)
  for (const { iban, qr_iban } of qr_ibans) {
    if (!bank_accounts.includes(qr_iban)) continue
    const twins = await findTwins(db, end_customer_id, iban, qr_iban)
    for (const { twin, other } of await inTurns(pairTwins(twins))) {
      if (twin.is_decided || other.is_decided || twin.date > day || twin.currency !== currency) continue
      const { date, amount_minor, entry_id } = twin
      const place = { bank_account: iban, after: null, before: null, date, contradiction: null }
      gaps.push({ ...place, kind: 'kept_twice', amount_minor, entry_ids: [other.entry_id, entry_id] })
    }
  }
  return gaps
}
