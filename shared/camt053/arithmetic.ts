import { amountInWords } from '../accounting/amounts/decimal.ts'
import { type BankEntry, isBooked } from './bank-entry/bank-entry.ts'
import type { BankBalance } from './bank-statement.ts'

export type Sums = {
  readonly credits_minor: bigint
  readonly debits_minor: bigint
  readonly booked_credits_minor: bigint
  readonly booked_debits_minor: bigint
}

export type Arithmetic = {
  readonly opening: BankBalance | null
  readonly closing: BankBalance | null
  /** Null where the figures cannot be compared. */
  readonly holds: boolean | null
  /** opening + booked credits - booked debits - closing */
  readonly difference_minor: bigint | null
  /** Why it does not hold or cannot be asked. */
  readonly reason: string | null
}

/** In place: a file may name any number of currencies, and a copy for each of its bank entries would take for ever. */
export function addBankEntry(sums: Map<string, Sums>, bankEntry: BankEntry): void {
  const { currency, amount_minor, credit_debit } = bankEntry
  const { credits_minor, debits_minor, booked_credits_minor, booked_debits_minor } = sums.get(currency) ?? NOTHING
  const credit = credit_debit === 'CRDT' ? amount_minor : 0n
  const debit = credit_debit === 'DBIT' ? amount_minor : 0n
  const counts = isBooked(bankEntry)
  sums.set(currency, {
    credits_minor: credits_minor + credit,
    debits_minor: debits_minor + debit,
    booked_credits_minor: booked_credits_minor + (counts ? credit : 0n),
    booked_debits_minor: booked_debits_minor + (counts ? debit : 0n),
  })
}

const NOTHING: Sums = { credits_minor: 0n, debits_minor: 0n, booked_credits_minor: 0n, booked_debits_minor: 0n }

/**
 * Opening balance plus booked credits minus booked debits is the closing balance, where both are given in one currency
 * and every booked bank entry is in it.
 */
export function checkArithmetic(balances: readonly BankBalance[], sums: ReadonlyMap<string, Sums>): Arithmetic {
  const opening = finalBalances(balances, 'OPBD').at(0) ?? finalBalances(balances, 'PRCD').at(0) ?? null
  const closing = finalBalances(balances, 'CLBD').at(-1) ?? null
  const unchecked = (reason: string) => ({ opening, closing, holds: null, difference_minor: null, reason })
  if (!opening && !closing) return unchecked('no opening and no closing booked balance')
  if (!opening) return unchecked('no opening balance (OPBD/PRCD)')
  if (!closing) return unchecked('no closing booked balance (CLBD)')
  if (opening.currency !== closing.currency)
    return unchecked(`the opening balance is in ${opening.currency}, the closing one in ${closing.currency}`)
  const foreign = [...sums].find(
    ([currency, currencySums]) => currency !== opening.currency && hasBookings(currencySums),
  )
  if (foreign) return unchecked(`an entry is in ${foreign[0]}, the balance in ${opening.currency}`)
  const { booked_credits_minor, booked_debits_minor } = sums.get(opening.currency) ?? NOTHING
  const difference_minor = opening.signed_minor + booked_credits_minor - booked_debits_minor - closing.signed_minor
  const holds = difference_minor === 0n
  const reason = holds ? null : differenceInWords(opening, booked_credits_minor, booked_debits_minor, closing)
  return { opening, closing, holds, difference_minor, reason }
}

/** Pages in between have balances of their own, of the sub-type INTM; they count only where no other is there. */
function finalBalances(balances: readonly BankBalance[], type: string): readonly BankBalance[] {
  const found = balances.filter((balance) => balance.type === type)
  const final = found.filter(({ sub_type }) => sub_type !== 'INTM')
  return final.length > 0 ? final : found
}

/** The sentence of figures that do not add up. */
export function differenceInWords(
  opening: Pick<BankBalance, 'signed_minor' | 'currency'>,
  booked_credits_minor: bigint,
  booked_debits_minor: bigint,
  closing: Pick<BankBalance, 'signed_minor'>,
): string {
  const inWords = (amount_minor: bigint) => amountInWords(amount_minor, opening.currency)
  const expected = opening.signed_minor + booked_credits_minor - booked_debits_minor
  return (
    `The opening balance ${inWords(opening.signed_minor)} plus booked credits ${inWords(booked_credits_minor)} minus ` +
    `booked debits ${inWords(booked_debits_minor)} is ${inWords(expected)}, but the closing balance is ` +
    `${inWords(closing.signed_minor)}: ${differenceOfClosing(expected - closing.signed_minor, opening.currency)}.`
  )
}

/** Of a sign readers would have to know which balance it is seen from. */
export function differenceOfClosing(lacking_minor: bigint, currency: string): string {
  const [amount, way] = lacking_minor < 0n ? [-lacking_minor, 'more'] : [lacking_minor, 'less']
  return `a difference of ${amountInWords(amount, currency)}, by which it is ${way}`
}

function hasBookings({ booked_credits_minor, booked_debits_minor }: Sums): boolean {
  return booked_credits_minor !== 0n || booked_debits_minor !== 0n
}
