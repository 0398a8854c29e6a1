import fc from 'fast-check'
import { messageOf, statementOf, stmtOf } from './statement-of.ts'

export type History = {
  readonly bookings: readonly Booking[]
  readonly files: readonly string[]
  readonly isTold: boolean
}
type Booking = {
  readonly amount: number
  readonly direction: 'CRDT' | 'DBIT'
  readonly text: string
  readonly day: number
}
type Window = readonly [from: number, to: number]

const START = 1_000
const booking = fc.record({
  amount: fc.constantFrom(5, 20, 20, 20),
  direction: fc.constant('CRDT' as const),
  text: fc.constantFrom('', '', 'TWINT'),
  day: fc.nat(2),
})

/** How banks send an account: cut, overlapping, again, in another order, version and division. */
const sending = fc.record({
  cuts: fc.array(fc.nat(100), { maxLength: 3 }),
  overlaps: fc.boolean(),
  hasReferences: fc.boolean(),
  version: fc.infiniteStream(fc.constantFrom('02', '04', '08')),
  isPaged: fc.infiniteStream(fc.boolean()),
  again: fc.array(fc.nat(100), { maxLength: 2 }),
  order: fc.infiniteStream(fc.nat(1_000)),
})

/**
 * A history of bookings, and the files in which it comes. It is told which bookings are which where all of them have
 * references, or where windows of a growing balance follow each other.
 */
export const history: fc.Arbitrary<History> = fc
  .tuple(fc.array(booking, { minLength: 2, maxLength: 9 }), sending)
  .map(([unordered, { cuts, overlaps, hasReferences, version, isPaged, again, order }]) => {
    const bookings = unordered.toSorted((a, b) => a.day - b.day)
    const windows = windowsOf(bookings.length, cuts, overlaps)
    const files = windows.map((window, at) => fileOf(bookings, window, at, { hasReferences, version, isPaged }))
    const sent = [...files, ...again.map((index) => files[index % files.length] ?? '')]
    const shuffled = sent
      .map((file) => ({ file, rank: order.next().value ?? 0 }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ file }) => file)
    return { bookings, files: shuffled, isTold: hasReferences || !overlaps }
  })

function windowsOf(length: number, cuts: readonly number[], overlaps: boolean): Window[] {
  const borders = [...new Set([0, ...cuts.map((cut) => cut % length), length])].sort((a, b) => a - b)
  return borders.slice(1).map((to, at) => {
    const from = borders[at] ?? 0
    return [overlaps ? Math.max(0, from - 2) : from, to]
  })
}

type Style = {
  readonly hasReferences: boolean
  readonly version: fc.Stream<string>
  readonly isPaged: fc.Stream<boolean>
}

function fileOf(bookings: readonly Booking[], [from, to]: Window, at: number, style: Style): string {
  const written = bookings.slice(from, to).map(({ amount, direction, text, day }, index) => ({
    amount: `${amount}.00`,
    direction,
    text,
    date: `2026-03-0${day + 1}`,
    ref: style.hasReferences ? `REF-${from + index}` : '',
  }))
  const options = {
    id: `S-${at}`,
    sequence: at + 1,
    from: momentOf(from),
    to: momentOf(to),
    version: style.version.next().value ?? '08',
  }
  const [opening, closing] = [from, to].map((index) => balanceAt(bookings, index)) as [string, string]
  const isPaged = (style.isPaged.next().value ?? false) && written.length > 1
  if (!isPaged) return statementOf(written, { ...options, opening, closing })
  const first = stmtOf(written.slice(0, 1), { ...options, opening, closing, page: [1, false] })
  return messageOf(first, stmtOf(written.slice(1), { ...options, opening, closing, page: [2, true] }))
}

function balanceAt(bookings: readonly Booking[], index: number): string {
  const sum = bookings.slice(0, index).reduce((total, { amount }) => total + amount, START)
  return `${sum}.00`
}

/** Bookings happen one after the other, whatever day they are booked on. */
function momentOf(index: number): string {
  return `2026-03-01T${String(index).padStart(2, '0')}:00:00`
}
