import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { firstOf, post } from '../../../support/client.ts'
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

const of = (type: string, amount: number) => ({ type, amount: chf(amount) })
const other = (tax_code: string, amount: number, account_code = '3800') => ({
  ...of('other', amount),
  account_code,
  tax_code,
})

/** Several reductions of one document together never take more of a tax than it has, and all of it at the end. */
describe('documents that are reduced in steps', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  afterEach(async () => expect(await findings(customer)).to.deep.equal([]))

  const twoRates = (side: 'V' | 'I') => ({
    gross_amount: chf(210_700),
    tax_lines: [taxLine(`${side}81`, 100_000, 8_100), taxLine(`${side}26`, 100_000, 2_600)],
  })
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
  const allocate = (document_id: string, deductions: object[], wait = 10) =>
    post(
      '/v1/allocations',
      {
        end_customer_id: customer,
        posting_date: '2026-04-15',
        lines: [{ document_id, amount: chf(0), deductions }],
        ...(JSON.stringify(deductions).includes('write_off') && { reason: 'certificate of loss' }),
      },
      { wait },
    )
  async function reduced(document_id: string, deductions: object[]): Promise<string> {
    const { status, body } = await allocate(document_id, deductions)
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([201, 'posted'])
    return there(body.journal_entry_id)
  }
  const settle = (id: string, deductions: object[]) => {
    const request = { settlement_date: '2026-04-15', amount: chf(0), reviewer_justification: 'x', deductions }
    return post(`/v1/supplier-payables/${id}/settlements`, { end_customer_id: customer, ...request }, { wait: 10 })
  }
  async function settled(id: string, deductions: object[]): Promise<string> {
    const { status, body } = await settle(id, deductions)
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([201, 'posted'])
    return there(body.journal_entry_id)
  }
  const refusal = ({
    status,
    body,
  }: {
    status: number
    body: { error?: { details: { pointer: string; code: string }[] } }
  }) => [status, body.error?.details.map(({ pointer, code }) => `${pointer} ${code}`)]

  it('a code gives back no more than the document has of it', async () => {
    const sale = await document(twoRates('V'))
    expect(refusal(await allocate(sale, [other('VS81', 210_700)]))).to.deep.equal([
      422,
      ['/lines/0/deductions/0/amount/amount_minor exceeds_open_amount'],
    ])
    const bought = await payable(twoRates('I'))
    expect(refusal(await settle(bought, [other('I81', 210_700, '6500')]))).to.deep.equal([
      422,
      ['/deductions/0/amount/amount_minor exceeds_open_amount'],
    ])
    const mixed = await document({
      gross_amount: chf(118_100),
      tax_lines: [taxLine('V81', 100_000, 8_100), taxLine('NONE', 10_000, 0)],
    })
    expect(refusal(await allocate(mixed, [other('VS81', 118_100)]))[0]).to.equal(422)
    const small = await document({
      gross_amount: chf(103_681),
      tax_lines: [taxLine('V26', 100_000, 2_600), taxLine('V81', 1_000, 81)],
    })
    expect(refusal(await allocate(small, [other('VS81', 51_300)]))[0]).to.equal(422)
    // What is not booked yet counts as well.
    await allocate(small, [other('VS81', 1_000)], 0)
    expect(refusal(await allocate(small, [other('VS81', 82)]))[0]).to.equal(422)
    expect((await allocate(small, [other('VS81', 81)])).status).to.equal(201)
  })

  it('what is left of a document is what is reduced of it', async () => {
    const sale = await document(twoRates('V'))
    const named = await reduced(sale, [other('VS81', 108_100)])
    expect(await movedBy(named)).to.deep.equal({ 3800: 100_000, 2200: 8_100, 1100: -108_100 })
    const rest = await reduced(sale, [of('discount', 102_600)])
    expect(await movedBy(rest)).to.deep.equal({ 3800: 100_000, 2200: 2_600, 1100: -102_600 })
    const bought = await payable(twoRates('I'))
    await settled(bought, [other('I81', 108_100, '6500')])
    const back = await settled(bought, [of('discount', 102_600)])
    expect(await movedBy(back)).to.deep.equal({ 2000: 102_600, 6500: -100_000, 1171: -2_600 })
  })

  it('a voucher that took all of the tax has left none', async () => {
    const sale = await document({ gross_amount: chf(108_100), tax_lines: [taxLine('V81', 100_000, 8_100)] })
    const lines = [
      debit('3805', 50_000),
      debit('2200', 8_100, { tax_code: 'VS81', tax_base: chf(100_000) }),
      credit('1100', 58_100, { open_item: { document_id: sale, purpose: 'write_off' } }),
    ]
    const { body } = await post(VOUCHERS, voucher(customer, { business_date: '2026-04-10', payload: { lines } }), {
      wait: 10,
    })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const rest = await reduced(sale, [of('discount', 50_000)])
    expect(await movedBy(rest)).to.deep.equal({ 3800: 50_000, 1100: -50_000 })
  })

  it('ten reductions give back what one would, in ten requests and in one', async () => {
    const small = { gross_amount: chf(1_081), tax_lines: [taxLine('V81', 1_000, 81)] }
    const parts = [...Array.from({ length: 9 }, () => of('write_off', 108)), of('write_off', 109)]
    const wanted = { 3805: 1_000, 2200: 81, 1100: -1_081 }
    const one = await document(small)
    const entries: string[] = []
    for (const part of parts) entries.push(await reduced(one, [part]))
    expect(await movedBy(...entries)).to.deep.equal(wanted)
    expect(await movedBy(await reduced(await document(small), parts))).to.deep.equal(wanted)
    const bought = await payable({ gross_amount: chf(1_081), tax_lines: [taxLine('I81', 1_000, 81)] })
    const back = await settled(bought, parts)
    expect(await movedBy(back)).to.deep.equal({ 2000: 1_081, 6500: -1_000, 1171: -81 })
    const six = await reduced(
      await document(small),
      Array.from({ length: 10 }, () => of('discount', 6)),
    )
    expect(await movedBy(six)).to.deep.equal({ 3800: 56, 2200: 4, 1100: -60 })
  })

  it('what is reversed is given back, and can be reduced again', async () => {
    const sale = await document(twoRates('V'))
    const { body } = await allocate(sale, [other('VS81', 108_100)])
    expect((await allocate(sale, [other('VS81', 100)])).status).to.equal(422)
    const undone = await post(
      `/v1/allocations/${body.id}/reverse`,
      { end_customer_id: customer, reason: 'falsch' },
      { wait: 10 },
    )
    expect(undone.body.state, JSON.stringify(undone.body)).to.equal('reversed')
    const all = await reduced(sale, [of('discount', 210_700)])
    expect(await movedBy(all)).to.deep.equal({ 3800: 200_000, 2200: 10_700, 1100: -210_700 })
  })
})
