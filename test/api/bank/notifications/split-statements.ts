import fc from 'fast-check'
import { balance, camt053Message, camt054Message } from '../../../camt053/messages.ts'
import { type Booked, bookingOf, type Detail, without } from './notified.ts'

/** A bank statement as the bank could write it whole, and as it comes: without details, with notifications of them. */
export type SplitStatement = {
  readonly whole: string
  readonly bare: string
  /** In any order among themselves and with the bank statement; some come more than once. */
  readonly notifications: readonly string[]
  /** How many of them come before the bank statement. */
  readonly before: number
}

type Cut = {
  readonly at: readonly number[]
  /** Each piece has its own amount, or all of them that of the booking. */
  readonly asPages: boolean
}
type Made = Booked & { readonly details: readonly Detail[]; readonly cut: Cut }

const franc = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
const QRR = '2100000000031394714300'

const detail = fc.record({
  minor: fc.integer({ min: 1, max: 20_000 }),
  has_ref: fc.boolean(),
  has_reference: fc.boolean(),
  has_text: fc.boolean(),
})
const booking = fc.record({
  details: fc.array(detail, { maxLength: 5 }),
  alone: fc.integer({ min: 1, max: 20_000 }),
  day: fc.integer({ min: 1, max: 3 }),
  isDebit: fc.integer({ min: 0, max: 5 }).map((draw) => draw === 0),
  byBatch: fc.integer({ min: 0, max: 3 }).map((draw) => draw === 0),
  text: fc.constantFrom('', 'Sammelgutschrift'),
  cut: fc.record({ at: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }), asPages: fc.boolean() }),
  isReturned: fc.integer({ min: 0, max: 4 }).map((draw) => draw === 0),
})

export const splitStatement: fc.Arbitrary<SplitStatement> = fc
  .record({
    bookings: fc.array(booking, { minLength: 1, maxLength: 6 }),
    version: fc.constantFrom('02', '04', '08'),
    otherVersion: fc.constantFrom('04', '08'),
    repeated: fc.array(fc.nat(20), { maxLength: 4 }),
    order: fc.array(fc.nat(1_000), { minLength: 60, maxLength: 60 }),
    before: fc.nat(100),
    filesOf: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ bookings, version, otherVersion, repeated, order, before, filesOf }) => {
    const made = bookings.flatMap((one, index) => madeOf(one, index))
    const pieces = made.flatMap(piecesOf)
    const files: string[] = []
    for (let at = 0; at < pieces.length; at += filesOf) files.push(fileOf(pieces.slice(at, at + filesOf), version, at))
    for (const which of repeated) {
      const at = which * filesOf
      if (at < pieces.length) files.push(fileOf(pieces.slice(at, at + filesOf), otherVersion, at))
    }
    const shuffled = files
      .map((file, index) => ({ file, place: order[index] ?? 0 }))
      .sort((a, b) => a.place - b.place)
      .map(({ file }) => file)
    return {
      whole: statementOf(made),
      bare: statementOf(made.map(without)),
      notifications: shuffled,
      before: before % (shuffled.length + 1),
    }
  })

type Drawn = typeof booking extends fc.Arbitrary<infer Value> ? Value : never

/** A booking, and perhaps the return of one of its payments two days later. */
function madeOf({ details, alone, day, isDebit, byBatch, text, cut, isReturned }: Drawn, index: number): Made[] {
  const named = details.map(({ minor, has_ref, has_reference, has_text }, number): Detail & { minor: number } => ({
    minor,
    amount: franc(minor),
    name: `Kundin ${index} ${number}`,
    ...(has_ref ? { ref: `TX-${index}-${number}` } : {}),
    ...(has_reference ? { reference: `${QRR}${String(index * 10 + number).padStart(5, '0')}` } : {}),
    ...(has_text ? { text: `Rechnung ${index}-${number}` } : {}),
  }))
  const minor = named.length === 0 ? alone : named.reduce((sum, one) => sum + one.minor, 0)
  const common = { date: `2026-03-0${day}`, direction: isDebit ? 'DBIT' : 'CRDT', text }
  const reference = byBatch ? { batch: `<PmtInfId>P-${index}</PmtInfId>` } : { ref: `BANK-${index}` }
  const one = { ...common, ...reference, amount: franc(minor), details: named, cut }
  const back = isReturned && !isDebit ? named.find((candidate) => candidate.reference !== undefined) : undefined
  if (!back) return [one]
  const returned = { date: `2026-03-0${day + 2}`, direction: 'DBIT', reversal: 'true', ref: `BACK-${index}`, text: '' }
  return [
    one,
    { ...returned, amount: back.amount, details: [{ ...back, ref: `RTX-${index}` }], cut: { at: [], asPages: false } },
  ]
}

/** The notifications of a booking: one, or several that are cut. */
function piecesOf({ cut, ...booked }: Made): Booked[] {
  const { details } = booked
  if (details.length === 0) return []
  const ends = [...new Set([...cut.at.filter((at) => at < details.length), details.length])].sort((a, b) => a - b)
  if (ends.length === 1) return [booked]
  return ends.map((end, index) => {
    const part = details.slice(ends[index - 1] ?? 0, end)
    if (cut.asPages)
      return { ...booked, batch: `${booked.batch ?? ''}<NbOfTxs>${details.length}</NbOfTxs>`, details: part }
    const sum = part.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)
    return { ...booked, amount: franc(sum), details: part }
  })
}

function fileOf(pieces: readonly Booked[], version: string, number: number): string {
  return camt054Message({ version, header: `<Id>N-${number}</Id>`, bankEntries: pieces.map(bookingOf).join('') })
}

function statementOf(made: readonly Booked[]): string {
  const moved = made.reduce((sum, { amount, direction }) => {
    const minor = Math.round(Number(amount) * 100)
    return sum + (direction === 'DBIT' ? -minor : minor)
  }, 1_000_000)
  return camt053Message({
    header: '<Id>S</Id><ElctrncSeqNb>1</ElctrncSeqNb>',
    balances: balance('OPBD', '10000.00') + balance('CLBD', franc(moved)),
    bankEntries: made.map(bookingOf).join(''),
  })
}
