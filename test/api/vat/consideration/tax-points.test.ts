import { expect } from 'chai'
import { codesOf, findings } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
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
import { filer } from '../changed-method/filer.ts'
import { type Reconciliation, reconciled } from '../reconciliation/reconciled.ts'
import { booked, records } from '../records.ts'
import { EFFECTIVE } from '../register.ts'

const sold = (net: number) => taxLine('V81', net, (net * 81) / 1_000)
const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
/** Dated on the first day and booked on the second. */
const [MARCH, APRIL] = ['2026-03-31', '2026-04-02']

describe('the day on which tax of a document arises', () => {
  const books = async (registration: object = EFFECTIVE) => {
    const filed = await filer([['2026-01-01', registration]])
    const { customer, invoiced, returnOf } = filed
    /** An invoice of 100.00 and its tax, or a multiple. */
    const sale = async (day: string, document_date: string, more: object = {}, net = 10_000) => {
      const fact = await invoiced(day, net + (net * 81) / 1_000, [sold(net)], { document_date }, more)
      expect([fact.state, codesOf(fact)]).to.deep.equal(['posted', []])
      return fact.id
    }
    /** Payable tax of the two quarters, and what the accounts have of other returns; both are explained. */
    const quarters = async () => {
      const both = [await returnOf('2026-Q1'), await returnOf('2026-Q2')]
      expect(both.map(({ tie }) => tie.is_explained)).to.deep.equal([true, true])
      return both.map(({ payable_tax, tie }) => [
        payable_tax.amount_minor,
        tie.steps.find(({ kind }) => kind === 'other_period')?.amount.amount_minor ?? 0,
      ])
    }
    const reverse = async (id: string, more: object = {}) => {
      const asked = { end_customer_id: customer, reason: 'x', ...more }
      const { body } = await post(`/v1/source-facts/${id}/reverse`, asked, { wait: 10 })
      expect(body.state, JSON.stringify(body)).to.equal('reversed')
    }
    return { ...filed, sale, quarters, reverse }
  }

  it('is that of the invoice for sales, of its receipt for purchases, of the assessment for imports', async () => {
    const { customer, billed, sale, quarters, file, figures } = await books()
    await sale(APRIL, MARCH)
    await sale(MARCH, '2026-04-01', {}, 20_000)
    await billed(APRIL, 32_430, [taxLine('I81', 30_000, 2_430)], { document_date: MARCH })
    await billed(APRIL, 3_240, [taxLine('E100I', 0, 3_240)], { document_date: MARCH })
    // A credit note changes the consideration on the day on which it is booked (Art. 41).
    await sale(APRIL, MARCH, {}, -1_000)
    // March: 8.10 of the sale less 32.40 of the import. April: 16.20, less 24.30 of the bill and 0.81 of the credit note.
    expect(await figures('2026-Q1')).to.deep.include(['303', 10_000, 810])
    expect(await quarters()).to.deep.equal([
      [-2_430, 1_620 + 2_430],
      [-891, -1_620 - 2_430],
    ])
    expect([await file('2026-Q1'), await file('2026-Q2')].map(({ payable, codes }) => [payable, codes])).to.deep.equal([
      [-2_430, []],
      [-891, []],
    ])
    const { data } = await records(customer, '&tax_code=V81&to_date=2026-03-31')
    expect(data.map((one) => [one.posting_date, one.vat_period, one.base_amount])).to.deep.equal([
      [MARCH, null, chf(10_000)],
    ])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is that of the invoice which a voucher opens as a receivable, and not that of an advance', async () => {
    const { customer, quarters } = await books()
    const opened = (document_date: string) => ({ open_item: { new: { partner: { name: 'Kundin' }, document_date } } })
    const tax = (code: string) => ({ tax_code: 'V81', tax_base: chf(10_000), text: code })
    const lines = [debit('1100', 10_810, opened(MARCH)), credit('3400', 10_000), credit('2200', 810, tax('sale'))]
    const advance = [debit('1020', 10_810), credit('2030', 10_000, opened(MARCH)), credit('2200', 810, tax('advance'))]
    for (const its of [lines, advance])
      await booked(VOUCHERS, voucher(customer, { business_date: APRIL, payload: { lines: its } }))
    expect(await quarters()).to.deep.equal([
      [810, -810],
      [810, 810],
    ])
  })

  it('does not count under received consideration, nor where it would change no return', async () => {
    const { customer, sale, quarters } = await books(RECEIVED)
    await sale(APRIL, MARCH)
    expect(await quarters()).to.deep.equal([
      [0, 0],
      [0, 0],
    ])
    const { data } = await records(customer)
    expect(data.map(({ kind, posting_date }) => [kind, posting_date])).to.deep.equal([['not_due', APRIL]])
    const agreed = await books()
    await agreed.sale('2026-04-20', '2026-04-05')
    const own = await records(agreed.customer)
    expect(own.data.map(({ posting_date }) => posting_date)).to.deep.equal(['2026-04-20'])
  })

  it('asks for a word where it lies in a filed period, and is named by the return before it is filed', async () => {
    const { customer, sale, quarters, file, returnOf, invoiced } = await books()
    const late = await invoiced(APRIL, 10_810, [sold(10_000)], { document_date: MARCH, receipt_required: true })
    expect(codesOf(late)).to.deep.equal(['receipt_missing'])
    expect((await returnOf('2026-Q1')).warnings.map(({ code, count }) => [code, count])).to.deep.equal([
      ['facts_not_booked', 1],
    ])
    await post(`/v1/source-facts/${late.id}/withdraw`, { end_customer_id: customer, reason: 'x' })
    expect((await file('2026-Q1')).status).to.equal(201)
    const dated = { document_date: MARCH, gross_amount: chf(10_810), tax_lines: [sold(10_000)] }
    const { body } = await post(INVOICES, invoice(customer, { business_date: APRIL, payload: dated }), { wait: 10 })
    expect([body.state, codesOf(body)]).to.deep.equal(['blocked', ['vat_period_missing']])
    expect(body.blockers[0]?.message).to.include(`It is dated ${MARCH}, on which its tax arises`)
    await post(`/v1/source-facts/${body.id}/withdraw`, { end_customer_id: customer, reason: 'x' })
    await sale(APRIL, MARCH, { vat_period: 'current' })
    await sale(APRIL, MARCH, { vat_period: 'correction' }, 20_000)
    // That another system has filed it: its own day is said.
    await sale(APRIL, MARCH, { vat_period: 'current', tax_date: APRIL }, 30_000)
    expect((await quarters()).map(([payable]) => payable)).to.deep.equal([0, 810 + 2_430])
    expect(await file('2026-Q1', 'correction')).to.deep.include({ status: 201, payable: 1_620, added: 1_620 })
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is that of the invoice for its reversal too, until it is filed', async () => {
    const { customer, sale, quarters, file, reverse } = await books()
    await reverse(await sale(APRIL, MARCH))
    expect(await quarters()).to.deep.equal([
      [0, 0],
      [0, 0],
    ])
    const [later, early, wrong] = [await sale(APRIL, MARCH), await sale(MARCH, APRIL), await sale(APRIL, MARCH)]
    await reverse(early)
    await reverse(later, { posting_date: '2026-04-20' })
    // What is reversed on another day without a word counts on that day.
    expect((await quarters()).map(([payable]) => payable)).to.deep.equal([1_620, -810])
    expect((await file('2026-Q1')).payable).to.equal(1_620)
    await reverse(wrong, { cause: 'error' })
    expect((await file('2026-Q1', 'correction')).added).to.equal(-810)
    const changed = await sale('2026-05-02', '2026-04-30')
    await reverse(changed)
    expect((await quarters())[1]?.[0]).to.equal(-810)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('leads from the revenue of a year to the return of another', async () => {
    const { customer, invoiced, figures } = await filer([['2025-01-01', EFFECTIVE]])
    await invoiced('2025-12-01', 5_405, [sold(5_000)])
    await invoiced('2026-01-03', 10_810, [sold(10_000)], { document_date: '2025-12-31' })
    await invoiced('2026-01-04', 21_620, [sold(20_000)])
    expect(await figures('2025-Q4')).to.deep.include(['303', 15_000, 1_215])
    const years = [await reconciled(customer, 'FY2025'), await reconciled(customer)]
    expect(
      years.map(({ turnover, is_explained }) => [is_explained, turnover.figure_200.amount_minor, stepsOf(turnover)]),
    ).to.deep.equal([
      [
        true,
        0,
        [
          ['revenue', 5_000],
          ['other_period', 10_000],
          ['not_filed', -15_000],
        ],
      ],
      [
        true,
        0,
        [
          ['revenue', 30_000],
          ['other_period', -10_000],
          ['not_filed', -20_000],
        ],
      ],
    ])
  })
})

const stepsOf = ({ steps }: Reconciliation['turnover']) => steps.map(({ kind, amount }) => [kind, amount.amount_minor])
