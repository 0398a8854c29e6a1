import { expect } from 'chai'
import { bankEntry, camt053Message, IBAN } from '../../../camt053/messages.ts'
import { get } from '../../../support/client.ts'

type Booking = { readonly day: string; readonly francs: number; readonly ref?: string; readonly text?: string }
export type DatedStatement = {
  readonly id: string
  readonly number?: number
  readonly iban?: string
  readonly currency?: string
  readonly period: readonly [from: string, to: string]
  /** Null: the bank statement has none. */
  readonly balances: readonly [opening: number, closing: number] | null
  readonly bookings: readonly Booking[]
}

/** Bank statements of a month, such as 2026-03, with days by their number. */
export function datedIn(month: string) {
  const dayOf = (day: number) => `${month}-${String(day).padStart(2, '0')}`
  return (
    id: string,
    [from, to]: readonly [number, number],
    balances: readonly [number, number],
    ...bookings: readonly (readonly [day: number, francs: number])[]
  ): DatedStatement => ({
    id,
    period: [dayOf(from), dayOf(to)],
    balances,
    bookings: bookings.map(([day, francs]) => ({ day: dayOf(day), francs })),
  })
}

/** The file of one bank statement, with its balances on the first and last day. */
export function fileOf(statement: DatedStatement): string {
  const { id, number, period, balances, bookings, iban = IBAN, currency = 'CHF' } = statement
  const [from, to] = period
  return camt053Message({
    header: `<Id>${id}</Id>${number === undefined ? '' : `<ElctrncSeqNb>${number}</ElctrncSeqNb>`}
      <FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>`,
    bankAccount: `<Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy>`,
    balances: balances
      ? balanceOf('OPBD', balances[0], from, currency) + balanceOf('CLBD', balances[1], to, currency)
      : '',
    bankEntries: bookings.map((booking) => entryOf(booking, currency)).join(''),
  })
}

function balanceOf(type: string, francs: number, day: string, currency: string): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${Math.abs(francs).toFixed(2)}</Amt>
    <CdtDbtInd>${francs < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
}

function entryOf({ day, francs, ref, text = '' }: Booking, currency: string): string {
  const direction = francs < 0 ? 'DBIT' : 'CRDT'
  const written = bankEntry({ amount: `${Math.abs(francs).toFixed(2)}`, direction, date: day, text, currency })
  return ref ? written.replace('</ValDt>', `</ValDt><AcctSvcrRef>${ref}</AcctSvcrRef>`) : written
}

/** A reconciliation in francs. */
export async function reconciled(customer: string, date: string, bank_account = '1020') {
  const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=${bank_account}&date=${date}`
  const { status, body } = await get(path as '/v1/statements/bank-reconciliation')
  expect(status, JSON.stringify(body)).to.equal(200)
  const francs = ({ amount_minor }: { amount_minor: number }) => amount_minor / 100
  return {
    body,
    bank: francs(body.bank_balance),
    ledger: francs(body.ledger_balance),
    unexplained: francs(body.unexplained),
    gaps: body.gaps.map(({ kind, amount }) => `${kind} ${francs(amount)}`),
    differences: body.differences.map(({ kind, amount }) => `${kind} ${francs(amount)}`),
  }
}
