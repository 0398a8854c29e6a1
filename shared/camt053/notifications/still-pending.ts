import { addDays } from '../../accounting/amounts/dates.ts'
import { isQrIban } from '../../accounting/bank/iban.ts'
import { areSimilarNames, compact } from '../matching/compare-texts.ts'
import { realReference } from '../repeats/bank-references.ts'

/** A debit as a bank tells it, announced or booked. */
export type ToldDebit = {
  readonly id: string
  /** The bank statement or notification that has it: those that come later are greater. */
  readonly told_in: string
  readonly bank_account: string
  readonly currency: string
  /** All of it. */
  readonly booked_minor: bigint
  /** The later one of its booking and its value. */
  readonly day: string
  readonly account_of_other: string | null
  readonly name: string | null
  readonly references: readonly string[]
  /** What the bank calls it: UETR, EndToEndId and AcctSvcrRef. */
  readonly names: readonly (string | null)[]
}

/** A bank books some hours earlier than it has announced, over a day of the week that is free perhaps. */
const DAYS_EARLIER = 2

/** A standing order may have one EndToEndId each month. */
const DAYS_OF_NAME = 10

/**
 * Debits that are announced, and of which nothing tells yet that they are booked: each booking ends one announcement at most. One that has a name of it goes
 * before one that tells the same, and that before one that only may be it.
 */
export function* stillPendingInSteps<Pending extends ToldDebit>(
  pending: readonly Pending[],
  booked: readonly ToldDebit[],
): Generator<void, readonly Pending[]> {
  const ended = new Set<Pending>()
  const used = new Set<ToldDebit>()
  const places = new Map(booked.map((booking, place) => [booking, place]))
  const byName = Map.groupBy(
    booked.flatMap((booking) => namesOf(booking).map((name) => ({ name, booking }))),
    ({ name }) => name,
  )
  const byAmount = Map.groupBy(booked, amountOf)
  const called = (announced: ToldDebit) =>
    [...new Set(namesOf(announced).flatMap((name) => (byName.get(name) ?? []).map(({ booking }) => booking)))].sort(
      (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0),
    )
  const ofAmount = (announced: ToldDebit) => byAmount.get(amountOf(announced)) ?? []
  const looks = [
    [called, isNamed],
    [ofAmount, isTheSame],
    [ofAmount, isAlike],
  ] as const
  for (const [bookingsFor, isIt] of looks)
    for (const announced of pending) {
      if (ended.has(announced)) continue
      for (const booking of bookingsFor(announced)) {
        yield
        if (used.has(booking) || !isOfOneAccount(announced, booking) || !isIt(announced, booking)) continue
        ended.add(announced)
        used.add(booking)
        break
      }
    }
  return pending.filter((announced) => !ended.has(announced))
}

function amountOf({ currency, booked_minor }: ToldDebit): string {
  return `${currency} ${booked_minor}`
}

/** What one bank statement has as announced and as booked are two debits. */
function isOfOneAccount(announced: ToldDebit, booked: ToldDebit): boolean {
  return announced.bank_account === booked.bank_account && announced.told_in !== booked.told_in
}

/** Also of another amount, as by a rate. What was told before it was announced, and lies days before it, is the one that came before. */
function isNamed(announced: ToldDebit, booked: ToldDebit): boolean {
  const names = namesOf(announced)
  return (
    (booked.told_in > announced.told_in || booked.day >= addDays(announced.day, -DAYS_EARLIER)) &&
    booked.day >= addDays(announced.day, -DAYS_OF_NAME) &&
    namesOf(booked).some((name) => names.includes(name))
  )
}

function isTheSame(announced: ToldDebit, booked: ToldDebit): boolean {
  return isAlike(announced, booked) && whatFor(announced) === whatFor(booked)
}

function whatFor({ account_of_other, references }: ToldDebit): string {
  return JSON.stringify([account_of_other === null ? null : compact(account_of_other), references.map(compact).sort()])
}

/** Of its amount, told since, and nothing says that it is another one. */
function isAlike(announced: ToldDebit, booked: ToldDebit): boolean {
  return (
    amountOf(booked) === amountOf(announced) &&
    booked.told_in > announced.told_in &&
    booked.day >= addDays(announced.day, -DAYS_EARLIER) &&
    !isToOther(announced, booked) &&
    !isToOtherName(announced, booked) &&
    !haveOthers(announced.references.map(compact), booked.references.map(compact))
  )
}

function namesOf({ names }: ToldDebit): string[] {
  return names.flatMap((name) => realReference(name) ?? [])
}

/** The owner of a QR-IBAN has another account, too. */
function isToOther({ account_of_other: a }: ToldDebit, { account_of_other: b }: ToldDebit): boolean {
  if (a === null || b === null || compact(a) === compact(b)) return false
  return isQrIban(compact(a)) === isQrIban(compact(b))
}

/** A payment by card has no account, and its amount is that of a bill by chance. */
function isToOtherName({ name: a }: ToldDebit, { name: b }: ToldDebit): boolean {
  return a !== null && b !== null && !areSimilarNames(a, b)
}

function haveOthers(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && b.length > 0 && !a.some((reference) => b.includes(reference))
}

/**
 * Of one account, each bank statement names what is announced anew until it is booked: what is told alike counts as often as the last one has it.
 *
 * @param pending of bank statements
 */
export function lastTold<Pending extends ToldDebit>(pending: readonly Pending[]): readonly Pending[] {
  const alike = [...Map.groupBy(pending, contentOf).values()]
  return alike.flatMap((own) => {
    const last = own
      .map(({ told_in }) => told_in)
      .sort()
      .at(-1)
    return own.filter(({ told_in }) => told_in === last)
  })
}

function contentOf({ bank_account, currency, booked_minor, account_of_other, references, names }: ToldDebit): string {
  return JSON.stringify([bank_account, currency, String(booked_minor), account_of_other, references, names])
}
