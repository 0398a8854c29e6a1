import type { BankEntry } from '../bank-entry/bank-entry.ts'
import type { Charges } from '../bank-entry/charges.ts'
import { inOneGo, isReturned } from '../bank-entry/incoming-payments.ts'
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
 * that the bank says or without, else one for the whole. In steps, as a collective bank entry has tens of thousands.
 *
 * @source ISO 20022 `RvslInd`, `RtrInf`
 */
export function* returnedMoneyInSteps(bankEntry: BankEntry): Generator<void, ReturnedMoney[]> {
  const { reversal, tx_details, amount_minor } = bankEntry
  const isBack = (details: TransactionDetails) => reversal || isReturned(details)
  const returned = tx_details.filter(isBack).length
  if (!reversal && returned === 0) return []
  if (tx_details.length > 1) {
    const parts = yield* partsOf(bankEntry, isBack)
    if (parts) return parts
    // Of some that are returned and some that are not, nobody knows how much comes back.
    if (returned < tx_details.length) return []
  }
  return [{ part_number: 1, ...(yield* moneyOf(bankEntry, amount_minor, tx_details, [bankEntry])) }]
}

/** Null where the amounts of the transactions do not add up. Charges that the bank says of the whole are the first one's. */
function* partsOf(
  { tx_details, amount_minor, ...bankEntry }: BankEntry,
  isBack: (details: TransactionDetails) => boolean,
): Generator<void, ReturnedMoney[] | null> {
  const { currency, credit_debit } = bankEntry
  const amounts = tx_details.map((details) => (details.currency === currency ? details.amount_minor : null))
  const written = amounts.flatMap((amount) => amount ?? [])
  if (written.length < tx_details.length) return null
  const beyond = amount_minor - written.reduce((sum, amount) => sum + amount, 0n)
  const sign = credit_debit === 'DBIT' ? 1n : -1n
  const own = yield* eachOf(tx_details, ({ charges }) => sign * (chargesIn(charges, currency)[0] ?? 0n))
  const [ofWhole = 0n] = chargesIn(bankEntry.charges, currency)
  const first = tx_details.find(isBack)
  const ways = [tx_details.map(() => 0n), own, tx_details.map((details) => (details === first ? sign * ofWhole : 0n))]
  const moved = ways.find((way) => way.reduce((sum, charge) => sum + charge, 0n) === beyond)
  if (!moved) return null
  const parts: ReturnedMoney[] = []
  for (const [place, details] of tx_details.entries()) {
    if (!isBack(details)) continue
    const charge = moved[place] ?? 0n
    const money = yield* moneyOf(bankEntry, (written[place] ?? 0n) + charge, [details], [])
    const part_number = parts.length + 1
    parts.push({ part_number, ...money, ...(charge !== 0n && { charges_minor: sign * charge }) })
  }
  return parts
}

type NamingPart = Pick<BankEntry | TransactionDetails, 'charges' | 'amount_details' | 'acct_svcr_ref'>

function* moneyOf(
  { currency, acct_svcr_ref }: Pick<BankEntry, 'currency' | 'acct_svcr_ref'>,
  amount_minor: bigint,
  details: readonly TransactionDetails[],
  more: readonly NamingPart[],
): Generator<void, Omit<ReturnedMoney, 'part_number'>> {
  let charges_minor: bigint | null = null
  let instructed_minor: bigint | null = null
  for (const { charges, amount_details } of [...details, ...more]) {
    charges_minor ??= chargesIn(charges, currency)[0] ?? null
    const amount = amount_details?.instructed as { amount_minor?: bigint | string; currency?: string } | undefined
    if (amount?.amount_minor && amount.currency === currency) instructed_minor ??= BigInt(amount.amount_minor)
  }
  return { amount_minor, names: yield* namesInSteps(details, acct_svcr_ref), charges_minor, instructed_minor }
}

/** The batches that it names where it names no payment: all of the batch comes back then. */
export function* batchesInSteps({ batch, tx_details }: BankEntry): Generator<void, string[]> {
  for (const details of tx_details) {
    if (Object.values(paymentNamesOf([details], null)).some((names) => names.length > 0)) return []
    yield
  }
  return [...batch, ...tx_details].flatMap(({ pmt_inf_id }) => realReference(pmt_inf_id) ?? [])
}

/** What the bank calls the booking that it brings back as one amount, where it names no payment of it. */
export function bookingRefsOf([money, ...others]: readonly ReturnedMoney[]): readonly string[] {
  if (!money || others.length > 0) return []
  const { uetr, end_to_end_id, acct_svcr_ref, reference } = money.names
  return uetr.length + end_to_end_id.length + reference.length > 0 ? [] : acct_svcr_ref
}

/** How the bank names a payment of ours, or one that it returns. */
export function paymentNamesOf(details: readonly TransactionDetails[], acct_svcr_ref: string | null): PaymentNames {
  return inOneGo(namesInSteps(details, acct_svcr_ref))
}

function* namesInSteps(
  details: readonly TransactionDetails[],
  acct_svcr_ref: string | null,
): Generator<void, PaymentNames> {
  const names = { uetr: new Set<string>(), end_to_end_id: new Set<string>(), reference: new Set<string>() }
  const by_servicer = new Set<string>()
  const add = (to: Set<string>, text: string | null) => {
    const name = realReference(text)
    if (name !== null) to.add(name)
  }
  add(by_servicer, acct_svcr_ref)
  for (const one of details) {
    add(names.uetr, one.uetr)
    add(names.end_to_end_id, one.end_to_end_id)
    add(by_servicer, one.acct_svcr_ref)
    for (const { ref } of one.creditor_refs) add(names.reference, ref)
    yield
  }
  return {
    uetr: [...names.uetr],
    end_to_end_id: [...names.end_to_end_id],
    acct_svcr_ref: [...by_servicer],
    reference: [...names.reference],
  }
}

function* eachOf<Item, Mapped>(items: readonly Item[], map: (item: Item) => Mapped): Generator<void, Mapped[]> {
  const mapped: Mapped[] = []
  for (const item of items) {
    mapped.push(map(item))
    yield
  }
  return mapped
}

function chargesIn(charges: Charges | null, currency: string): bigint[] {
  if (!charges) return []
  const { total_minor, total_currency, records } = charges
  if (total_minor && total_currency === currency) return [BigInt(total_minor)]
  const inCurrency = records.filter((one) => one.amount_minor && one.currency === currency)
  const sum = inCurrency.reduce((total, one) => total + BigInt(one.amount_minor ?? 0), 0n)
  return sum > 0n ? [sum] : []
}
