import { expect } from 'chai'
import { get, itemsOf, post, put } from '../../../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice, taxLine } from '../../../../support/requests/examples.ts'
import { there } from '../../../../support/there.ts'
import { reconciled } from '../../../vat/reconciliation/reconciled.ts'
import { booksToSettle } from '../../books-to-settle.ts'
import { movedBy, taxOf } from '../balances.ts'

/** Full payment in advance: the final document has a rest of 0.00, and moves what stood on the account of advances (A11). */
describe('final documents that their advance pays in full', () => {
  const { customer } = booksToSettle()
  const advance = (net: number, tax: number) => taxLine('V81', net, tax, { revenue_category: 'advance' })
  const paidAhead = (net: number, tax: number) => taxLine('I81', net, tax, { expense_category: 'advance' })
  const mapped = (mapping_key: string, account_code: string) => ({
    mapping_key,
    account_code,
    valid_from: '2020-01-01',
  })
  beforeEach(async () => {
    const mappings = [
      mapped('posting.revenue.category.advance', '2030'),
      mapped('posting.expense.category.advance', '1192'),
    ]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
  })
  const listed = async (list: 'documents' | 'supplier-payables', fact_id: string) =>
    itemsOf(list, customer(), `&source_fact_id=${fact_id}`)
  async function invoiced(gross: object, tax_lines: object[], more: object = {}) {
    const request = invoice(customer(), { payload: { gross_amount: gross, tax_lines, ...more } })
    const { body } = await post(INVOICES, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return { id: body.id, entry: body.journal_entry_id.id, items: await listed('documents', body.id) }
  }
  const openOf = (items: { kind: string; open_amount: { amount_minor: number } }[]) =>
    items.map(({ kind, open_amount }) => `${kind} ${open_amount.amount_minor}`)
  const allocated = async (...lines: [string, object][]) => {
    const request = {
      end_customer_id: customer(),
      posting_date: '2026-04-15',
      lines: lines.map(([document_id, amount]) => ({ document_id, amount })),
    }
    const { body } = await post('/v1/allocations', request as never, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return body.journal_entry_id
  }
  const payable = async () =>
    (await get(`/v1/vat-returns/2026-Q1?end_customer_id=${customer()}`)).body.payable_tax.amount_minor

  it('book the revenue against the advance, and no receivable', async () => {
    const asked = await invoiced(chf(54_050), [advance(50_000, 4_050)])
    const final = await invoiced(chf(0), [taxLine('V81', 50_000, 4_050), advance(-50_000, -4_050)])
    expect(await movedBy(final.entry)).to.deep.equal({ 2030: 50_000, 3400: -50_000 })
    expect(await taxOf(final.entry)).to.deep.equal(['V81 303 50000 4050', 'V81 303 -50000 -4050'])
    expect(openOf(final.items)).to.deep.equal(['customer_credit 50000'])
    const credit = there(asked.items.find(({ kind }) => kind === 'customer_credit'))
    const set = await allocated([there(final.items[0]).id, chf(50_000)], [credit.id, chf(-50_000)])
    expect(await movedBy(set)).to.deep.equal({})
    expect(await payable()).to.equal(4_050)
    expect((await reconciled(customer())).is_explained).to.equal(true)
  })

  it('open nothing where the advance stands on an account without open items', async () => {
    await put('/v1/account-mappings', {
      end_customer_id: customer(),
      mappings: [mapped('posting.expense.category.prepaid', '1300')],
    })
    const lines = [taxLine('I81', 50_000, 4_050), taxLine('I81', -50_000, -4_050, { expense_category: 'prepaid' })]
    const request = expense(customer(), { payload: { gross_amount: chf(0), tax_lines: lines } })
    const { body } = await post(EXPENSES, request, { wait: 10 })
    expect(await movedBy(body.journal_entry_id.id)).to.deep.equal({ 1300: -50_000, 6500: 50_000 })
    expect(await listed('supplier-payables', body.id)).to.deep.equal([])
    const free = await invoiced(chf(0), [taxLine('V81', 50_000, 4_050), taxLine('NONE', -54_050, 0)])
    expect(free.items).to.deep.equal([])
    // The findings of the ledger are looked for afterwards.
  })

  it('take off several advances, and ask for the next one', async () => {
    const lines = [
      taxLine('V81', 100_000, 8_100),
      advance(-60_000, -4_860),
      advance(-80_000, -6_480),
      advance(40_000, 3_240),
    ]
    const { entry, items } = await invoiced(chf(0), lines)
    expect(await movedBy(entry)).to.deep.equal({ 2030: 100_000, 3400: -100_000 })
    expect(openOf(items).sort()).to.deep.equal([
      'customer_credit -40000',
      'customer_credit 60000',
      'customer_credit 80000',
    ])
  })

  it('come back to nothing when they are reversed', async () => {
    const { id } = await invoiced(chf(0), [taxLine('V81', 50_000, 4_050), advance(-50_000, -4_050)])
    const request = { end_customer_id: customer(), reason: 'wrong' }
    const { status } = await post(`/v1/source-facts/${id}/reverse`, request, { wait: 10 })
    expect(status).to.equal(202)
    const entries = await itemsOf('journal-entries', customer())
    expect(await movedBy(...entries.map((entry) => entry.journal_entry_id))).to.deep.equal({})
    expect(openOf(await listed('documents', id))).to.deep.equal(['customer_credit 0'])
    expect(await payable()).to.equal(0)
  })

  it('come from suppliers, too', async () => {
    const request = expense(customer(), {
      payload: { gross_amount: chf(0), tax_lines: [taxLine('I81', 50_000, 4_050), paidAhead(-50_000, -4_050)] },
    })
    const { body } = await post(EXPENSES, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    expect(await movedBy(body.journal_entry_id.id)).to.deep.equal({ 1192: -50_000, 6500: 50_000 })
    expect(openOf(await listed('supplier-payables', body.id))).to.deep.equal(['supplier_advance 50000'])
  })

  it('leave what conversion leaves over on the account of rounding differences', async () => {
    const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
    const line = (tax_code: string, net: number, more: object = {}) => ({
      tax_code,
      net_amount: eur(net),
      tax_amount: eur(0),
      ...more,
    })
    const lines = [line('NONE', 30), ...[10, 10, 10].map((net) => line('NONE', -net, { revenue_category: 'advance' }))]
    const { entry, items } = await invoiced(eur(0), lines, { currency: 'EUR', exchange_rate: '0.95' })
    expect(await movedBy(entry)).to.deep.equal({ 2030: 30, 3400: -29, 6945: -1 })
    expect(openOf(items)).to.deep.equal(Array(3).fill('customer_credit 10'))
  })

  it('are blocked where their lines move nothing', async () => {
    const lines = [taxLine('V81', 50_000, 4_050), taxLine('V81', -50_000, -4_050)]
    const request = invoice(customer(), { payload: { gross_amount: chf(0), tax_lines: lines } })
    const { body } = await post(INVOICES, request, { wait: 10 })
    expect([body.state, body.blockers.map(({ code }) => code)]).to.deep.equal(['blocked', ['amount_zero']])
  })
})
