import fc from 'fast-check'
import { dayOf, filesOf, type SentFile, type TrueBooking, type Window } from './sent-files.ts'

/** A true history of an account, and the files in which the bank sends it. */
export type TrueHistory = {
  readonly bookings: readonly TrueBooking[]
  readonly windows: readonly Window[]
  readonly files: readonly SentFile[]
  readonly hasNumbers: boolean
  /** Its bookings are told apart by real references, or by bank statements that follow each other and all move the balance. */
  readonly isTold: boolean
  readonly balanceBefore: (position: number) => number
}

const START = 100

const plan = fc.record({
  days: fc.array(
    fc.array(fc.tuple(fc.constantFrom(20, 20, 20, -20, 50, -50, 5), fc.constantFrom('', '', 'TWINT')), {
      maxLength: 4,
    }),
    { minLength: 1, maxLength: 5 },
  ),
  isPooled: fc.boolean(),
  /** Each booking is taken back on its day, so that many windows begin and end with one balance. */
  isCancelled: fc.constantFrom(false, false, true),
  references: fc.constantFrom('none', 'none', 'none', 'missing', 'acct', 'uetr', 'some'),
  hasNumbers: fc.boolean(),
  hasPeriods: fc.boolean(),
  cuts: fc.array(fc.nat(100), { maxLength: 5 }),
  isByDay: fc.boolean(),
  beside: fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { maxLength: 3 }),
  again: fc.array(fc.nat(100), { maxLength: 2 }),
  /** Single files of windows: a page of those that come page by page. */
  filesAgain: fc.array(fc.nat(100), { maxLength: 2 }),
  seeds: fc.infiniteStream(fc.nat(1_000)),
})
type Plan = (typeof plan extends fc.Arbitrary<infer T> ? T : never) & {
  /** Cuts are anywhere in a day, also between a booking and the one that takes it back. */
  readonly isAnywhere?: boolean
}

/** Amounts that are equal, days that move nothing, pooling; windows of days or of parts of days, also beside each other. */
export const trueHistory: fc.Arbitrary<TrueHistory> = plan
  .map(historyOf)
  .filter(({ windows, isOne }) => windows.length > 1 && !isOne)

/**
 * The balance returns on every day, and statements begin and end wherever it is: some of them have the figures of others that are not
 * the same. Nothing may tell them apart.
 */
export const returningHistory: fc.Arbitrary<TrueHistory> = plan
  .map((planned) => historyOf({ ...planned, isCancelled: true, isPooled: false, isAnywhere: true }))
  .filter(({ windows }) => windows.length > 1)

function historyOf(planned: Plan) {
  const { references, hasNumbers, hasPeriods, again, filesAgain, seeds } = planned
  const bookings = bookingsOf(planned)
  const balanceBefore = (position: number) =>
    bookings.slice(0, position).reduce((sum, { francs }) => sum + francs, START)
  const windows = windowsOf(planned, bookings)
  const pick = () => seeds.next().value ?? 0
  const divisions = windows.map(() => [pick(), pick()] as const)
  const filesAt = (at: number) => {
    const [window, division] = [windows[at], divisions[at]]
    return window && division
      ? filesOf(window, bookings, balanceBefore, { hasNumbers, hasPeriods, division, version: pick() })
      : []
  }
  const once = [...windows.keys(), ...again.map((index) => index % Math.max(1, windows.length))].flatMap(filesAt)
  const sent = [...once, ...filesAgain.flatMap((index) => once[index % Math.max(1, once.length)] ?? [])]
  const ranked = sent.map((file) => ({ file, rank: pick() })).toSorted((a, b) => a.rank - b.rank)
  const isMoving = windows.every(({ from, to, number }) => {
    return number !== null && balanceBefore(from) !== balanceBefore(to)
  })
  const hasReferences = areReal(references)
  const twins = twinsOf(windows, bookings, balanceBefore)
  const mayBeTwo = ([one, other]: readonly [Window, Window]) => {
    const isStill = balanceBefore(one.from) === balanceBefore(one.to)
    return (hasNumbers && one.number !== null && other.number !== null) || (hasReferences && isStill)
  }
  return {
    bookings,
    windows,
    files: ranked.map(({ file }) => file),
    hasNumbers,
    isTold: (hasReferences && twins.length === 0) || (hasNumbers && isMoving),
    balanceBefore,
    isOne: !twins.every(mayBeTwo),
  }
}

