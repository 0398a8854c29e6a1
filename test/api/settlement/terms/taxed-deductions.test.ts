import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { firstOf, post, put } from '../../../support/client.ts'
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
import { EFFECTIVE, NET_RATE, NOT_REGISTERED, register } from '../../vat/register.ts'
import { movedBy, taxOf } from './balances.ts'

const of = (type: string, amount: number, currency = 'CHF') => ({ type, amount: { amount_minor: amount, currency } })

/** What a deduction does to tax under each registration, and of documents of other kinds. */
describe('deductions and tax', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  afterEach(async () => expect(await findings(customer)).to.deep.equal([]))

  const registered = (registration: object) => register(customer, '2026-01-01', registration)
  async function document(payload: object) {
    const { body } = await post(INVOICES, invoice(customer, { payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return (await firstOf('documents', customer, `&source_fact_id=${body.id}`)).id
  }
  async function payable(payload: object) {
    const { body } = await post(EXPENSES, expense(customer, { payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return (await firstOf('supplier-payables', customer, `&source_fact_id=${body.id}`)).id
  }
  async function collected(document_id: string, amount: number, deductions: object[], currency = 'CHF') {
    const lines = [{ document_id, amount: { amount_minor: amount, currency }, deductions }]
    const reason = JSON.stringify(deductions).includes('write_off') ? { reason: 'certificate of loss' } : {}
    const money = { account_code: '1000', posting_date: '2026-04-15' }
    const request = { end_customer_id: customer, ...money, lines, ...reason }
    const { status, body } = await post('/v1/allocations', request, { wait: 10 })
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([201, 'posted'])
    return body.journal_entry_id
  }
  async function settled(id: string, amount: number, deductions: object[], more: object = {}) {
    const request = { settlement_date: '2026-04-15', amount: chf(amount), reviewer_justification: 'x', ...more }
    const path = `/v1/supplier-payables/${id}/settlements` as const
    const { status, body } = await post(path, { end_customer_id: customer, ...request, deductions }, { wait: 10 })
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([201, 'posted'])
    return body.journal_entry_id
  }

  it('received consideration: what was never received is never due; charges and rounding count as received', async () => {
    await registered({ ...EFFECTIVE, consideration: 'received' })
    const sale = await document({ gross_amount: chf(108_100), tax_lines: [taxLine('V81', 100_000, 8_100)] })
    const first = await collected(sale, 50_000, [of('discount', 1_000), of('bank_charges', 40)])
    expect(await movedBy(first)).to.deep.equal({ 1000: 50_000, 3800: 926, 2200: 74, 6940: 40, 1100: -51_040 })
    expect((await taxOf(first)).sort()).to.deep.equal(['V81 303 46290 3750 declared', 'V81 303 926 74 extinguished'])
    const second = await collected(sale, 7_000, [of('write_off', 50_055), of('rounding', 5)])
    expect(await movedBy(second)).to.deep.equal({ 1000: 7_000, 3805: 46_304, 2200: 3_751, 6945: 5, 1100: -57_060 })
    expect((await taxOf(second)).sort()).to.deep.equal(['V81 303 46304 3751 extinguished', 'V81 303 6480 525 declared'])
    const bought = await payable({ gross_amount: chf(10_810), tax_lines: [taxLine('I81', 10_000, 810)] })
    const paid = await settled(bought, 10_594, [of('discount', 216)])
    expect(await movedBy(paid)).to.deep.equal({ 2000: 10_810, 1020: -10_594, 6500: -200, 1171: -16 })
    expect((await taxOf(paid)).sort()).to.deep.equal(['I81 405 200 16 extinguished', 'I81 405 9800 794 declared'])
  })

  it('received consideration: what is set off counts as received, on both documents', async () => {
    await registered({ ...EFFECTIVE, consideration: 'received' })
    const sale = await document({ gross_amount: chf(108_100), tax_lines: [taxLine('V81', 100_000, 8_100)] })
    const note = await document({ gross_amount: chf(-10_810), tax_lines: [taxLine('V81', -10_000, -810)] })
    const lines = [
      { document_id: sale, amount: chf(10_810) },
      { document_id: note, amount: chf(-10_810) },
    ]
    const request = { end_customer_id: customer, posting_date: '2026-04-15', lines }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    expect([await movedBy(body.journal_entry_id), (await taxOf(body.journal_entry_id)).sort()]).to.deep.equal([
      {},
      ['V81 303 -10000 -810 declared', 'V81 303 10000 810 declared'],
    ])
  })

  it('net tax rate: the reduction is gross, of the activity of the sale; purchases have no tax', async () => {
    await registered(NET_RATE)
    const sale = await document({ gross_amount: chf(108_100), tax_lines: [taxLine('V81', 100_000, 8_100)] })
    const entry = await collected(sale, 105_938, [of('discount', 2_162)])
    expect(await movedBy(entry)).to.deep.equal({ 1000: 105_938, 3800: 2_162, 1100: -108_100 })
    expect(await taxOf(entry)).to.deep.equal(['VS81 235 2162 0'])
    const bought = await payable({ gross_amount: chf(10_810), tax_lines: [taxLine('I81', 10_000, 810)] })
    const paid = await settled(bought, 10_594, [of('discount', 216)])
    expect(await movedBy(paid)).to.deep.equal({ 2000: 10_810, 1020: -10_594, 6500: -216 })
    expect(await taxOf(paid)).to.deep.equal([])
  })

  it('not registered: everything is gross, and nothing is recorded', async () => {
    await registered(NOT_REGISTERED)
    const sale = await document({ gross_amount: chf(100_000), tax_lines: [] })
    const entry = await collected(sale, 0, [of('write_off', 60_000)]).catch(() => null)
    expect(entry).to.equal(null)
    const lost = await collected(sale, 40_000, [of('write_off', 60_000)])
    expect([await movedBy(lost), await taxOf(lost)]).to.deep.equal([{ 1000: 40_000, 3805: 60_000, 1100: -100_000 }, []])
    const bought = await payable({
      gross_amount: chf(10_810),
      tax_lines: [taxLine('M81', 10_000, 810, { expense_category: 'material' })],
    })
    const paid = await settled(bought, 10_594, [of('discount', 216)])
    expect([await movedBy(paid), await taxOf(paid)]).to.deep.equal([{ 2000: 10_810, 1020: -10_594, 4900: -216 }, []])
  })

  it('in euros the deduction has the value of the document, and money its own', async () => {
    const rates = [
      { currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' },
      { currency: 'EUR', rate: '0.94', rate_date: '2026-04-01' },
    ]
    await put('/v1/exchange-rates', { end_customer_id: customer, rates }, { wait: 10 })
    const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
    const sale = await document({
      currency: 'EUR',
      gross_amount: eur(108_100),
      tax_lines: [{ tax_code: 'V81', net_amount: eur(100_000), tax_amount: eur(8_100) }],
    })
    const entry = await collected(sale, 105_938, [of('discount', 2_162, 'EUR')], 'EUR')
    // 1059.38 at 0.94; 21.62 at 0.95: 19.00 and 1.54; the rest is the difference of the rates.
    expect(await movedBy(entry)).to.deep.equal({ 1000: 99_582, 3800: 1_900, 2200: 154, 1100: -102_695, 6949: 1_059 })
    expect(await taxOf(entry)).to.deep.equal(['VS81 235 1900 154'])
  })

  it('items that were taken over have the tax of their memo', async () => {
    const tax_lines = [{ tax_code: 'V81', net_amount: chf(100_000), tax_amount: chf(8_100), declared: true }]
    const owed_lines = [{ tax_code: 'M26', net_amount: chf(5_000), tax_amount: chf(130), declared: true }]
    const item = (name: string, lines: object[]) => ({
      open_item: { new: { partner: { name }, document_number: name, document_date: '2025-11-30', tax_lines: lines } },
    })
    const lines = [
      debit('1100', 108_100, item('RE-1', tax_lines)),
      credit('2000', 5_130, item('L-1', owed_lines)),
      credit('9100', 102_970),
    ]
    const opening = voucher(customer, { business_date: '2026-01-01', payload: { entry_type: 'opening', lines } })
    const { body } = await post(VOUCHERS, opening, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const lost = await collected((await firstOf('documents', customer)).id, 8_100, [of('write_off', 100_000)])
    expect(await movedBy(lost)).to.deep.equal({ 1000: 8_100, 3805: 92_507, 2200: 7_493, 1100: -108_100 })
    expect(await taxOf(lost)).to.deep.equal(['VS81 235 92507 7493'])
    const paid = await settled((await firstOf('supplier-payables', customer)).id, 5_027, [of('discount', 103)])
    expect(await movedBy(paid)).to.deep.equal({ 2000: 5_130, 1020: -5_027, 4900: -100, 1170: -3 })
    expect(await taxOf(paid)).to.deep.equal(['M26 400 -100 -3'])
  })

  it('of an item that was taken over with tax that is not declared, nothing is due of what is lost', async () => {
    await registered({ ...EFFECTIVE, consideration: 'received' })
    const tax_lines = [{ tax_code: 'V81', net_amount: chf(100_000), tax_amount: chf(8_100), declared: false }]
    const open_item = { new: { partner: { name: 'RE-1' }, document_date: '2025-11-30', tax_lines } }
    const lines = [debit('1100', 108_100, { open_item }), credit('9100', 108_100)]
    const opening = voucher(customer, { business_date: '2026-01-01', payload: { entry_type: 'opening', lines } })
    const { body } = await post(VOUCHERS, opening, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const lost = await collected((await firstOf('documents', customer)).id, 8_100, [of('write_off', 100_000)])
    expect(await movedBy(lost)).to.deep.equal({ 1000: 8_100, 3805: 92_507, 2200: 7_493, 1100: -108_100 })
    expect((await taxOf(lost)).sort()).to.deep.equal(['V81 303 7493 607 declared', 'V81 303 92507 7493 extinguished'])
  })

  it('of a voucher that opened its item, whatever else it has', async () => {
    const lines = [
      debit('1100', 54_050, { open_item: { new: { partner: { name: 'Laden' } } } }),
      debit('1000', 54_050),
      credit('2200', 8_100, { tax_code: 'V81', tax_base: chf(100_000) }),
      credit('3200', 100_000),
    ]
    const { body } = await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const entry = await collected((await firstOf('documents', customer)).id, 53_509, [of('discount', 541)])
    expect(await movedBy(entry)).to.deep.equal({ 1000: 53_509, 3800: 500, 2200: 41, 1100: -54_050 })
    expect(await taxOf(entry)).to.deep.equal(['VS81 235 500 41'])
  })
})
