import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { messageOf, statementOf, stmtOf } from '../statement-of.ts'

/** A booking as it happened; its name is what a bank statement without references says of it. */
export type TrueBooking = {
  readonly at: number
  readonly day: number
  readonly francs: number
  readonly text: string
  readonly ref: string
  readonly uetr: string
  readonly name: string
}

/** A bank statement: the bookings from one position to another, and its days. */
export type Window = {
  readonly id: number
  readonly number: number | null
  readonly from: number
  readonly to: number
  readonly days: readonly [number, number]
}

/** A file, with the bookings of each of its statements or pages. */
export type SentFile = { readonly xml: string; readonly stmts: readonly (readonly TrueBooking[])[] }

type Style = {
  readonly hasNumbers: boolean
  readonly hasPeriods: boolean
  /** Numbers that choose how it is divided into pages. */
  readonly division: readonly [number, number]
  readonly version: number
}

export const dayOf = (index: number) => addDays('2026-03-02', index)

/** The files of a bank statement: one, one with two pages in any order or one of them twice, or a file for each of two pages. */
export function filesOf(
  { id, number, from, to, days: [first, last] }: Window,
  bookings: readonly TrueBooking[],
  balanceBefore: (at: number) => number,
  { hasNumbers, hasPeriods, division, version }: Style,
): SentFile[] {
  const own = bookings.slice(from, to)
  const options = {
    id: `S-${id}`,
    sequence: hasNumbers ? number : null,
    ...(hasPeriods ? { from: `${dayOf(first)}T00:00:00`, to: `${dayOf(last)}T23:59:59` } : {}),
    version: ['02', '04', '08'][version % 3] ?? '08',
    balances: balanceOf('OPBD', balanceBefore(from), first) + balanceOf('CLBD', balanceBefore(to), last),
  }
  const [way, place] = division
  if (way % 4 > 1 || own.length < 2) return [{ xml: statementOf(own.map(writtenOf), options), stmts: [own] }]
  const cut = 1 + (place % (own.length - 1))
  const parts = [own.slice(0, cut), own.slice(cut)]
  const pages = parts.map((part, at) => ({
    part,
    xml: stmtOf(part.map(writtenOf), { ...options, page: [at + 1, at === 1] }),
  }))
  const fileWith = (some: typeof pages): SentFile => ({
    xml: messageOf(...some.map(({ xml }) => xml)),
    stmts: some.map(({ part }) => part),
  })
  if (way % 4 === 1) return pages.map((page) => fileWith([page]))
  const orders = [pages, pages.toReversed(), [...pages, ...pages.slice(1)]]
  return [fileWith(orders[place % 3] ?? pages)]
}

function writtenOf({ francs, text, ref, uetr, day }: TrueBooking) {
  const direction = francs < 0 ? 'DBIT' : 'CRDT'
  return { amount: `${Math.abs(francs)}.00`, direction, text, ref, uetr, date: dayOf(day) }
}

function balanceOf(type: string, francs: number, day: number): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">${Math.abs(francs)}.00</Amt>
    <CdtDbtInd>${francs < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${dayOf(day)}</Dt></Dt></Bal>`
}
