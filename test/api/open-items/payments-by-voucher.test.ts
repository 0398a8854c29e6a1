import { expect } from 'chai'
import { eventually, factOf, linesOf } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { chf, credit, debit, EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import {
  balancesOf,
  blockedVoucher,
  bookedVoucher,
  bookVoucher,
  expectVerified,
  idOf,
  openOf,
  reverse,
} from './items-of-customer.ts'

describe('items that vouchers pay', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })

  /** A receivable of 1'081.00 (C1). */
  async function newDocument(payload: object = {}): Promise<string> {
    const request = invoice(customer, { payload: { gross_amount: chf(108_100), tax_lines: [], ...payload } })
    const { body } = await post(INVOICES, request, { wait: 20 })
    return idOf('documents', customer, body.id)
  }

  /** A payable of 108.10 (E1). */
  async function newPayable(payload: object = {}): Promise<string> {
    const { body } = await post(EXPENSES, expense(customer, { payload }), { wait: 20 })
    return idOf('supplier-payables', customer, body.id)
  }

  const pays = (document_id: string) => ({ open_item: { document_id, purpose: 'payment' } })
  const settles = (supplier_payable_id: string) => ({ open_item: { supplier_payable_id, purpose: 'payment' } })

  it('an invoice is paid in cash, in two parts, and the reversal of a part gives it back', async () => {
    const item = pays(await newDocument())
    await bookedVoucher(customer, [debit('1000', 40_000), credit('1100', 40_000, item)])
    expect(await openOf(customer, 'documents')).to.deep.equal([[68_100, 68_100, 'open']])
    const rest = await bookedVoucher(customer, [debit('1000', 68_100), credit('1100', 68_100, item)])
    expect(await openOf(customer, 'documents')).to.deep.equal([[0, 0, 'settled']])
    expect(await balancesOf(customer, '1000', '1100')).to.deep.equal([108_100, 0])
    // More than the reversal gives back, so that it stays blocked.
    expect(await blockedVoucher(customer, [debit('1000', 68_101), credit('1100', 68_101, item)])).to.deep.equal([
      'open_item_exceeded /payload/lines/1/open_item',
    ])
    const reversed = await reverse(customer, `/v1/source-facts/${rest.id}`)
    expect(reversed.body.state, reversed.text).to.equal('reversed')
    expect(await openOf(customer, 'documents')).to.deep.equal([[68_100, 68_100, 'open']])
    await expectVerified(customer)
  })

  it('an invoice is paid by card, with the commission of the clearing', async () => {
    const item = pays(await newDocument())
    const fact = await bookedVoucher(customer, [
      debit('1030', 106_478),
      debit('6940', 1_622),
      credit('1100', 108_100, item),
    ])
    expect(await linesOf(fact.journal_entry_id.id)).to.deep.equal([
      ['1030', 106_478, 0],
      ['6940', 1_622, 0],
      ['1100', 0, 108_100],
    ])
    expect(await openOf(customer, 'documents')).to.deep.equal([[0, 0, 'settled']])
    await expectVerified(customer)
  })

  it('a supplier is paid by the shareholder, and by credit card', async () => {
    const [first, second] = [settles(await newPayable()), settles(await newPayable())]
    await bookedVoucher(customer, [debit('2000', 10_810, first), credit('2160', 10_810)])
    await bookedVoucher(customer, [debit('2000', 10_810, second), credit('2215', 10_810)])
    expect(await openOf(customer, 'supplier-payables')).to.deep.equal([
      [0, 0, 'settled'],
      [0, 0, 'settled'],
    ])
    expect(await balancesOf(customer, '2000', '2160', '2215')).to.deep.equal([0, -10_810, -10_810])
    await expectVerified(customer)
  })

  it('a payment without its item is refused, and so is one of more than is open', async () => {
    const item = settles(await newPayable())
    const [plain, more] = [
      [debit('2000', 5_000), credit('1000', 5_000)],
      [debit('2000', 10_811, item), credit('1000', 10_811)],
    ]
    expect(await blockedVoucher(customer, plain)).to.deep.equal(['open_item_missing /payload/lines/0'])
    expect(await blockedVoucher(customer, more)).to.deep.equal(['open_item_exceeded /payload/lines/0/open_item'])
    expect(await openOf(customer, 'supplier-payables')).to.deep.equal([[10_810, 10_810, 'open']])
    expect(await balancesOf(customer, '2000', '1000')).to.deep.equal([-10_810, 0])
  })

  it('an invoice that a voucher has paid cannot be reversed before the voucher', async () => {
    const document = await newDocument()
    const fact = await bookedVoucher(customer, [debit('1000', 100), credit('1100', 100, pays(document))])
    const { source_fact_id } = (await get(`/v1/documents/${document}`)).body
    const { status, body } = await reverse(customer, `/v1/source-facts/${source_fact_id.id}`)
    expect([status, body.error.details.map(({ code }) => code)]).to.deep.equal([409, ['in_use']])
    expect(body.error.message).to.include(fact.id)
    await reverse(customer, `/v1/source-facts/${fact.id}`)
    expect((await reverse(customer, `/v1/source-facts/${source_fact_id.id}`)).body.state).to.equal('reversed')
    expect(await openOf(customer, 'documents')).to.deep.equal([[0, 0, 'reversed']])
    expect(await blockedVoucher(customer, [debit('1000', 1), credit('1100', 1, pays(document))])).to.deep.equal([
      'open_item_unknown /payload/lines/1/open_item',
    ])
    await expectVerified(customer)
  })

  it('a voucher that waits for its item is booked when the item is open again', async () => {
    const item = settles(await newPayable())
    const first = await bookedVoucher(customer, [debit('2000', 10_000, item), credit('1000', 10_000)])
    const second = await bookVoucher(customer, [debit('2000', 5_000, item), credit('1000', 5_000)])
    expect(second.blockers.map(({ code }) => code)).to.deep.equal(['open_item_exceeded'])
    await reverse(customer, `/v1/source-facts/${first.id}`)
    await eventually(async () => (await factOf(second.id)).state === 'posted')
    expect(await openOf(customer, 'supplier-payables')).to.deep.equal([[5_810, 5_810, 'open']])
    await expectVerified(customer)
  })

  it('the feed names the items that vouchers and their reversals have changed', async () => {
    const id = await newPayable()
    const lines = [debit('2000', 10_000, settles(id)), credit('1000', 10_000)]
    const fact = await bookedVoucher(customer, lines)
    await reverse(customer, `/v1/source-facts/${fact.id}`)
    const { body } = await get(`/v1/events?end_customer_id=${customer}`)
    const changes = body.data.filter(({ event_type }) => event_type === 'open_item.changed')
    expect(
      changes.map(({ subject, journal_entry_id }) => [subject.object, subject.id, journal_entry_id]),
    ).to.deep.equal([
      ['supplier_payable', id, null],
      ['supplier_payable', id, null],
    ])
  })

  it('an item of another end customer is unknown', async () => {
    const id = await newPayable()
    const other = await newKmuCustomer()
    expect(await blockedVoucher(other, [debit('2000', 1, settles(id)), credit('1000', 1)])).to.deep.equal([
      'open_item_unknown /payload/lines/0/open_item',
    ])
  })
})