function areReal(references: Plan['references']): boolean {
  return references === 'acct' || references === 'uetr'
}

function bookingsOf({ days, isPooled, isCancelled, references }: Plan): TrueBooking[] {
  let balance = START
  const all: TrueBooking[] = []
  const add = (day: number, francs: number, text: string) => {
    const at = all.length
    balance += francs
    const hasRef = references === 'acct' || (references === 'some' && at % 2 === 0)
    const ref = hasRef ? `REF-${at}` : references === 'missing' ? 'NOTPROVIDED' : ''
    const uetr = references === 'uetr' ? `eb6305c9-1f7f-49de-aed0-16487c27b4${String(at).padStart(2, '0')}` : ''
    const name = `${Math.abs(francs)}00 ${francs < 0 ? 'DBIT' : 'CRDT'} ${text} ${dayOf(day)}`
    all.push({ at, day, francs, text, ref, uetr, name })
  }
  for (const [day, some] of days.entries()) {
    for (const [francs, text] of some) {
      add(day, francs, text)
      if (isCancelled) add(day, -francs, text)
    }
    if (isPooled && balance !== START) add(day, START - balance, 'POOL')
  }
  return all
}

/**
 * Those that follow each other have numbers; those beside them have none. Where a balance returns within a day, only references
 * tell where one without a number begins.
 */
function windowsOf(planned: Plan, bookings: readonly TrueBooking[]): Window[] {
  const { cuts, isByDay, isAnywhere = false, references } = planned
  const isCancelled = planned.isCancelled && !isAnywhere
  const beside = isCancelled && !areReal(references) ? [] : planned.beside
  const { length } = bookings
  const borderAt = (choice: number) => {
    let at = choice % (length + 1)
    // Between a booking and the one that takes it back the balance would tell.
    if (isCancelled) at -= at % 2
    while (isByDay && at > 0 && at < length && bookings[at]?.day === bookings[at - 1]?.day) at += 1
    return at
  }
  const borders = [...new Set([0, ...cuts.map(borderAt), length])].sort((a, b) => a - b)
  const following = borders.slice(1).map((to, at) => ({ from: borders[at] ?? 0, to, number: at + 1 }))
  const others = beside.map(([one, other]) => {
    const [from = 0, to = 0] = [borderAt(one), borderAt(other)].sort((a, b) => a - b)
    return { from, to, number: null }
  })
  return [...following, ...others]
    .filter(({ from, to }) => from < to)
    .map(({ from, to, number }, at) => {
      return { id: at + 1, number, from, to, days: [bookings[from]?.day ?? 0, bookings[to - 1]?.day ?? 0] }
    })
}

/**
 * Pairs of windows that have the same days, balances and bookings. They are one by definition, whatever the references; where
 * both have a number, or real references and nothing has moved, they may be two.
 */
function twinsOf(
  windows: readonly Window[],
  bookings: readonly TrueBooking[],
  balanceBefore: (position: number) => number,
): [Window, Window][] {
  const contentOf = ({ from, to, days }: Window) => {
    const names = bookings.slice(from, to).map(({ name }) => name)
    return JSON.stringify([days, balanceBefore(from), balanceBefore(to), names.sort()])
  }
  return [...Map.groupBy(windows, contentOf).values()].flatMap((some) =>
    some.flatMap((one, at) =>
      some.slice(at + 1).flatMap((other): [Window, Window][] => {
        return one.from === other.from && one.to === other.to ? [] : [[one, other]]
      }),
    ),
  )
}
