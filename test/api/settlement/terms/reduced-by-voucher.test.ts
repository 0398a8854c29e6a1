import { expect } from 'chai'
import { eventually, findings } from '../../../support/books.ts'
import { firstOf, get, post } from '../../../support/client.ts'
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

const at = (rate: string, net: number, tax: number) => ({
  gross_amount: chf(net + tax),
  tax_lines: [taxLine(rate, net, tax)],
})
const tax = (account: string, code: string, base: number, minor: number) =>
  (code.startsWith('V') ? debit : credit)(account, minor, { tax_code: code, tax_base: chf(base) })
const written = (document_id: string, minor: number, purpose = 'write_off') =>
  credit('1100', minor, { open_item: { document_id, purpose } })

/** Vouchers take no more of the tax of a document than deductions and other vouchers have left of it. */
describe('documents that vouchers reduce', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  afterEach(async () => expect(await findings(customer)).to.deep.equal([]))

  async function sale(payload: object): Promise<string> {
    const { body } = await post(INVOICES, invoice(customer, { payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return (await firstOf('documents', customer, `&source_fact_id=${body.id}`)).id
  }
  const send = async (lines: object[]) =>
    (await post(VOUCHERS, voucher(customer, { business_date: '2026-04-10', payload: { lines } }), { wait: 10 })).body
  async function posted(lines: object[]): Promise<string | null> {
    const body = await send(lines)
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return (await get(`/v1/source-facts/${body.id}`)).body.journal_entry_id.id
  }
  const blockersOf = ({ blockers }: { blockers: { code: string; pointer: string; message: string }[] }) =>
    blockers.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`)
  async function discounted(document_id: string, minor: number) {
    const deductions = [{ type: 'discount', amount: chf(minor) }]
    const lines = [{ document_id, amount: chf(0), deductions }]
    const request = { end_customer_id: customer, posting_date: '2026-04-15', lines }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return body
  }

  it('a voucher takes what a discount has left, and more once the discount is reversed', async () => {
    const id = await sale(at('V81', 100_000, 8_100))
    const discount = await discounted(id, 54_050)
    const lines = [debit('3805', 45_950), tax('2200', 'VS81', 100_000, 8_100), written(id, 54_050)]
    const blocked = await send(lines)
    expect(blockersOf(blocked)).to.deep.equal([
      'open_item_exceeded /payload/lines/1/amount VS81 takes back CHF 81.00 of tax, and the documents of the open items that the voucher closes have CHF 40.50 left of it: what has reduced them before, or waits to be booked, has taken the rest.',
    ])
    const beyond = await send([debit('3805', 50_000), tax('2200', 'VS81', 50_100, 4_050), written(id, 54_050)])
    expect(blockersOf(beyond)[0]).to.match(
      /^open_item_exceeded .* takes back CHF 541.50 with its tax, .* CHF 540.50 left/,
    )
    const reversed = await post(`/v1/allocations/${discount.id}/reverse`, { end_customer_id: customer, reason: 'x' })
    expect(reversed.status).to.equal(202)
    await eventually(async () => (await get(`/v1/source-facts/${blocked.id}`)).body.state === 'posted')
  })

  it('lines of one rate, and items of several rates, take from the documents that have them', async () => {
    const [normal, reduced] = [await sale(at('V81', 100_000, 8_100)), await sale(at('V26', 100_000, 2_600))]
    await posted([
      debit('3805', 100_000),
      tax('2200', 'VS81', 25_000, 2_025),
      tax('2200', 'VS81', 25_000, 2_025),
      tax('2200', 'VS26', 50_000, 1_300),
      written(normal, 54_050),
      written(reduced, 51_300),
    ])
    const ofNormal = await discounted(normal, 54_050)
    expect(await movedBy(there(ofNormal.journal_entry_id))).to.deep.equal({ 3800: 50_000, 2200: 4_050, 1100: -54_050 })
    const ofReduced = await discounted(reduced, 51_300)
    expect(await movedBy(there(ofReduced.journal_entry_id))).to.deep.equal({ 3800: 50_000, 2200: 1_300, 1100: -51_300 })
  })

  it('one line is shared by the items that have its tax, and what is paid beside them has no part in it', async () => {
    const [large, small, paid] = [
      await sale(at('V81', 100_000, 8_100)),
      await sale(at('V81', 10_000, 810)),
      await sale(at('V81', 100_000, 8_100)),
    ]
    const lines = (base: number, minor: number) => [
      debit('3805', 118_910 - minor),
      tax('2200', 'VS81', base, minor),
      debit('1000', 54_050),
      written(large, 108_100),
      written(small, 10_810),
      written(paid, 54_050, 'payment'),
    ]
    expect(blockersOf(await send(lines(110_000, 8_911)))[0]).to.match(/CHF 89.11 of tax, .* CHF 89.10 left/)
    const entry = await posted(lines(110_000, 8_910))
    expect(await movedBy(entry)).to.deep.equal({ 3805: 110_000, 2200: 8_910, 1000: 54_050, 1100: -172_960 })
    const rest = await discounted(paid, 54_050)
    expect(await movedBy(there(rest.journal_entry_id))).to.deep.equal({ 3800: 50_000, 2200: 4_050, 1100: -54_050 })
  })

  it('a code that no document has is refused', async () => {
    const id = await sale(at('V26', 100_000, 2_600))
    const blocked = await send([debit('3805', 94_500), tax('2200', 'VS81', 100_000, 8_100), written(id, 102_600)])
    expect(blockersOf(blocked)[0]).to.match(
      /^open_item_mismatch .lines.1.tax_code VS81 reduces no tax|^open_item_mismatch \/payload\/lines\/1\/tax_code VS81 reduces no tax/,
    )
  })

  it('of a payable no more input tax is corrected than was deducted', async () => {
    const { body } = await post(EXPENSES, expense(customer, { payload: at('I81', 100_000, 8_100) }), { wait: 10 })
    const id = (await firstOf('supplier-payables', customer, `&source_fact_id=${body.id}`)).id
    const lines = (minor: number) => [
      debit('2000', 54_050, { open_item: { supplier_payable_id: id, purpose: 'write_off' } }),
      credit('6500', 54_050 - minor),
      tax('1171', 'I81', 50_000, minor),
    ]
    await posted(lines(4_050))
    expect(blockersOf(await send(lines(4_051)))[0]).to.match(/I81 takes back CHF 40.51 of tax, .* CHF 40.50 left/)
    await posted(lines(4_050))
  })

  it('a loss that takes no tax back is told which line is missing', async () => {
    const id = await sale(at('V81', 100_000, 8_100))
    const warned = async (lines: object[]) => {
      const { state, warnings } = await send(lines)
      expect(state).to.equal('posted')
      return (warnings ?? []).map(({ code, message }) => `${code} ${message}`)
    }
    expect(await warned([debit('3805', 54_050), written(id, 54_050)])).to.deep.equal([
      'write_off_without_tax The document of the open item has tax, and nothing takes back that of what is written off: a debit of CHF 40.50 on its tax account with VS81 and a tax_base of CHF 500.00.',
    ])
    const taxed = [debit('3805', 50_000), tax('2200', 'VS81', 50_000, 4_050), written(id, 54_050)]
    expect(await warned(taxed)).to.deep.equal([])
    const { body } = await post(EXPENSES, expense(customer, { payload: at('I81', 100_000, 8_100) }), { wait: 10 })
    const supplier_payable_id = (await firstOf('supplier-payables', customer, `&source_fact_id=${body.id}`)).id
    const payable = debit('2000', 108_100, { open_item: { supplier_payable_id, purpose: 'write_off' } })
    expect(await warned([payable, credit('8510', 108_100)])).to.deep.equal([
      'write_off_without_tax The document of the open item has tax, and nothing takes back that of what is written off: a credit of CHF 81.00 on its tax account with I81 and a tax_base of CHF 1000.00.',
    ])
  })

  it('vouchers and discounts at once never take more than there is', async () => {
    const id = await sale(at('V81', 100_000, 8_100))
    const lines = [debit('3805', 15_000), tax('2200', 'VS81', 62_000, 5_022), written(id, 20_022)]
    const states = await Promise.all([send(lines), send(lines), send(lines), discounted(id, 10_810)])
    expect(states.filter(({ state }) => state === 'posted').length).to.equal(2)
  })
})
