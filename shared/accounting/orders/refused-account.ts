import type { PaymentWarning } from './debits-to-look-at.ts'
import type { OrderTerms } from './order-terms.ts'

/** The bank has not paid to this account the last time, as it is closed or no such one: it will come back once more, night after night. */
export function warnOfAccount(iban: string, { refused_accounts }: OrderTerms): PaymentWarning[] {
  const refused = refused_accounts.get(iban)
  if (refused === undefined) return []
  const message = `A payment to ${iban} was rejected or came back on ${refused.day} with ${refused.code}: ${REASONS[refused.code] ?? 'the account cannot be paid'}. Ask the supplier for its account before you send the file, and send that as creditor.iban in instructions.`
  return [{ code: 'account_refused', entry_id: null, message }]
}

/** @source ISO 20022, ExternalReturnReason1Code */
const REASONS: Readonly<Record<string, string>> = {
  AC01: 'there is no such account',
  AC03: 'there is no such account',
  AC04: 'the account is closed',
  AC06: 'the account is blocked',
  AC07: 'the account is closed',
  AC14: 'the account is of another kind',
  AC15: 'the account has changed',
  AG01: 'the account takes no such payments',
}
