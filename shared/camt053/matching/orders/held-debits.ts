import { addDays } from '../../../accounting/amounts/dates.ts'
import { areSimilarWords, compact, looseNameWordsOf } from '../compare-texts.ts'
import type { RuledTransaction } from '../ruled-bank-entry.ts'
import { MOST_DAYS_LATE, MOST_DAYS_MOVED } from './fits-of-orders.ts'
import type { OrderedTarget } from './match-ordered.ts'
import { MOST_CHARGES } from './waiting-payments.ts'

/** A payment that a bank was ordered to make, whatever became of it and of its payable. Instants are ISO 8601. */
export type PaymentToAwait = Pick<
  OrderedTarget,
  | 'currency'
  | 'amount_minor'
  | 'book_minor'
  | 'book_currency'
  | 'creditor_iban'
  | 'creditor_name'
  | 'bank_account'
  | 'execution_date'
  | 'ordered_on'
> & {
  readonly ordered_at: string
  /** The bank has rejected it, or somebody has taken it back. */
  readonly given_up_at: string | null
  /** Debits of the bank have been booked for its payable, as much as it is. */
  readonly paid_at: string | null
}

/** A debit of the bank that an automatic rule would book. */
export type DebitToHold = {
  /** The account, or those of orders that its name may mean. */
  readonly accounts: readonly string[]
  readonly currency: string
  readonly amount_minor: bigint
  readonly day: string | null
  /** When its bank statement came. */
  readonly came_at: string
  readonly transactions: readonly Pick<RuledTransaction, 'counterparty_iban' | 'counterparty_names'>[]
}

/**
 * Whether a debit may be money of an order, so that no automatic rule books it: its account awaits payments, and it names one of their
 * creditors, whatever its amount; or it names nobody, and has at least the least of them, and at most all of them with charges. What
 * becomes of an order after the debit has come changes nothing, until somebody decides.
 */
export function mayHoldPayment(payments: readonly PaymentToAwait[]): (debit: DebitToHold) => boolean {
  const lastDaysOf = createLastDays()
  const ready = payments.map((payment) => readyPayment(payment, lastDaysOf(payment.execution_date)))
  const wordsOf = createWordsOf()
  return (debit) => {
    const came_ms = Date.parse(debit.came_at)
    const accounts = debit.accounts.map(compact)
    const awaited = ready.filter((payment) => isAwaited(payment, debit.day, accounts, came_ms))
    if (awaited.length === 0) return false
    const { transactions } = debit
    const isUnnamed = transactions.every((one) => one.counterparty_iban === null && one.counterparty_names.length === 0)
    if (isUnnamed) return isBetween(debit, awaited)
    const ibans = new Set(awaited.map(({ creditor_iban }) => compact(creditor_iban)))
    if (transactions.some((one) => ibans.has(compact(one.counterparty_iban ?? '')))) return true
    const creditors = [...new Set(awaited.map(({ creditor_name }) => creditor_name))].map(wordsOf)
    const names = new Set(transactions.flatMap(({ counterparty_names }) => counterparty_names))
    return [...names].some((name) => creditors.some((words) => areSimilarWords(wordsOf(name), words)))
  }
}

/** Many payments go to few creditors. */
function createWordsOf(): (name: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  return (name) => {
    const words = known.get(name) ?? looseNameWordsOf(name)
    known.set(name, words)
    return words
  }
}

type LastDays = { readonly last_day: string; readonly last_day_given_up: string }

/** Many payments have few days. */
function createLastDays(): (execution_date: string) => LastDays {
  const known = new Map<string, LastDays>()
  return (day) => {
    const last = known.get(day) ?? {
      last_day: addDays(day, MOST_DAYS_MOVED),
      last_day_given_up: addDays(day, MOST_DAYS_LATE),
    }
    known.set(day, last)
    return last
  }
}

/** With what many debits are compared to, read once. */
function readyPayment(payment: PaymentToAwait, lastDays: LastDays) {
  const { bank_account, ordered_at, given_up_at, paid_at } = payment
  const msOf = (instant: string | null) => (instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant))
  return {
    ...payment,
    account: compact(bank_account),
    ordered_ms: msOf(ordered_at),
    given_up_ms: msOf(given_up_at),
    paid_ms: msOf(paid_at),
    ...lastDays,
  }
}

/**
 * Whether the bank may still have made a payment when the debit came, as was known then. One that was given up before is awaited for
 * some days; one that is paid is not, but by what came before.
 */
function isAwaited(
  payment: ReturnType<typeof readyPayment>,
  day: string | null,
  accounts: readonly string[],
  came_ms: number,
): boolean {
  if (!accounts.includes(payment.account) || payment.ordered_ms >= came_ms || payment.paid_ms < came_ms) return false
  const last = payment.given_up_ms < came_ms ? payment.last_day_given_up : payment.last_day
  return day === null || (day >= payment.ordered_on && day <= last)
}

function isBetween({ currency, amount_minor }: DebitToHold, awaited: readonly PaymentToAwait[]): boolean {
  const worths = awaited.map((payment) => worthIn(currency, payment))
  const least = worths.reduce((found, { from }) => (from < found ? from : found), worths[0]?.from ?? 0n)
  const most = worths.reduce((sum, { to }) => sum + to, MOST_CHARGES)
  return amount_minor >= least && amount_minor <= most
}

/** What a payment costs in the currency of its account: a tenth around its value in the books where these tell it, else by a factor of two. */
function worthIn(
  currency: string,
  { amount_minor, book_minor, ...payment }: PaymentToAwait,
): { readonly from: bigint; readonly to: bigint } {
  if (payment.currency === currency) return { from: amount_minor, to: amount_minor }
  if (payment.book_currency === currency) return { from: (book_minor * 9n) / 10n, to: (book_minor * 11n) / 10n }
  return { from: amount_minor / 2n, to: amount_minor * 2n }
}
