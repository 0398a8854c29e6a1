import { expect } from 'chai'
import { get, itemsOf, post, put } from '../../../support/client.ts'
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
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { movedBy, taxOf } from './balances.ts'

/** The tax of an advance is declared with its money, and no second time with the final invoice (practice A11). */
describe('advances whose tax is declared already', () => {
  const { customer, invoiced, owed, settle, openOf } = booksToSettle()
  const partner = { name: 'Kundin GmbH' }
  const opened = { open_item: { new: { partner } } }
  const booked = async (lines: object[], more: object = {}) => {
    const { body } = await post(VOUCHERS, voucher(customer(), { payload: { lines }, ...more }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return body
  }
  const itemOf = async (name: 'documents' | 'supplier-payables', fact: { id: string | null }, kind: string) =>
    there((await itemsOf(name, customer(), `&source_fact_id=${fact.id}`)).find((item) => item.kind === kind))
  const ofVat = (tax_code: string, base: number) => ({ tax_code, tax_base: chf(base) })
  const received = async (more: object = {}, code = 'V81', tax = 4_050) => {
    const lines = [
      debit('1000', 50_000 + tax),
      credit('2030', 50_000, opened),
      credit('2200', tax, ofVat(code, 50_000)),
    ]
    return itemOf('documents', await booked(lines, more), 'customer_credit')
  }
  const whole = () => invoiced(108_100, { tax_lines: [taxLine('V81', 100_000, 8_100)] })
  const line = ({ id }: { id: string }, amount: number) => ({ document_id: id, amount: chf(amount) })
  const allocate = (lines: object[], more: object = {}) =>
    post('/v1/allocations', { end_customer_id: customer(), posting_date: '2026-04-15', lines, ...more }, { wait: 10 })
  const refused = ({ status, body }: Awaited<ReturnType<typeof allocate>>) => [
    status,
    ...(body.error?.details ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
  ]

  it('are not set off by an allocation, which would leave 121.50 declared instead of 81.00', async () => {
    const [advance, final] = [await received(), await whole()]
    const answer = await allocate([line(final, 50_000), line(advance, -50_000)])
    expect(refused(answer)).to.deep.equal([422, '/lines/1/document_id advance_taxed'])
    expect(answer.body.error?.details[0]?.message).to.match(/declared.*voucher.*final invoice/s)
    const { document_id, amount } = line(advance, -50_000)
    const paid = await allocate([{ document_id, amount }], { account_code: '1000' })
    expect(refused(paid), 'a refund').to.deep.equal([422, '/lines/0/document_id advance_taxed'])
    expect([await openOf('documents', final.id), await openOf('documents', advance.id)]).to.deep.equal([
      108_100, -50_000,
    ])
  })

  it('are set off by a voucher that takes their tax back: 81.00 stay', async () => {
    const [advance, final] = [await received(), await whole()]
    const used = (id: string) => ({ open_item: { document_id: id, purpose: 'set_off' } })
    const fact = await booked([
      debit('2030', 50_000, used(advance.id)),
      debit('2200', 4_050, ofVat('VS81', 50_000)),
      credit('1100', 54_050, used(final.id)),
    ])
    const entry = there(fact.journal_entry_id).id
    expect(await movedBy(entry)).to.deep.equal({ 2030: 50_000, 2200: 4_050, 1100: -54_050 })
    expect(await taxOf(entry)).to.deep.equal(['VS81 235 50000 4050'])
    expect([await openOf('documents', final.id), await openOf('documents', advance.id)]).to.deep.equal([54_050, 0])
  })

  it('warn where a voucher uses one and takes no tax back', async () => {
    const [advance, final] = [await received(), await whole()]
    const used = (id: string) => ({ open_item: { document_id: id, purpose: 'set_off' } })
    const fact = await booked([debit('2030', 50_000, used(advance.id)), credit('1100', 50_000, used(final.id))])
    expect(there(fact.warnings).map(({ code, pointer }) => `${code} ${pointer}`)).to.deep.equal([
      'advance_tax_kept /payload/lines/0/open_item',
    ])
  })

  it('are taken off by a line of the final invoice, whose credit closes them', async () => {
    const advance = await received()
    const mappings = [
      { mapping_key: 'posting.revenue.category.advance', account_code: '2030', valid_from: '2020-01-01' },
    ]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
    const tax_lines = [taxLine('V81', 100_000, 8_100), taxLine('V81', -50_000, -4_050, { revenue_category: 'advance' })]
    const request = invoice(customer(), { payload: { gross_amount: chf(54_050), tax_lines } })
    const { body: fact } = await post(INVOICES, request, { wait: 10 })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    expect(there(fact.warnings).map(({ code, pointer }) => `${code} ${pointer}`)).to.deep.equal([
      'advance_taken_off /payload/tax_lines/1',
    ])
    const taken = await itemOf('documents', fact, 'customer_credit')
    const { body } = await allocate([line(taken, 50_000), line(advance, -50_000)])
    expect([body.state, await movedBy(body.journal_entry_id), await taxOf(body.journal_entry_id)]).to.deep.equal([
      'posted',
      {},
      [],
    ])
    const { body: listed } = await get(`/v1/documents?end_customer_id=${customer()}`)
    expect(listed.data.map((item) => item.open_amount.amount_minor).filter((open) => open !== 0)).to.deep.equal([
      54_050,
    ])
  })

  it('are corrected to the rate of the day of supply: 77 before 2024, 81 from then on', async () => {
    const advance = await received({ business_date: '2023-12-10' }, 'V77', 3_850)
    const fact = await booked(
      [
        debit('1100', 54_250, opened),
        debit('2030', 50_000, { open_item: { document_id: advance.id, purpose: 'set_off' } }),
        debit('2200', 3_850, { ...ofVat('VS77', 50_000), supply_date: '2023-12-31' }),
        credit('3400', 100_000),
        credit('2200', 8_100, ofVat('V81', 100_000)),
      ],
      { business_date: '2024-02-10' },
    )
    const entry = there(fact.journal_entry_id).id
    expect(await movedBy(entry)).to.deep.equal({ 1100: 54_250, 2030: 50_000, 3400: -100_000, 2200: -4_250 })
    expect(await taxOf(entry)).to.have.members(['V81 303 100000 8100', 'VS77 235 50000 3850'])
    expect(await openOf('documents', advance.id)).to.equal(0)
  })

  it('of suppliers are not set off, nor do they come back, without their input tax', async () => {
    const fact = await booked([
      debit('1192', 50_000, { open_item: { new: { partner } } }),
      debit('1171', 4_050, ofVat('I81', 50_000)),
      credit('1000', 54_050),
    ])
    const advance = await itemOf('supplier-payables', fact, 'supplier_advance')
    const payable = await owed(108_100, { supplier: partner, tax_lines: [taxLine('I81', 100_000, 8_100)] })
    const named = (item: { id: string }, amount: number) => ({ supplier_payable_id: item.id, amount: chf(amount) })
    expect(refused(await allocate([named(payable, 50_000), named(advance, -50_000)]))).to.deep.equal([
      422,
      '/lines/1/supplier_payable_id advance_taxed',
    ])
    const { status, body } = await settle(advance.id, -50_000, { account_code: '1000' })
    expect([status, body.error?.details[0]?.code]).to.deep.equal([422, 'advance_taxed'])
  })

  it('are told from credit beside a cash sale, which has no tax', async () => {
    const sale = await booked([
      debit('1000', 58_100),
      credit('3200', 50_000),
      credit('2200', 4_050, ofVat('V81', 50_000)),
      credit('2030', 4_050, opened),
    ])
    const [rest, final] = [await itemOf('documents', sale, 'customer_credit'), await invoiced(10_000)]
    expect((await allocate([line(final, 4_050), line(rest, -4_050)])).body.state).to.equal('posted')
  })
})
