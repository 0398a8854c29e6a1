import { expect } from 'chai'
import { linesOf } from '../../support/books.ts'
import { firstOf, get, itemsOf, post } from '../../support/client.ts'
import { chf, credit, debit, taxLine, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { booksOfReceived } from '../vat/received/books-of-received.ts'
import { records } from '../vat/records.ts'
import { e2e, returnsOf } from './books-with-returns.ts'

const named = e2e('E2E-1')
const back = { direction: 'CRDT', date: '2026-04-09', named, reason: 'AC04' } as const
const DAYS = ['2026-04-01', '2026-04-02', '2026-04-05', '2026-04-08', '2026-04-09', '2026-04-12']

/** What an answer refuses: its status, field and code, and the day that its message names. */
function refusalOf({ status, body }: { status: number; body: unknown }) {
  const [detail] =
    (body as { error?: { details: { pointer: string; code: string; message: string }[] } }).error?.details ?? []
  return [status, detail?.pointer, detail?.code, detail?.message.match(/Send (\S+) or/)?.[1]]
}

/** Each case to the Rappen, computed by hand. */
describe('money that was free again only on a later day', () => {
  const books = booksToSettle()
  const { customer, owed, invoiced, list, openOf, settle, allocate } = books
  const { moved, paidOut, acceptOnly, takeBack, differences } = returnsOf(books)
  /** What stands on an account at the end of each of the days. */
  const balances = async (account: string) => {
    const moved: [string, number][] = []
    for (const { id, posting_date } of await itemsOf('journal-entries', customer()))
      for (const [code, debited, credited] of await linesOf(id))
        if (code === account) moved.push([posting_date, debited - credited])
    return DAYS.map((day) => moved.reduce((sum, [date, minor]) => (date <= day ? sum + minor : sum), 0))
  }

  it('a debit whose return is taken back settles from the day of its reversal on', async () => {
    const payable = await owed(10_810)
    const paid = await paidOut(payable.id, 10_810, { amount: '108.10', named })
    await moved({ amount: '108.10', ...back })
    const { id } = await acceptOnly()
    await takeBack(id)
    const { canonical_entry_hash: evidence_sha256 } = (await get(`/v1/camt-053/entries/${paid.entry_id}`)).body
    const other = await owed(10_810)
    for (const settlement_date of ['2026-04-02', '2026-04-08'])
      for (const one of [payable, other])
        expect(refusalOf(await settle(one.id, 10_810, { settlement_date, evidence_sha256 }))).to.deep.equal([
          422,
          '/settlement_date',
          'posting_date_too_early',
          '2026-04-09',
        ])
    const again = await settle(payable.id, 10_810, { settlement_date: '2026-04-09', evidence_sha256 })
    expect(again.body.state).to.equal('posted')
    // Paid, back, and paid once more on the day of the return: never twice.
    expect(await balances('1020')).to.deep.equal([0, -10_810, -10_810, -10_810, -10_810, -10_810])
    for (const day of DAYS.slice(1, 4)) expect(await differences(day)).to.deep.equal([])
    expect(await differences('2026-04-09')).to.deep.equal([['entry_unbooked', 10_810]])
  })

  it('a payable that came back is paid by another debit after that day', async () => {
    const payable = await owed(10_810)
    await paidOut(payable.id, 10_810, { amount: '108.10', named })
    await moved({ amount: '108.10', ...back })
    await acceptOnly()
    const { canonical_entry_hash: evidence_sha256 } = await moved({ amount: '108.10', date: '2026-04-05' })
    expect(
      refusalOf(await settle(payable.id, 10_810, { settlement_date: '2026-04-05', evidence_sha256 })),
    ).to.deep.equal([422, '/settlement_date', 'posting_date_too_early', '2026-04-09'])
    expect((await settle(payable.id, 10_810, { settlement_date: '2026-04-09', evidence_sha256 })).body.state).to.equal(
      'posted',
    )
    expect(await balances('2000')).to.deep.equal([-10_810, 0, 0, 0, 0, 0])
  })

  it('a voucher waits for a later day, too', async () => {
    const payable = await owed(10_810)
    const { entry_id } = await paidOut(payable.id, 10_810, { amount: '108.10', named })
    await moved({ amount: '108.10', ...back })
    await takeBack((await acceptOnly()).id)
    const bookedOn = async (business_date: string) => {
      const lines = [debit('6500', 10_810), credit('1020', 10_810)]
      const request = voucher(customer(), { business_date, payload: { lines, bank_entries: [{ entry_id }] } })
      return (await post(VOUCHERS, request, { wait: 10 })).body
    }
    const early = await bookedOn('2026-04-08')
    expect([early.state, early.blockers?.[0]?.code], JSON.stringify(early)).to.deep.equal([
      'blocked',
      'bank_entry_exhausted',
    ])
    expect(there(early.blockers[0]).message).to.include('2026-04-09')
    expect((await bookedOn('2026-04-09')).state).to.equal('posted')
    expect(await balances('1020')).to.deep.equal([0, -10_810, -10_810, -10_810, -10_810, -10_810])
  })

  it('a payment among others of a bank entry, and what is set off, are free from that day on', async () => {
    const [one, other] = [await invoiced(30_000), await invoiced(20_000)]
    await moved({ amount: '500.00', direction: 'CRDT', parts: [{ amount: '300.00' }, { amount: '200.00' }] })
    const payment = there((await list('payments')).find(({ amount }) => amount.amount_minor === 30_000))
    const { body } = await allocate(payment.id, [[one.id, 30_000]])
    const reversal = { end_customer_id: customer(), reason: 'falsch', posting_date: '2026-04-09' }
    await post(`/v1/allocations/${body.id}/reverse` as '/v1/allocations/{allocation_id}/reverse', reversal, {
      wait: 10,
    })
    expect(await openOf('documents', one.id)).to.equal(30_000)
    const tooEarly = [422, '/posting_date', 'posting_date_too_early', '2026-04-09']
    // The payment itself, on a document that was always open.
    expect(refusalOf(await allocate(payment.id, [[other.id, 20_000]]))).to.deep.equal(tooEarly)
    const creditNote = await invoiced(-30_000)
    const lines = [
      { document_id: one.id, amount: chf(30_000) },
      { document_id: creditNote.id, amount: chf(-30_000) },
    ]
    const setOff = (posting_date: string) =>
      post('/v1/allocations', { end_customer_id: customer(), posting_date, lines }, { wait: 10 })
    expect(refusalOf(await setOff('2026-04-08'))).to.deep.equal(tooEarly)
    expect((await setOff('2026-04-09')).body.state).to.equal('posted')
    expect((await allocate(payment.id, [[other.id, 20_000]], { posting_date: '2026-04-09' })).body.state).to.equal(
      'posted',
    )
  })

  it('credit of a customer that was used until a later day is not used before', async () => {
    const [one, two, three] = [await invoiced(60_00), await invoiced(40_00), await invoiced(40_00)]
    await moved({ amount: '100.00', direction: 'CRDT' })
    const payment = there((await list('payments')).at(-1))
    await allocate(payment.id, [[one.id, 60_00]])
    const { body } = await allocate(payment.id, [[two.id, 40_00]])
    const reversal = { end_customer_id: customer(), reason: 'falsch', posting_date: '2026-04-09' }
    await post(`/v1/allocations/${body.id}/reverse` as '/v1/allocations/{allocation_id}/reverse', reversal, {
      wait: 10,
    })
    expect(refusalOf(await allocate(payment.id, [[three.id, 40_00]]))).to.deep.equal([
      422,
      '/posting_date',
      'posting_date_too_early',
      '2026-04-09',
    ])
    const later = await allocate(payment.id, [[three.id, 40_00]], { posting_date: '2026-04-09' })
    expect(later.body.state).to.equal('posted')
    expect(await balances('2030')).to.deep.equal([0, 0, 0, 0, 0, 0])
  })

  it('the return of a part that was taken back on a later day comes back from that day on', async () => {
    const payable = await owed(10_810)
    await paidOut(payable.id, 10_810, { amount: '108.10', named })
    await moved({ amount: '50.00', ...back })
    await takeBack((await acceptOnly()).id, { posting_date: '2026-04-12' })
    const [candidate] = await itemsOf('settlement-candidates', customer(), '&target_type=return')
    const accept = (more: object) =>
      post(
        '/v1/bank-returns',
        { end_customer_id: customer(), candidate_id: there(candidate).id, reason: 'doch', ...more },
        { wait: 10 },
      )
    expect((await accept({})).body).to.have.nested.property('error.details[0].code', 'posting_date_too_early')
    expect((await accept({ posting_date: '2026-04-12' })).body.state).to.equal('booked')
    expect(await balances('2000')).to.deep.equal([-10_810, 0, 0, 0, -5_000, -5_000])
  })
})

describe('tax of money that was free again only on a later day', () => {
  const books = booksOfReceived()
  const { customer, invoiced, list, allocate } = books
  const { moved, acceptOnly, takeBack } = returnsOf(books)

  it('is declared once on every day', async () => {
    const sold = { tax_lines: [taxLine('V81', 100_000, 8_100)] }
    const document = await invoiced(108_100, sold, { business_date: '2026-03-20' })
    await moved({ amount: '1081.00', direction: 'CRDT', named })
    const payment = there((await list('payments')).at(-1))
    await allocate(payment.id, [[document.id, 108_100]])
    await moved({ amount: '1081.00', date: '2026-04-09', named, reason: 'MD06' })
    await takeBack((await acceptOnly()).id)
    expect(refusalOf(await allocate(payment.id, [[document.id, 108_100]]))).to.deep.equal([
      422,
      '/posting_date',
      'posting_date_too_early',
      '2026-04-09',
    ])
    await allocate(payment.id, [[document.id, 108_100]], { posting_date: '2026-04-09' })
    const { data } = await records(customer())
    const declared = data.filter(({ kind }) => kind === 'declared')
    expect(declared.map(({ posting_date, tax_amount }) => [posting_date, tax_amount.amount_minor])).to.deep.equal([
      ['2026-04-02', 8_100],
      ['2026-04-09', -8_100],
      ['2026-04-09', 8_100],
    ])
    expect(await firstOf('payments', customer())).to.include({ state: 'allocated' })
  })
})
