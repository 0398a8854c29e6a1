import { doubtsOf } from '../../shared/camt053/matching/pair-twins.ts'
import { knownBankStatementOf } from '../../shared/camt053/repeats/known-bank-statement.ts'
import { createStatementRelations } from '../../shared/camt053/repeats/statement-relations.ts'
import { inTurns } from '../../shared/process/in-turns.ts'
import { type BankAccountRow, listBankAccounts, markJoined } from '../../shared/store/bank/accounts/bank-accounts.ts'
import {
  hashEntriesUnder,
  lockTwins,
  putInDoubt,
  saveFirstHashes,
} from '../../shared/store/bank/accounts/entries-of-qr-iban.ts'
import { undoReturns } from '../../shared/store/bank/payments.ts'
import { findBankStatementsSince } from '../../shared/store/bank/repeats/bank-statements.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { resolveRepeats } from './resolve-repeats.ts'

/**
 * Makes one account of those IBANs and QR-IBANs of which somebody has said that they are one since bank entries came under
 * both. Equal ones may be one booking: what nothing uses becomes a possible repeat, and bank statements decide what they can.
 *
 * @returns bank entries that have changed
 */
export async function joinBankAccounts(tx: Tx, end_customer_id: string): Promise<string[]> {
  const changed: string[] = []
  for (const account of await listBankAccounts(tx, end_customer_id)) {
    if (account.qr_iban !== null && !account.is_joined)
      changed.push(...(await join(tx, end_customer_id, account, account.qr_iban)))
  }
  return [...new Set(changed)]
}

async function join(tx: Tx, end_customer_id: string, { iban }: BankAccountRow, qr_iban: string): Promise<string[]> {
  await markJoined(tx, end_customer_id, iban)
  for await (const hashes of hashEntriesUnder(tx, end_customer_id, qr_iban, iban))
    await saveFirstHashes(tx, end_customer_id, hashes)
  const doubts = await inTurns(doubtsOf(await lockTwins(tx, end_customer_id, iban, qr_iban)))
  await putInDoubt(tx, end_customer_id, doubts)
  for (const { entry_id } of doubts) await undoReturns(tx, end_customer_id, entry_id)
  const statements = await findBankStatementsSince(tx, end_customer_id, iban, null)
  const relations = createStatementRelations(
    statements.map(({ import_id, statement_number, figures }) =>
      knownBankStatementOf(`${import_id}:${statement_number}`, figures),
    ),
  )
  const resolved = await resolveRepeats(tx, { end_customer_id, import_id: NO_IMPORT }, [iban], relations)
  const decided = [...doubts, ...resolved.repeats, ...resolved.created].map(({ entry_id }) => entry_id)
  return [...decided, ...resolved.freed]
}

/** Of none of them the bank entries come first. */
const NO_IMPORT = '00000000-0000-0000-0000-000000000000'
