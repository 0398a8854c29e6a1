import { createHash } from 'node:crypto'
import type { BankEntry } from '../bank-entry/bank-entry.ts'

/** Digests of the references that the bank gave, each with its kind: `entry 0f3a…`. Kinds without a real one are missing. */
export type BankReferences = readonly string[]

/**
 * The references of a bank entry and of its transactions. NtryRef is none: it repeats every day. Amounts that split the
 * bank entry are kept with them, because two bank entries that are split differently are two.
 */
export function bankReferencesOf({ acct_svcr_ref, tx_details, amount_minor, currency }: BankEntry): BankReferences {
  const amounts = tx_details.map((tx) => (tx.currency === currency ? tx.amount_minor : null))
  const sum = amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n)
  const isSplit = amounts.length > 1 && sum === amount_minor && !amounts.includes(null)
  return [
    ...digestOfServicer(acct_svcr_ref),
    ...digestOf(
      'transactions',
      tx_details.map((tx) => tx.acct_svcr_ref),
    ),
    ...digestOf(
      'uetrs',
      tx_details.map(({ uetr }) => uetr),
    ),
    ...(isSplit ? digestOf('amounts', amounts.map(String)) : []),
  ]
}

/** AcctSvcrRef as bank entries keep it. */
export function digestOfServicer(acct_svcr_ref: string | null): string[] {
  return digestOf('entry', [acct_svcr_ref])
}

function digestOf(kind: string, references: readonly (string | null)[]): string[] {
  const real = references.map(realReference).filter((reference) => reference !== null)
  if (real.length === 0) return []
  const text = real.sort().join('\n')
  return [`${kind} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`]
}

/** What is written where there is no reference, because something must be. */
export const NO_REFERENCE = ['NOTPROVIDED', 'NONREF', 'NOTAVAILABLE', 'NONE']

/** A reference in capitals without blanks; null where it says that there is none. */
export function realReference(reference: string | null): string | null {
  const text = (reference ?? '').replace(/\s/g, '').toUpperCase()
  return /^[0\W_]*$/.test(text) || NO_REFERENCE.includes(text) ? null : text
}

type Comparison = 'same' | 'different' | 'unknown'

/**
 * Whether equal bank entries of one direction, day and amount are one by their references.
 *
 * @returns unknown where a side has none, or where they contradict each other
 */
export function compareReferences(a: BankReferences, b: BankReferences): Comparison {
  const compared = (kind: string): Comparison => {
    const [first, second] = [a, b].map((references) => references.find((reference) => reference.startsWith(kind)))
    return first === undefined || second === undefined ? 'unknown' : first === second ? 'same' : 'different'
  }
  // Several payments may share what the bank calls them; nobody shares a UETR or has two.
  if (compared('uetrs') === 'different' || compared('amounts') === 'different') return 'different'
  const found = [compared('uetrs'), compared('transactions'), compared('entry')]
  const decided = found.filter((result) => result !== 'unknown')
  if (decided.length === 0) return 'unknown'
  if (new Set(decided).size === 1) return decided[0] ?? 'unknown'
  return compared('uetrs') === 'unknown' && compared('transactions') === 'different' ? 'different' : 'unknown'
}
