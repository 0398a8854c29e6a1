import { expect } from 'chai'
import { codesOf, factOf, findings } from '../../../support/books.ts'
import { firstOf, post } from '../../../support/client.ts'
import { credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { EFFECTIVE, NOT_REGISTERED } from '../register.ts'
import { filer, NET, registeredBefore } from './filer.ts'

const DECEMBER = { supply_date: '2025-12-10' }
const SALE = [taxLine('V81', 100_000, 8_100)]
const REDUCTION = [taxLine('VS81', -10_000, -810)]
const CORRECTION = { vat_period: 'correction' }
const CHANGED = { cause: 'consideration_changed' }
const BLOCKED = ['tax_of_other_method']
/** What a blocked fact of the period is to a return. */
const OPEN = ['facts_not_booked']

/** An end customer with a sale of December 2025 whose return is filed, and another registration from 2026 on. */
async function changed(before: object, period: string, after: object, valid_from = '2026-01-01') {
  const books = await filer([['2025-01-01', before]])
  const sale = await books.invoiced('2025-12-10', 108_100, SALE)
  const filed = await books.file(period)
  expect((await books.change(valid_from, after)).status).to.equal(202)
  const vouched = async (business_date: string, lines: object[], payload: object = {}, more: object = {}) => {
    const request = voucher(books.customer, { business_date, ...more, payload: { lines, ...payload } })
    return (await post(VOUCHERS, request, { wait: 10 })).body
  }
  const reverse = (id: string, more: object = {}) =>
    post(
      `/v1/source-facts/${id}/reverse` as '/v1/source-facts/{source_fact_id}/reverse',
      { end_customer_id: books.customer, reason: 'x', ...more } as never,
      { wait: 10 },
    )
  return { ...books, sale, filed, vouched, reverse }
}

describe('tax of a supply under another VAT method', () => {
  it('is not booked into a return that has no line for it, and counts where its sender says: -6.70', async () => {
    const { customer, filed, invoiced, figures, file, fileOf } = await changed(NET, '2025-H2', EFFECTIVE)
    expect(filed).to.deep.include({ status: 201, payable: 6_702 })
    const unsaid = await invoiced('2026-02-10', -10_810, REDUCTION, DECEMBER)
    expect(codesOf(unsaid)).to.have.members(['vat_period_missing', ...BLOCKED])
    const note = await invoiced('2026-02-10', -10_810, REDUCTION, DECEMBER, CHANGED)
    expect(codesOf(note)).to.deep.equal(BLOCKED)
    expect(note.blockers[0]?.message).to.equal(
      'VS81 of a supply on 2025-12-10 is declared by the net tax rate method, which ends on 2025-12-31. The return of 2026-02-10 follows the effective method and has no line for it.',
    )
    expect(codesOf(await invoiced('2026-02-10', -10_810, REDUCTION, DECEMBER, CORRECTION))).to.deep.equal([])
    expect(await figures('2026-Q1')).to.deep.equal([])
    expect(await figures('2025-H2', '&submission=correction')).to.deep.include(['85591 620', 97_290, 6_032])
    expect(await file('2025-H2', 'correction')).to.deep.include({ status: 201, added: -670 })
    expect((await file('2026-Q1')).codes).to.deep.equal(OPEN)
    expect((await file('2026-Q1', 'first', OPEN)).status).to.equal(201)
    expect(await fileOf('2026-Q1')).to.include('effectiveReportingMethod')
    expect(await findings(customer)).to.deep.equal([])
  })

  it('of a write-off is what was declared: 67.02', async () => {
    const { customer, sale, vouched, file } = await changed(NET, '2025-H2', EFFECTIVE)
    const { id } = await firstOf('documents', customer, `&source_fact_id=${sale.id}`)
    const lines = [
      debit('3805', 108_100, { tax_code: 'VS81', ...DECEMBER }),
      credit('1100', 108_100, { open_item: { document_id: id, purpose: 'write_off' } }),
    ]
    expect(codesOf(await vouched('2026-02-10', lines, DECEMBER))).to.deep.equal(BLOCKED)
    expect(codesOf(await vouched('2026-02-10', lines, DECEMBER, CORRECTION))).to.deep.equal([])
    expect(await file('2025-H2', 'correction')).to.deep.include({ status: 201, added: -6_702 })
    expect((await file('2026-Q1', 'first', OPEN)).status).to.equal(201)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is taken back by a reversal where it was declared, and by no other one', async () => {
    const { customer, sale, reverse, figures, file } = await changed(NET, '2025-H2', EFFECTIVE)
    expect((await reverse(sale.id)).status).to.equal(422)
    const { status, body } = await reverse(sale.id, CHANGED)
    const { error } = body as unknown as { error: { message: string; details: { code: string }[] } }
    expect([status, error.details[0]?.code]).to.deep.equal([409, 'tax_of_other_method'])
    expect(error.message).to.include('Send cause: error')
    expect((await reverse(sale.id, { cause: 'error' })).status).to.equal(202)
    expect((await factOf(sale.id)).state).to.equal('reversed')
    expect(await figures('2026-Q1')).to.deep.equal([])
    expect(await file('2025-H2', 'correction')).to.deep.include({ status: 201, payable: 0, added: -6_702 })
    expect((await file('2026-Q1')).status).to.equal(201)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('of the effective method has no place among net tax rates: sales, reductions and input tax of before', async () => {
    const { customer, invoiced, billed, file } = await changed(EFFECTIVE, '2025-Q4', NET)
    const input = [taxLine('I81', 50_000, 4_050)]
    expect(codesOf(await invoiced('2026-02-10', -10_810, REDUCTION, DECEMBER, CHANGED))).to.deep.equal(BLOCKED)
    expect(codesOf(await invoiced('2026-02-10', 108_100, SALE, { ...DECEMBER, document_number: '2' }))).to.deep.equal(
      BLOCKED,
    )
    expect(codesOf(await billed('2026-02-10', 54_050, input, DECEMBER))).to.deep.equal(BLOCKED)
    expect(codesOf(await invoiced('2026-02-10', -10_810, REDUCTION, DECEMBER, CORRECTION))).to.deep.equal([])
    expect(codesOf(await billed('2026-02-11', 54_050, input, DECEMBER, CORRECTION))).to.deep.equal([])
    // -8.10 and -40.50
    expect(await file('2025-Q4', 'correction')).to.deep.include({ status: 201, payable: 8_100 - 810 - 4_050 })
    expect((await file('2026-H1')).codes).to.not.include('return_not_in_order')
    expect(await findings(customer)).to.deep.equal([])
  })

  it('counts in the last return of its method, or in the reconciliation of its year, while that is not filed too', async () => {
    const books = await filer([
      ['2025-01-01', NET],
      ['2026-01-01', EFFECTIVE],
    ])
    const { invoiced, figures, customer } = books
    expect(codesOf(await invoiced('2026-02-10', 108_100, SALE, DECEMBER, CORRECTION))).to.deep.equal([])
    expect((await figures('2025-H2'))[2]).to.deep.equal(['85591 620', 108_100, 6_702])
    const annual = { vat_period: 'annual_reconciliation' }
    expect(codesOf(await invoiced('2026-02-11', -10_810, REDUCTION, DECEMBER, annual))).to.deep.equal([])
    expect((await figures('2025', '&submission=annual_reconciliation'))[3]).to.deep.equal(['85591 620', -10_810, -670])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('has no return once nobody is registered', async () => {
    const { customer, invoiced, file } = await changed(EFFECTIVE, '2025-Q4', NOT_REGISTERED)
    const note = await invoiced('2026-03-15', -10_810, REDUCTION, DECEMBER, CHANGED)
    expect(codesOf(note)).to.deep.equal(BLOCKED)
    expect(note.blockers[0]?.message).to.include('On 2026-03-15 the end customer is not registered')
    expect(codesOf(await invoiced('2026-03-15', -10_810, REDUCTION, DECEMBER, CORRECTION))).to.deep.equal([])
    expect(await file('2025-Q4', 'correction')).to.deep.include({ status: 201, added: -810 })
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is declared by a payment of an item that came in after the change was registered: 33.51', async () => {
    const received = { ...NET, consideration: 'received' }
    const books = await filer([
      ['2025-01-01', received],
      ['2026-01-01', { ...EFFECTIVE, consideration: 'received' }],
    ])
    const { customer, invoiced, figures } = books
    const sale = await invoiced('2025-12-10', 108_100, SALE)
    const { id } = await firstOf('documents', customer, `&source_fact_id=${sale.id}`)
    const item = { open_item: { document_id: id, purpose: 'payment' } }
    const payload = { lines: [debit('1020', 54_050), credit('1100', 54_050, item)] }
    const pay = async (more: object) => {
      const request = voucher(customer, { business_date: '2026-02-01', ...more, payload })
      return (await post(VOUCHERS, request, { wait: 10 })).body
    }
    expect(codesOf(await pay({}))).to.deep.equal(BLOCKED)
    expect(codesOf(await pay(CORRECTION))).to.deep.equal([])
    expect((await figures('2025-H2'))[2]).to.deep.equal(['85591 620', 54_050, 3_351])
    expect(await figures('2026-Q1')).to.deep.equal([])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('that was booked before is reversed, and the return is in order', async () => {
    const { customer, invoiced, reverse, returnOf } = await changed(NET, '2025-H2', NET)
    const note = await invoiced('2026-02-10', -10_810, REDUCTION, DECEMBER, CHANGED)
    expect(codesOf(note)).to.deep.equal([])
    await registeredBefore(customer, '2026-01-01', EFFECTIVE)
    expect((await returnOf('2026-Q1')).can_be_filed).to.equal(false)
    expect((await reverse(note.id)).status).to.equal(202)
    expect((await returnOf('2026-Q1')).can_be_filed).to.equal(true)
    expect(await findings(customer)).to.deep.equal([])
  })
})

describe('tax of a supply under the next VAT method', () => {
  it('counts in the first return of that method', async () => {
    const { customer, invoiced, figures } = await filer([
      ['2025-01-01', NET],
      ['2026-01-01', EFFECTIVE],
    ])
    const january = { supply_date: '2026-01-15' }
    const early = await invoiced('2025-12-20', 108_100, SALE, january)
    expect(codesOf(early)).to.deep.equal(BLOCKED)
    expect(early.blockers[0]?.message).to.include('by the effective method, which begins on 2026-01-01')
    expect(codesOf(await invoiced('2025-12-20', 108_100, SALE, january, CORRECTION))).to.deep.equal([])
    expect(await figures('2025-H2')).to.deep.equal([])
    expect((await figures('2026-Q1'))[2]).to.deep.equal(['303', 100_000, 8_100])
    expect(await findings(customer)).to.deep.equal([])
  })
})

describe('a reversal in a return of another VAT method', () => {
  it('is cancelled by a voucher that says so, and its tax taken back where it was declared', async () => {
    const { customer, sale, reverse, vouched, invoiced, returnOf, file } = await changed(NET, '2025-H2', NET)
    await reverse(sale.id, CHANGED)
    await registeredBefore(customer, '2026-01-01', EFFECTIVE)
    const { can_be_filed, checks } = await returnOf('2026-Q1')
    expect(can_be_filed).to.equal(false)
    const { findings: found = [] } = checks.find(({ code }) => code === 'records_have_a_line') ?? {}
    expect(found[0]?.remedy).to.include('What a reversal has left is cancelled by a voucher')
    const lines = [
      debit('3805', 108_100),
      credit('3400', 108_100, { tax_code: 'V81', ...DECEMBER, activity_id: '85591' }),
    ]
    expect(codesOf(await vouched('2026-01-01', lines))).to.deep.equal(BLOCKED)
    const said = { vat_period: 'current', tax_date: '2026-01-01' }
    expect(codesOf(await vouched('2026-01-01', lines, {}, said))).to.deep.equal([])
    expect((await returnOf('2026-Q1')).can_be_filed).to.equal(true)
    const note = [taxLine('V81', -100_000, -8_100)]
    expect(codesOf(await invoiced('2026-01-02', -108_100, note, DECEMBER, CORRECTION))).to.deep.equal([])
    expect(await file('2025-H2', 'correction')).to.deep.include({ status: 201, payable: 0, added: -6_702 })
    expect(await findings(customer)).to.deep.equal([])
  })
})
