import { expect } from 'chai'
import { eventually, findings } from '../../../support/books.ts'
import { firstOf, get, post, put } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
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

  it('a loss is told to take back what a discount that waits leaves', async () => {
    const id = await sale(['V81', 100_000, 8_100])
    await lock(LOCKED)
    await deduct(id, LOCKED, of('discount', 10_000))
    // The discount is to take 92.51 and 7.49.
    const open_item = { document_id: id, purpose: 'write_off' }
    const { warnings } = await send([debit('3805', 98_100), credit('1100', 98_100, { open_item })])
    expect(JSON.stringify(warnings)).to.match(/: a debit of CHF 73.51 .* VS81 and a tax_base of CHF 907.49\./)
  })

  /** 1,000.00 for software from abroad: 81.00 of acquisition tax are owed and deducted. */
  async function acquired(): Promise<string> {
    const payload = {
      gross_amount: chf(100_000),
      tax_lines: [taxLine('B81', 100_000, 0, { expense_category: 'software' })],
    }
    const { body } = await post(EXPENSES, expense(customer, { payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return (await firstOf('supplier-payables', customer, `&source_fact_id=${body.id}`)).id
  }
  async function discounted(payable: string, settlement_date: string, minor: number) {
    const request = {
      settlement_date,
      amount: chf(0),
      deductions: [of('discount', minor)],
      reviewer_justification: 'x',
    }
    const path = `/v1/supplier-payables/${payable}/settlements` as const
    const { body } = await post(path, { end_customer_id: customer, ...request }, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal(settlement_date === LOCKED ? 'draft' : 'posted')
    return body
  }
  const forgiven = (id: string, minor: number, base: number, tax: number) => [
    debit('2000', minor, { open_item: { supplier_payable_id: id, purpose: 'write_off' } }),
    credit('6580', minor),
    debit('2203', tax, { tax_code: 'B81', tax_base: chf(base) }),
    credit('1171', tax, { tax_code: 'I81', tax_base: chf(base) }),
  ]
  const half = { 2000: 50_000, 6580: -50_000, 2203: 4_050, 1171: -4_050 }

  it('a voucher takes no acquisition tax that a discount is to take', async () => {
    const id = await acquired()
    await lock(LOCKED)
    await discounted(id, LOCKED, 50_000)
    const blocked = await send(forgiven(id, 50_000, 50_000, 4_051))
    expect(blocked.blockers.map(({ code, pointer }) => `${code} ${pointer}`)).to.deep.equal([
      'open_item_exceeded /payload/lines/2/amount',
      'open_item_exceeded /payload/lines/3/amount',
    ])
    expect(there(blocked.blockers[0]).message).to.match(
      /^B81 takes back CHF 40.51 of tax, .* have CHF 40.50 left of it/,
    )
    await post(`/v1/source-facts/${blocked.id}/withdraw`, { end_customer_id: customer, reason: 'x' })
    const voucher = await send(forgiven(id, 50_000, 50_000, 4_050))
    expect(voucher.state, JSON.stringify(voucher.blockers)).to.equal('posted')
    await lock('2025-12-31')
    const path = `/v1/supplier-payables/${id}/settlements?end_customer_id=${customer}` as const
    const booked = async () => there((await get(path)).body.data[0])
    await eventually(async () => (await booked()).state === 'posted')
    expect(await movedBy((await booked()).journal_entry_id)).to.deep.equal(half)
  })

  it('a discount takes of acquisition tax what a voucher has left', async () => {
    const id = await acquired()
    await send(forgiven(id, 30_000, 100_000, 8_100))
    const discount = await discounted(id, OPEN, 50_000)
    expect(await movedBy(discount.journal_entry_id)).to.deep.equal({ 2000: 50_000, 6580: -50_000 })
    const other = await acquired()
    await send(forgiven(other, 50_000, 30_000, 2_430))
    // 64.80 of 800.00 less 24.30 of 300.00.
    const rest = await discounted(other, OPEN, 50_000)
    expect(await movedBy(rest.journal_entry_id)).to.deep.equal(half)
  })

  it('input tax of acquisition tax is told apart from that of other purchases of its rate', async () => {
    const payload = {
      gross_amount: chf(208_100),
      tax_lines: [taxLine('B81', 100_000, 0), taxLine('I81', 100_000, 8_100)],
    }
    const { body } = await post(EXPENSES, expense(customer, { payload }), { wait: 10 })
    const { id } = await firstOf('supplier-payables', customer, `&source_fact_id=${body.id}`)
    const first = await discounted(id, OPEN, 20_810)
    const tenth = { 2000: 20_810, 6500: -20_000, 1171: -1_620, 2203: 810 }
    expect(await movedBy(first.journal_entry_id)).to.deep.equal(tenth)
    const rest = await discounted(id, OPEN, 187_290)
    const others = { 2000: 187_290, 6500: -180_000, 1171: -14_580, 2203: 7_290 }
    expect(await movedBy(rest.journal_entry_id)).to.deep.equal(others)
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
