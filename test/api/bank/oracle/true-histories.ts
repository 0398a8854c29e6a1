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
  references: fc.constantFrom('none', 'none', 'none', 'missing', 'acct', 'uetr', 'some'),
  hasNumbers: fc.boolean(),
  hasPeriods: fc.boolean(),
  cuts: fc.array(fc.nat(100), { maxLength: 5 }),
  isByDay: fc.boolean(),
  beside: fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { maxLength: 3 }),
  again: fc.array(fc.nat(100), { maxLength: 2 }),
  seeds: fc.infiniteStream(fc.nat(1_000)),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

/** Amounts that are equal, days that move nothing, pooling; windows of days or of parts of days, also beside each other. */
export const trueHistory: fc.Arbitrary<TrueHistory> = plan
  .map((planned) => {
    const { references, hasNumbers, hasPeriods, again, seeds } = planned
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
    const sent = [...windows.keys(), ...again.map((index) => index % Math.max(1, windows.length))].flatMap(filesAt)
    const ranked = sent.map((file) => ({ file, rank: pick() })).toSorted((a, b) => a.rank - b.rank)
    const isMoving = windows.every(({ from, to, number }) => {
      return number !== null && balanceBefore(from) !== balanceBefore(to)
    })
    return {
      bookings,
      windows,
      files: ranked.map(({ file }) => file),
      hasNumbers,
      isTold: references === 'acct' || references === 'uetr' || (hasNumbers && isMoving),
      balanceBefore,
    }
  })
  .filter((history) => history.windows.length > 1 && !haveTwins(history))

function bookingsOf({ days, isPooled, references }: Plan): TrueBooking[] {
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
    for (const [francs, text] of some) add(day, francs, text)
    if (isPooled && balance !== START) add(day, START - balance, 'POOL')
  }
  return all
}

/** Those that follow each other have numbers; those beside them have none. */
function windowsOf({ cuts, beside, isByDay }: Plan, bookings: readonly TrueBooking[]): Window[] {
  const { length } = bookings
  const borderAt = (choice: number) => {
    let at = choice % (length + 1)
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

/** Two statements of the same days with the same balances and bookings are one by definition, whatever the references. */
function haveTwins({ windows, bookings, balanceBefore }: TrueHistory): boolean {
  const contents = windows.map(({ from, to, days }) => {
    const names = bookings.slice(from, to).map(({ name }) => name)
    return JSON.stringify([days, balanceBefore(from), balanceBefore(to), names.sort()])
  })
  return new Set(contents).size < new Set(windows.map(({ from, to }) => `${from} ${to}`)).size
}
