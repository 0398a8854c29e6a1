import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { linesOf } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { chf, credit, debit, INVOICES, invoice } from '../../support/requests/examples.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { balancesOf, bookedVoucher, bookVoucher, idOf, openOf, reverse } from './items-of-customer.ts'

const usd = (amount_minor: number) => ({ amount_minor, currency: 'USD' })

/** USD 1'000.00 at 0.90 are 900.00. The rate at the end of 2025 is 0.88: 880.00. Paid on 9 January at 0.91: 910.00. */
describe('a revaluation at the end of a year of an item that was paid since', () => {
  const { customer, owed, received, settle } = booksToSettle()
  let id: string

  beforeEach(async () => {
    const rates = [{ currency: 'USD', rate: '0.90', rate_date: '2025-01-01' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const payload = { currency: 'USD', gross_amount: usd(100_000), tax_lines: [], document_date: '2025-11-05' }
    const request = invoice(customer(), { business_date: '2025-11-05', payload })
    const { body } = await post(INVOICES, request, { wait: 20 })
    id = await idOf('documents', customer(), body.id)
  })

  const item = (purpose: string) => ({ open_item: { document_id: id, purpose } })
  const pay = (amount: number, book: number, gain: number, business_date = '2026-01-09') => {
    const closed = { account_code: '1100', credit: usd(amount), ...item('payment') }
    const lines = [debit('1020', book + gain), closed, credit('6999', gain)]
    return bookedVoucher(customer(), lines, {}, { business_date })
  }
  const lose = (loss: number) => [
    debit('6949', loss),
    { account_code: '1100', credit: usd(0), base_amount: chf(loss), ...item('revaluation') },
  ]
  const takeBack = (loss: number) => [debit('1100', loss, item('revaluation')), credit('6999', loss)]
  const on = (business_date: string, lines: object[]) => bookVoucher(customer(), lines, {}, { business_date })
  const booked = (business_date: string, lines: object[]) => bookedVoucher(customer(), lines, {}, { business_date })

  /** Amounts, and values, of the items on a day, with the sum that the ledger has. */
  async function listOn(date: string) {
    const query = `end_customer_id=${customer()}&side=receivables&date=${date}`
    const { body } = await get(`/v1/statements/open-items?${query}`)
    const items = body.items.map((row) => [row.open_amount.amount_minor, row.base_open_amount.amount_minor])
    return { items, total: body.ageing.total.amount_minor }
  }

  it('is booked, and the value that it leaves is taken back in the new year', async () => {
    await pay(100_000, 90_000, 1_000)
    const revaluation = await booked('2025-12-31', lose(2_000))
    expect(await linesOf(revaluation.journal_entry_id.id)).to.deep.equal([
      ['6949', 2_000, 0],
      ['1100', 0, 2_000],
    ])
    expect(revaluation.warnings?.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['value_without_amount', '/payload/lines/1/open_item'],
    ])
    expect(await openOf(customer(), 'documents')).to.deep.equal([[0, -2_000, 'settled']])
    expect(await listOn('2025-12-31')).to.deep.equal({ items: [[100_000, 88_000]], total: 88_000 })
    expect(await listOn('2026-01-09')).to.deep.equal({ items: [[0, -2_000]], total: -2_000 })
    expect(await balancesOf(customer(), '1100', '6999')).to.deep.equal([-2_000, -1_000])
    const back = await booked('2026-01-01', takeBack(2_000))
    expect(back.warnings).to.deep.equal([])
    expect(await openOf(customer(), 'documents')).to.deep.equal([[0, 0, 'settled']])
    expect(await listOn('2025-12-31')).to.deep.equal({ items: [[100_000, 88_000]], total: 88_000 })
    expect(await listOn('2026-01-08')).to.deep.equal({ items: [[100_000, 90_000]], total: 90_000 })
    expect(await listOn('2026-01-09')).to.deep.equal({ items: [], total: 0 })
    // 2025 has lost 20.00, and 2026 gained 30.00: 910.00 less 880.00.
    expect(await balancesOf(customer(), '1100', '6999')).to.deep.equal([0, -3_000])
  })

  it('is refused where the item was not open on the day, or not worth that much', async () => {
    await pay(100_000, 90_000, 1_000)
    const codes = async (date: string, lines: object[]) =>
      (await on(date, lines)).blockers.map(({ code, message }) => `${code} ${message.replace(id, 'doc')}`)
    expect(await codes('2025-11-04', lose(2_000))).to.deep.equal([
      'open_item_exceeded Of open item doc nothing was open on 2025-11-04.',
    ])
    expect(await codes('2026-01-09', lose(2_000))).to.deep.equal([
      'open_item_exceeded Of open item doc nothing was open on 2026-01-09.',
    ])
    expect(await codes('2025-12-31', lose(90_001))).to.deep.equal([
      'open_item_exceeded The book value of open item doc on 2025-12-31 would be CHF -0.01.',
    ])
    await booked('2025-12-31', lose(2_000))
    // On any day as far as it brings the rest to nothing, and no further.
    expect(await codes('2026-02-01', takeBack(2_001))).to.deep.equal([
      'open_item_exceeded Of open item doc nothing was open on 2026-02-01.',
    ])
    await booked('2026-02-01', takeBack(500))
    await booked('2026-02-02', takeBack(1_500))
    expect(await openOf(customer(), 'documents')).to.deep.equal([[0, 0, 'settled']])
  })

  it('and what takes it back are reversed in either order', async () => {
    await pay(100_000, 90_000, 1_000)
    const reversed = async ({ id }: { id: string }) => {
      expect((await reverse(customer(), `/v1/source-facts/${id}`)).status).to.equal(202)
      return openOf(customer(), 'documents')
    }
    const revaluation = await booked('2025-12-31', lose(2_000))
    const back = await booked('2026-01-20', takeBack(2_000))
    expect(await reversed(back)).to.deep.equal([[0, -2_000, 'settled']])
    expect(await reversed(revaluation)).to.deep.equal([[0, 0, 'settled']])
    const again = await booked('2025-12-31', lose(2_000))
    const backAgain = await booked('2026-01-20', takeBack(2_000))
    expect(await reversed(again)).to.deep.equal([[0, 2_000, 'settled']])
    expect(await reversed(backAgain)).to.deep.equal([[0, 0, 'settled']])
  })

  it('an amount that is given back is worth something', async () => {
    await pay(99_000, 89_100, 990)
    const last = await pay(1_000, 900, 10)
    await booked('2025-12-31', lose(2_000))
    // 9.00 less 20.00 would be left.
    const refused = await reverse(customer(), `/v1/source-facts/${last.id}`)
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    await booked('2026-01-01', takeBack(2_000))
    expect((await reverse(customer(), `/v1/source-facts/${last.id}`)).status).to.equal(202)
    expect(await openOf(customer(), 'documents')).to.deep.equal([[1_000, 900, 'open']])
  })

  it('goes to an item that is open again', async () => {
    const payment = await pay(100_000, 90_000, 1_000)
    await booked('2025-12-31', lose(2_000))
    expect((await reverse(customer(), `/v1/source-facts/${payment.id}`)).status).to.equal(202)
    expect(await openOf(customer(), 'documents')).to.deep.equal([[100_000, 88_000, 'open']])
  })

  it('of a payable lets no settlement be reversed that gives back less than it is worth', async () => {
    const payload = { currency: 'USD', gross_amount: usd(100_000), tax_lines: [], document_date: '2025-11-05' }
    const payable = await owed(0, payload)
    await settle(payable.id, 0, { amount: usd(99_000) })
    const { body: last } = await settle(payable.id, 0, { amount: usd(1_000) })
    const of = { open_item: { supplier_payable_id: payable.id, purpose: 'revaluation' } }
    const gain = debit('2000', 2_000, of)
    // The document's business date is in March.
    await booked('2026-04-14', [gain, credit('6999', 2_000)])
    expect(await openOf(customer(), 'supplier-payables')).to.deep.equal([[0, -2_000, 'settled']])
    const path = `/v1/supplier-payables/${payable.id}/settlements/${last.id}`
    const refused = await reverse(customer(), path)
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    await booked('2026-04-15', [credit('2000', 2_000, of), debit('6949', 2_000)])
    expect((await reverse(customer(), path)).status).to.equal(202)
    expect(await openOf(customer(), 'supplier-payables')).to.deep.equal([[1_000, 900, 'open']])
  })

  it('lets no allocation be reversed that gives back less than it is worth', async () => {
    const payment = await received(bankEntry({ amount: '1000.00', currency: 'USD' }))
    const allocated = async (amount: number) => {
      const request = { payment_id: payment.id, lines: [{ document_id: id, amount: usd(amount) }] }
      return (await post('/v1/allocations', { end_customer_id: customer(), ...request }, { wait: 10 })).body
    }
    const first = await allocated(99_000)
    const last = await allocated(1_000)
    await booked('2025-12-31', lose(2_000))
    const refused = await reverse(customer(), `/v1/allocations/${last.id}`)
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    await booked('2026-01-01', takeBack(2_000))
    expect((await reverse(customer(), `/v1/allocations/${last.id}`)).body.state).to.equal('reversed')
    expect((await reverse(customer(), `/v1/allocations/${first.id}`)).body.state).to.equal('reversed')
    expect(await openOf(customer(), 'documents')).to.deep.equal([[100_000, 90_000, 'open']])
  })
})
