import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import { claimOf } from '../../../shared/accounting/bank/claim.ts'
import type { BankEntryLinkRequest } from '../../../shared/contract/bank/bank-entry-uses.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import { newUuid, publicId, uuidOf } from '../../../shared/process/ids.ts'
import {
  findLinkableLine,
  holdLines,
  insertLink,
  type LinkableLine,
} from '../../../shared/store/bank/uses/bank-entry-links.ts'
import type { LockedBankEntry } from '../../../shared/store/bank/uses/locked-bank-entries.ts'
import { findNamedBankEntries } from '../../../shared/store/bank/uses/usable-bank-entries.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { noneForCustomer } from '../../http/subject.ts'
import { answerChanged, lockBankEntryOfPath } from '../bank-entry-commands.ts'

/**
 * Ties a bank entry to a line that is posted already, such as wages that were booked before the bank statement came. It
 * books nothing, and takes the amount from both sides.
 */
export async function linkBankEntry(tx: Tx, deps: ApiDeps, request: MutatingRequest<BankEntryLinkRequest>) {
  const { body, caller, end_customer_id, request_id } = request
  const { line_number, reason = null } = body
  const journal_entry_id = uuidOf('journal_entry', body.journal_entry_id)
  const bankEntry = await lockBankEntryOfPath(tx, request)
  if (!journal_entry_id) throw unknownLine()
  await holdLines(tx, end_customer_id, journal_entry_id)
  const key = { end_customer_id, journal_entry_id, line_number }
  const line = await findLinkableLine(tx, key, bankEntry.account)
  if (!line) throw unknownLine()
  const { payment_id, amount_minor } = await claim(tx, request, bankEntry)
  const details = checkLine(line, bankEntry, amount_minor)
  if (details.length > 0) throw validationFailed(details)
  const { entry_id } = bankEntry
  const link = { ...key, entry_id, payment_id, amount_minor, reason }
  await insertLink(tx, { ...link, link_id: newUuid(), actor_id: caller.key_id, request_id })
  return answerChanged(tx, deps, end_customer_id, [entry_id])
}

/** What the link uses of the bank entry, by the rules of vouchers. */
async function claim(
  tx: Tx,
  { body, end_customer_id }: MutatingRequest<BankEntryLinkRequest>,
  { entry_id }: LockedBankEntry,
) {
  const named = publicId('camt053_entry', entry_id)
  const payment_id = body.payment_id ?? null
  const [bankEntry] = await findNamedBankEntries(tx, [{ end_customer_id, named, payment_id }])
  const amount = { amount_minor: BigInt(body.amount.amount_minor), currency: body.amount.currency }
  const claimed = claimOf({ named, payment_id, amount }, '', () => bankEntry, new Map())
  if (!('code' in claimed)) return claimed
  throw validationFailed([{ ...claimed, pointer: claimed.pointer === '/payment_id' ? claimed.pointer : '/amount' }])
}

function checkLine(line: LinkableLine, bankEntry: LockedBankEntry, amount_minor: bigint): ErrorDetail[] {
  const at = (field: string, code: ErrorDetail['code'], message: string) => [{ pointer: `/${field}`, code, message }]
  if (line.is_reversed)
    return at('journal_entry_id', 'already_reversed', 'The journal entry is reversed, or a reversal itself.')
  if (line.account_code !== line.bank_account_code) {
    const wanted = line.bank_account_code ?? 'none'
    const message = `The line is on account ${line.account_code}; the ledger account of ${bankEntry.account} is ${wanted}.`
    return at('line_number', 'line_mismatch', message)
  }
  const isDebit = bankEntry.credit_debit === 'CRDT'
  if (line.transaction_currency !== bankEntry.currency || line.is_debit !== isDebit) {
    const side = isDebit ? 'debit' : 'credit'
    return at('line_number', 'line_mismatch', `The bank entry is a ${side} of the ledger in ${bankEntry.currency}.`)
  }
  const left = line.transaction_minor - line.used_minor
  if (amount_minor <= left) return []
  const words = (minor: bigint) => amountInWords(minor, line.transaction_currency)
  const message = `Of the line ${words(left)} is not linked yet, and ${words(amount_minor)} is asked for.`
  return at('amount', 'line_exhausted', message)
}

function unknownLine() {
  const message = noneForCustomer('line of a journal entry')
  return validationFailed([{ pointer: '/journal_entry_id', code: 'not_found', message }])
}
