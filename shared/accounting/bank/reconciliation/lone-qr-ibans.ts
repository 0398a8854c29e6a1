import { isQrIban } from '../iban.ts'
import type { StatementGap } from './reconciliation.ts'

type Accounts = {
  readonly bank_accounts: readonly string[]
  readonly qr_ibans?: readonly { readonly iban: string; readonly qr_iban: string }[]
}

/**
 * QR-IBANs that count as accounts of their own beside an IBAN of which nobody has named the QR-IBAN. A QR-IBAN has no balance of
 * its own, so the money of one account may count twice.
 */
export function loneQrIbans({ bank_accounts, qr_ibans = [] }: Accounts, date: string): StatementGap[] {
  const paired = new Set(qr_ibans.flatMap(({ iban, qr_iban }) => [iban, qr_iban]))
  const open = bank_accounts.filter((name) => !paired.has(name))
  if (open.every(isQrIban)) return []
  return open.filter(isQrIban).map((bank_account) => {
    const place = { bank_account, after: null, before: null, date, contradiction: null }
    return { ...place, kind: 'lone_qr_iban', amount_minor: 0n }
  })
}
