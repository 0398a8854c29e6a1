import type { BankEntry } from '../bank-entry/bank-entry.ts'
import type { Charges } from '../bank-entry/charges.ts'
import { isReturned } from '../bank-entry/incoming-payments.ts'
import type { TransactionDetails } from '../bank-entry/transaction-details.ts'
import { realReference } from '../repeats/bank-references.ts'

/** How the bank names a payment, the surest first. */
export const RETURN_KEYS = ['uetr', 'end_to_end_id', 'acct_svcr_ref', 'reference'] as const
export type ReturnKey = (typeof RETURN_KEYS)[number]
/** Each with what is written, in capitals and without blanks. */
export type PaymentNames = Readonly<Record<ReturnKey, readonly string[]>>

/** Money of one payment that the bank gives back, or takes back. */
export type ReturnedMoney = {
  /** Its place in the bank entry, from 1. */
  readonly part_number: number
  readonly amount_minor: bigint
  readonly names: PaymentNames
  /** What the bank says that it has kept of it, or taken on top. */
  readonly charges_minor: bigint | null
  /** What had been paid, where the bank says it. */
  readonly instructed_minor: bigint | null
}

/**
 * The payments that a bank entry returns: one for each transaction where all of them carry amounts that add up, with the charges
 * that the bank says or without, else one for the whole.
 *
 * @source ISO 20022 `RvslInd`, `RtrInf`
 */
export function returnedMoney(bankEntry: BankEntry): ReturnedMoney[] {
  const { reversal, tx_details, amount_minor } = bankEntry
  const returned = tx_details.filter((details) => reversal || isReturned(details))
  if (!reversal && returned.length === 0) return []
  if (tx_details.length > 1) {
    const parts = partsOf(bankEntry, returned)
    if (parts) return parts
    // Of some that are returned and some that are not, nobody knows how much comes back.
    if (returned.length < tx_details.length) return []
  }
  return [{ part_number: 1, ...moneyOf(bankEntry, amount_minor, tx_details, [bankEntry]) }]
}

/** Null where the amounts of the transactions do not add up. Charges that the bank says of the whole are the first one's. */
function partsOf(bankEntry: BankEntry, returned: readonly TransactionDetails[]): ReturnedMoney[] | null {
  const { tx_details, amount_minor, currency, credit_debit } = bankEntry
  const amounts = tx_details.map((details) => (details.currency === currency ? details.amount_minor : null))
  const written = amounts.flatMap((amount) => amount ?? [])
  if (written.length < tx_details.length) return null
  const beyond = amount_minor - written.reduce((sum, amount) => sum + amount, 0n)
  const sign = credit_debit === 'DBIT' ? 1n : -1n
  const own = tx_details.map(({ charges }) => sign * (chargesIn(charges, currency)[0] ?? 0n))
  const [ofWhole = 0n] = chargesIn(bankEntry.charges, currency)
  const first = returned[0]
  const ways = [tx_details.map(() => 0n), own, tx_details.map((details) => (details === first ? sign * ofWhole : 0n))]
  const moved = ways.find((way) => way.reduce((sum, charge) => sum + charge, 0n) === beyond)
  if (!moved) return null
  return returned.map((details, index) => {
    const place = tx_details.indexOf(details)
    const charge = moved[place] ?? 0n
    const money = moneyOf(bankEntry, (written[place] ?? 0n) + charge, [details], [])
    return { part_number: index + 1, ...money, ...(charge !== 0n && { charges_minor: sign * charge }) }
  })
}

type NamingPart = Pick<BankEntry | TransactionDetails, 'charges' | 'amount_details' | 'acct_svcr_ref'>

function moneyOf(
  { currency, acct_svcr_ref }: BankEntry,
  amount_minor: bigint,
  details: readonly TransactionDetails[],
  more: readonly NamingPart[],
): Omit<ReturnedMoney, 'part_number'> {
  const parts: readonly NamingPart[] = [...details, ...more]
  const charges = parts.flatMap((part) => chargesIn(part.charges, currency))
  const instructed = parts.flatMap(({ amount_details }) => {
    const amount = amount_details?.instructed as { amount_minor?: bigint | string; currency?: string } | undefined
    return amount?.amount_minor && amount.currency === currency ? [BigInt(amount.amount_minor)] : []
  })
  return {
    amount_minor,
    names: paymentNamesOf(details, acct_svcr_ref),
    charges_minor: charges[0] ?? null,
    instructed_minor: instructed[0] ?? null,
  }
}

/** How the bank names a payment of ours, or one that it returns. */
export function paymentNamesOf(details: readonly TransactionDetails[], acct_svcr_ref: string | null): PaymentNames {
  const real = (texts: readonly (string | null)[]) => [...new Set(texts.flatMap((text) => realReference(text) ?? []))]
  return {
    uetr: real(details.map(({ uetr }) => uetr)),
    end_to_end_id: real(details.map(({ end_to_end_id }) => end_to_end_id)),
    acct_svcr_ref: real([acct_svcr_ref, ...details.map((one) => one.acct_svcr_ref)]),
    reference: real(details.flatMap(({ creditor_refs }) => creditor_refs.map(({ ref }) => ref))),
  }
}

function chargesIn(charges: Charges | null, currency: string): bigint[] {
  if (!charges) return []
  const { total_minor, total_currency, records } = charges
  if (total_minor && total_currency === currency) return [BigInt(total_minor)]
  const inCurrency = records.filter((one) => one.amount_minor && one.currency === currency)
  const sum = inCurrency.reduce((total, one) => total + BigInt(one.amount_minor ?? 0), 0n)
  return sum > 0n ? [sum] : []
}
