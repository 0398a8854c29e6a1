import { expect } from 'chai'
import { eventually, findings } from '../../../support/books.ts'
import { firstOf, get, post, put } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { movedBy } from './balances.ts'

const LOCKED = '2026-03-31'
const OPEN = '2026-04-15'
const of = (type: string, amount: number) => ({ type, amount: chf(amount) })
const other = (tax_code: string, amount: number) => ({ ...of('other', amount), account_code: '3800', tax_code })

/** What waits for its booking keeps the tax that it takes: whatever is booked before it takes of the rest. */
describe('documents of which a deduction that waits takes tax', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  afterEach(async () => expect(await findings(customer)).to.deep.equal([]))

  async function sale(...rates: [code: string, net: number, tax: number][]): Promise<string> {
    const gross_amount = chf(rates.reduce((sum, [, net, tax]) => sum + net + tax, 0))
    const payload = { gross_amount, tax_lines: rates.map(([code, net, tax]) => taxLine(code, net, tax)) }
    const { body } = await post(INVOICES, invoice(customer, { payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return (await firstOf('documents', customer, `&source_fact_id=${body.id}`)).id
  }
  const lock = (locked_through: string) =>
    put('/v1/period-locks', { end_customer_id: customer, locked_through, reason: 'x' }, { wait: 10 })
  async function deduct(document_id: string, posting_date: string, deduction: object) {
    const lines = [{ document_id, amount: chf(0), deductions: [deduction] }]
    const request = { end_customer_id: customer, posting_date, lines }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal(posting_date === LOCKED ? 'draft' : 'posted')
    return body
  }
  async function bookedAtLast(id: string) {
    await lock('2025-12-31')
    await eventually(async () => (await get(`/v1/allocations/${id}`)).body.state === 'posted')
    return movedBy(there((await get(`/v1/allocations/${id}`)).body.journal_entry_id))
  }
  async function send(lines: object[]) {
    const { body } = await post(VOUCHERS, voucher(customer, { business_date: OPEN, payload: { lines } }), { wait: 10 })
    return body
  }
  const writeOff = (id: string, minor: number, base: number, tax: number) => [
    debit('3805', minor - tax),
    debit('2200', tax, { tax_code: 'VS81', tax_base: chf(base) }),
    credit('1100', minor, { open_item: { document_id: id, purpose: 'write_off' } }),
  ]

  it('a discount on all leaves the code alone that another one has named', async () => {
    const id = await sale(['V81', 100_000, 8_100], ['V26', 100_000, 2_600])
    await lock(LOCKED)
    const waiting = await deduct(id, LOCKED, other('VS81', 108_100))
    const discount = await deduct(id, OPEN, of('discount', 50_000))
    // 2600 × 50000 / 102600 = 1267.06
    expect(await movedBy(discount.journal_entry_id)).to.deep.equal({ 3800: 48_733, 2200: 1_267, 1100: -50_000 })
    expect(await bookedAtLast(waiting.id)).to.deep.equal({ 3800: 100_000, 2200: 8_100, 1100: -108_100 })
  })

  it('a voucher takes no tax that a discount is to take, until that is given up', async () => {
    const id = await sale(['V81', 100_000, 8_100])
    await lock(LOCKED)
    const waiting = await deduct(id, LOCKED, of('discount', 54_050))
    const blocked = await send(writeOff(id, 54_050, 50_000, 4_051))
    expect(blocked.blockers.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`)).to.deep.equal([
      'open_item_exceeded /payload/lines/1/amount VS81 takes back CHF 40.51 of tax, and the documents of the open items that the voucher closes have CHF 40.50 left of it: what has reduced them before, or waits to be booked, has taken the rest.',
    ])
    const reason = { end_customer_id: customer, reason: 'x' }
    await post(`/v1/allocations/${waiting.id}/reverse`, reason, { wait: 10 })
    await eventually(async () => (await get(`/v1/source-facts/${blocked.id}`)).body.state === 'posted')
  })

  it('what is left beside it can be booked first, and it is booked as it was accepted', async () => {
    const id = await sale(['V81', 100_000, 8_100])
    await lock(LOCKED)
    const waiting = await deduct(id, LOCKED, of('discount', 54_050))
    const voucher = await send(writeOff(id, 54_050, 50_000, 4_050))
    expect(voucher.state, JSON.stringify(voucher.blockers)).to.equal('posted')
    expect(await bookedAtLast(waiting.id)).to.deep.equal({ 3800: 50_000, 2200: 4_050, 1100: -54_050 })
  })

  it('a code is named for what is left of it beside all that waits', async () => {
    const id = await sale(['V81', 100_000, 8_100], ['V26', 100_000, 2_600])
    await lock(LOCKED)
    await deduct(id, LOCKED, of('discount', 105_350))
    const send = (minor: number) => {
      const lines = [{ document_id: id, amount: chf(0), deductions: [other('VS81', minor)] }]
      return post('/v1/allocations', { end_customer_id: customer, posting_date: LOCKED, lines }, { wait: 10 })
    }
    // Half of the document is to be reduced, so half of each code is left.
    expect((await send(54_051)).status).to.equal(422)
    const named = await send(54_050)
    expect(named.body.state, JSON.stringify(named.body)).to.equal('draft')
    expect(await bookedAtLast(named.body.id)).to.deep.equal({ 3800: 50_000, 2200: 4_050, 1100: -54_050 })
  })
})
