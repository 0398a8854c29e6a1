import type { RoomChange } from '../amounts/day-with-room.ts'
import type { DoubtsOfDebit, ItemNamedByBank } from '../documents/bank-entry-finding.ts'

/** A bank entry as a voucher may use it. */
export type UsableBankEntry = {
  readonly end_customer_id: string
  readonly entry_id: string
  /** Its id as clients see it. */
  readonly public_id: string
  readonly canonical_entry_hash: string
  /** That brought it first, and its day. */
  readonly import_id: string
  readonly day: string
  readonly bank_account: string
  readonly currency: string
  readonly credit_debit: 'CRDT' | 'DBIT'
  readonly is_booked: boolean
  /** Why nobody can book it, as it follows its name: "is dismissed: …"; null for most. */
  readonly refusal: string | null
  readonly amount_minor: bigint
  readonly used_minor: bigint
  readonly payment_count: number
  /** Its only payment, or those that vouchers name. */
  readonly payments: readonly UsablePayment[]
  /** The uses that have booked it, apart from allocations and settlements. */
  readonly legs: readonly BankLeg[]
  /** The credit that facts have given to its payments. */
  readonly credits: readonly GivenCredit[]
  /** What has used it, by ids as clients see them. */
  readonly holders: readonly string[]
  /** What is left of the lines of vouchers that may have booked it without using it. */
  readonly evidence_for: readonly EvidencedVoucher[]
  /** Of a debit that vouchers pay payables with. */
  readonly doubts?: DoubtsOfDebit
  /** Absent where it names none. */
  readonly named_items?: readonly ItemNamedByBank[]
  /** What uses have taken and given back on which days; none where nothing was given back on a later day than it was taken. */
  readonly changes: readonly (RoomChange & { readonly payment_id: string | null })[]
}
type EvidencedVoucher = {
  /** The fact's id as clients see it. */
  readonly public_id: string
  readonly amount_minor: bigint
  /** It has closed what the bank entry names; else it named the bank entry as evidence, before vouchers could use one. */
  readonly is_named: boolean
}
/** A posted use by a voucher or a link. Money that came in stands on the accounts that the journal entry credits. */
export type BankLeg = {
  /** Null where it is of the whole bank entry. */
  readonly payment_id: string | null
  readonly amount_minor: bigint
  /** The fact whose journal entry it is. */
  readonly source_fact_id: string
  readonly credited: readonly MovedOnAccount[]
}
/** Credit that a fact has given to a payment, whatever has used it since. */
export type GivenCredit = {
  readonly payment_id: string
  readonly amount_minor: bigint
  readonly source_fact_id: string
  /** What the fact takes from accounts. */
  readonly debited: readonly MovedOnAccount[]
}
/** Sum of what a journal entry moves on one side of an account, in the currency of the bank entry. */
export type MovedOnAccount = { readonly account_code: string; readonly amount_minor: bigint }

type UsablePayment = {
  readonly payment_id: string
  readonly public_id: string
  readonly amount_minor: bigint
  readonly used_minor: bigint
}

/** The bank entries that the vouchers of a batch name; they change with every voucher that uses one. */
export type NamedBankEntries = {
  /** By end customer and id or canonical hash. */
  readonly keys: ReadonlyMap<string, string>
  readonly states: Map<string, UsableBankEntry>
}

/** A part of a bank entry that a line of a voucher books. */
export type PlannedUse = {
  readonly entry_id: string
  readonly payment_id: string | null
  readonly amount_minor: bigint
  /** The line of the voucher, from 0. */
  readonly line_index: number
}

export function nameBankEntries(bankEntries: readonly UsableBankEntry[]): NamedBankEntries {
  const keys = bankEntries.flatMap((bankEntry) => {
    const { end_customer_id, entry_id, public_id, canonical_entry_hash } = bankEntry
    const key = keyOf(end_customer_id, entry_id)
    const names = [public_id, canonical_entry_hash, ...bankEntry.payments.map((payment) => nameOf(payment.public_id))]
    return names.map((named) => [keyOf(end_customer_id, named), key] as const)
  })
  const states = bankEntries.map((one) => [keyOf(one.end_customer_id, one.entry_id), one] as const)
  return { keys: new Map(keys), states: new Map(states) }
}

/** @param named the id of a bank entry as clients see it, or its canonical hash */
export function findNamedBankEntry(
  { keys, states }: NamedBankEntries,
  end_customer_id: string,
  named: string,
): UsableBankEntry | undefined {
  return states.get(keys.get(keyOf(end_customer_id, named)) ?? '')
}

/** @param payment_id as clients see it */
export function findBankEntryOfPayment(
  bankEntries: NamedBankEntries,
  end_customer_id: string,
  payment_id: string,
): UsableBankEntry | undefined {
  return findNamedBankEntry(bankEntries, end_customer_id, nameOf(payment_id))
}

export function findUsedBankEntry(
  { states }: NamedBankEntries,
  end_customer_id: string,
  { entry_id }: Pick<PlannedUse, 'entry_id'>,
): UsableBankEntry | undefined {
  return states.get(keyOf(end_customer_id, entry_id))
}

/** Keeps the credit that a voucher gave to payments of the bank entries. */
export function keepCredits(
  { states }: NamedBankEntries,
  end_customer_id: string,
  given: readonly (GivenCredit & { readonly entry_id: string })[],
): void {
  for (const { entry_id, ...credit } of given) {
    const key = keyOf(end_customer_id, entry_id)
    const before = states.get(key)
    if (before) states.set(key, { ...before, credits: [...before.credits, credit] })
  }
}

/** Takes out what a voucher uses, so that later vouchers of the batch find less. */
export function takeUses(
  { states }: NamedBankEntries,
  end_customer_id: string,
  uses: readonly PlannedUse[],
  holder: string,
  booking: Pick<BankLeg, 'source_fact_id' | 'credited'> & { readonly date: string },
): void {
  const { date, ...booked } = booking
  for (const { entry_id, payment_id, amount_minor } of uses) {
    const key = keyOf(end_customer_id, entry_id)
    const before = states.get(key)
    if (!before) continue
    const payments = before.payments.map((payment) =>
      payment.payment_id === payment_id ? { ...payment, used_minor: payment.used_minor + amount_minor } : payment,
    )
    const holders = [...new Set([...before.holders, holder])]
    const legs = [...before.legs, { payment_id, amount_minor, ...booked }]
    const changes =
      before.changes.length === 0 ? [] : [...before.changes, { date, payment_id, amount_minor: -amount_minor }]
    states.set(key, { ...before, used_minor: before.used_minor + amount_minor, payments, holders, legs, changes })
  }
}

/** No bank entry can be named so. */
function nameOf(payment_id: string): string {
  return `payment ${payment_id}`
}

function keyOf(end_customer_id: string, named: string): string {
  return `${end_customer_id} ${named}`
}
