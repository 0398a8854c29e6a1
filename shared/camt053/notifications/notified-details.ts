import { createHash } from 'node:crypto'
import type { BankEntry } from '../bank-entry/bank-entry.ts'
import { hashOfTransaction } from '../bank-entry/canonical-bank-entry.ts'
import type { TransactionDetails } from '../bank-entry/transaction-details.ts'
import { realReference } from '../repeats/bank-references.ts'

type Detailed = Pick<BankEntry, 'amount_minor' | 'currency' | 'batch' | 'tx_details'>

/**
 * What the details of a notification come to, as a part of a booking. Pages of a large batch repeat its amount with some of
 * its details each, so the details count and not the amount, as far as they have amounts.
 *
 * @returns null where there are none, or nobody can say which part they are
 */
export function detailsMinorOf(notified: Detailed): bigint | null {
  const { amount_minor, tx_details } = notified
  if (tx_details.length === 0) return null
  const told = countTold(notified)
  if (told !== null && told === tx_details.length) return amount_minor
  const split = splitMinorOf(notified)
  if (tx_details.length === 1) return told === null ? amount_minor : split
  return split ?? (told === null ? amount_minor : null)
}

/** The sum of the details; null where one has no amount in the currency of the booking. */
function splitMinorOf({ tx_details, currency }: Detailed): bigint | null {
  return tx_details.reduce<bigint | null>(
    (sum, tx) => (sum === null || !tx.amount_minor || tx.currency !== currency ? null : sum + tx.amount_minor),
    0n,
  )
}

/** The number of transactions as the bank tells it. */
function countTold({ batch }: Pick<BankEntry, 'batch'>): number | null {
  const counts = batch.flatMap(({ nb_of_txs }) =>
    nb_of_txs !== null && /^\d{1,9}$/.test(nb_of_txs) ? Number(nb_of_txs) : [],
  )
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}

/** Details as they split a booking: one that stands alone has the amount of its notification. */
export function splitDetailsOf(notified: Detailed): readonly TransactionDetails[] {
  const { tx_details, amount_minor, currency } = notified
  const [only] = tx_details
  return only && tx_details.length === 1 && detailsMinorOf(notified) === amount_minor
    ? [{ ...only, amount_minor, currency }]
    : tx_details
}

/** Whether a bank entry says less than a notification may: it has no details, fewer than it tells, or one that says nothing. */
export function lacksDetails(bankEntry: Detailed): boolean {
  const { tx_details, amount_minor } = bankEntry
  const [only, ...others] = tx_details
  if (!only) return true
  if (others.length > 0 && splitMinorOf(bankEntry) === amount_minor) return false
  if ((countTold(bankEntry) ?? 0) > tx_details.length) return true
  return others.length === 0 && !saysSomething(only)
}

function saysSomething(tx: TransactionDetails): boolean {
  const { debtor_account, creditor_account, creditor_refs, unstructured, additional_remittance, referred_documents } =
    tx
  const parties = [tx.debtor_name, tx.ultimate_debtor_name, tx.creditor_name, tx.ultimate_creditor_name]
  const lists = [creditor_refs, unstructured, additional_remittance, referred_documents ?? []]
  return (
    parties.some((name) => name !== null) ||
    lists.some((list) => list.length > 0) ||
    [debtor_account, creditor_account].some((account) => account !== null) ||
    [tx.end_to_end_id, tx.uetr, tx.mandate_id].some((reference) => realReference(reference) !== null) ||
    tx.return_reason !== null ||
    tx.additional_info !== null
  )
}

/** One text for each detail, the same from every file and version: its content, amount and AcctSvcrRef. */
export function detailKeys(details: readonly TransactionDetails[]): string[] {
  return details.map(keyOf)
}

/** The same in steps: there may be thousands, and some of them long texts. Yields after each. */
export function* detailKeysInSteps(details: readonly TransactionDetails[]): Generator<void, string[]> {
  const keys: string[] = []
  for (const tx of details) {
    keys.push(keyOf(tx))
    yield
  }
  return keys
}

function keyOf(tx: TransactionDetails): string {
  return `${hashOfTransaction(tx)} ${tx.amount_minor ?? ''} ${tx.currency ?? ''} ${realReference(tx.acct_svcr_ref) ?? ''}`
}

/** Details with this hash are the same, whatever their order; null where there are none. */
export function hashOfDetails(bankEntry: Detailed, keys = detailKeys(splitDetailsOf(bankEntry))): string | null {
  return keys.length === 0 ? null : createHash('sha256').update(keys.toSorted().join('\n')).digest('hex')
}

/** Two notifications of one account with this hash say the same. */
export function hashOfNotified(
  first_hash: string,
  notified: BankEntry,
  keys = detailKeys(splitDetailsOf(notified)),
): string {
  const hash = createHash('sha256').update(`${first_hash} ${realReference(notified.acct_svcr_ref) ?? ''}`)
  for (const key of keys) hash.update(`\n${key}`)
  return hash.digest('hex')
}
