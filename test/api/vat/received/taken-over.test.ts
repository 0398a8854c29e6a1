import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { firstOf, get, post, put } from '../../../support/client.ts'
import { chf, credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { balancesOf } from '../../open-items/items-of-customer.ts'
import { UID } from '../filing/worked-quarter.ts'
import { booksOfReceived } from './books-of-received.ts'

const APRIL = { business_date: '2026-04-20' }
const OPENING = [{ business_date: '2026-01-01' }, { entry_type: 'opening' }] as const
const notDeclared = (code: string, net: number, tax: number) => ({ ...taxLine(code, net, tax), declared: false })
const taking = (tax_lines: object[], more: object = {}) => ({
  open_item: { new: { partner: { name: 'Kundin GmbH' }, document_date: '2025-11-20', tax_lines, ...more } },
})

describe('tax of items that are taken over under received consideration', () => {
  const { customer, booked, undo, received, allocate, settle, openOf, recordsOf, figures } = booksOfReceived()

  /** 1'081.00 of a debtor with 81.00 that is not declared: the opening balance of 2200. */
  async function debtor(tax_lines: object[] = [notDeclared('V81', 100_000, 8_100)]) {
    const lines = [debit('1100', 108_100, taking(tax_lines)), credit('2200', 8_100), credit('9100', 100_000)]
    const fact = await booked(lines, ...OPENING)
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    const { id } = await firstOf('documents', customer(), `&source_fact_id=${fact.id}`)
    const take = (amount: number, purpose: string) =>
      credit('1100', amount, { open_item: { document_id: id, purpose } })
    return { id, fact, take }
  }
  const file = (period: string) =>
    post(`/v1/vat-returns/${period}/file` as '/v1/vat-returns/{period}/file', { end_customer_id: customer() })

  it('is declared by payments of any kind, extinguished by a loss, and filed from the opening balance', async () => {
    await put(`/v1/end-customers/${customer()}`, { name: 'Meier AG', uid: UID })
    const { id, fact, take } = await debtor()
    const { body: entry } = await get(`/v1/journal-entries/${fact.journal_entry_id.id}`)
    expect(entry.tax_summary).to.equal(null)
    const payment = await received(bankEntry({ amount: '540.50' }))
    await allocate(payment.id, [[id, 54_050]], { posting_date: '2026-02-20' })
    const cash = await booked([debit('1000', 27_025), take(27_025, 'payment')], APRIL)
    expect(cash.state, JSON.stringify(cash.blockers)).to.equal('posted')
    const loss = [debit('3805', 25_000), debit('2200', 2_025, { tax_code: 'VS81', tax_base: chf(25_000) })]
    const lost = await booked([...loss, take(27_025, 'write_off')], { business_date: '2026-05-20' })
    expect(lost.state, JSON.stringify(lost.blockers)).to.equal('posted')
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'taken_over', 100_000, 8_100],
      ['V81', 'declared', 50_000, 4_050],
      ['V81', 'declared', 25_000, 2_025],
      ['V81', 'extinguished', 25_000, 2_025],
    ])
    const first = await figures('2026-Q1')
    expect(first.lines).to.deep.equal([
      ['200', 50_000, null],
      ['299', 50_000, null],
      ['303', 50_000, 4_050],
      ['399', null, 4_050],
      ['500', null, 4_050],
    ])
    expect(first.steps).to.deep.equal([
      ['payable_tax', 4_050],
      ['not_due', -4_050],
    ])
    expect(first.not_due).to.deep.equal([['V81', 50_000, 4_050]])
    expect((await figures('2026-Q2')).not_due).to.deep.equal([])
    expect(await balancesOf(customer(), '2200')).to.deep.equal([-6_075])
    for (const period of ['2026-Q1', '2026-Q2']) {
      const { status, body } = await file(period)
      expect(status, JSON.stringify(body)).to.equal(201)
    }
    expect(await balancesOf(customer(), '2200', '2201')).to.deep.equal([0, -6_075])
    const year = `/v1/statements/vat-reconciliation?end_customer_id=${customer()}&fiscal_year_id=FY2026` as const
    const { body } = await get(year)
    expect(body.is_explained).to.equal(true)
    expect(body.turnover.steps.map(({ kind, amount }) => [kind, amount.amount_minor])).to.deep.include([
      'not_due',
      100_000,
    ])
  })

  it('comes back with the reversal of a payment, and the last part takes the rest', async () => {
    const { id, take } = await debtor([notDeclared('V81', 70_000, 5_670), notDeclared('V26', 31_608, 822)])
    const parts = [36_033, 36_033, 36_034]
    const facts: { id: string; state: string }[] = []
    for (const part of parts) facts.push(await booked([debit('1000', part), take(part, 'payment')], APRIL))
    expect(facts.map(({ state }) => state)).to.deep.equal(['posted', 'posted', 'posted'])
    await undo(`/v1/source-facts/${facts[1]?.id}`, { posting_date: '2026-04-21' })
    const sums = async () => {
      const declared = (await recordsOf()).filter(([, kind]) => kind === 'declared')
      return ['V81', 'V26'].map((code) =>
        declared.filter(([tax_code]) => tax_code === code).reduce((sum, [, , , tax]) => sum + Number(tax), 0),
      )
    }
    const { not_due } = await figures('2026-Q2')
    const open = Object.fromEntries((not_due ?? []).map(([code, , tax]) => [code, tax]))
    expect((await sums()).map((sum, at) => sum + Number(open[at === 0 ? 'V81' : 'V26']))).to.deep.equal([5_670, 822])
    expect(await openOf('documents', id)).to.equal(36_033)
    await booked([debit('1000', 36_033), take(36_033, 'payment')], { business_date: '2026-04-22' })
    expect(await sums()).to.deep.equal([5_670, 822])
    expect((await figures('2026-Q2')).not_due).to.deep.equal([])
  })

  it('goes with the reversal of the voucher that has taken it over', async () => {
    const { fact } = await debtor()
    expect((await figures('2026-Q1')).not_due).to.deep.equal([['V81', 100_000, 8_100]])
    expect((await undo(`/v1/source-facts/${fact.id}`, { posting_date: '2026-02-01' })).status).to.equal(202)
    expect((await figures('2026-Q1')).not_due).to.deep.equal([])
  })

  it('is deducted when a creditor is paid', async () => {
    const lines = [
      credit('2000', 54_050, taking([notDeclared('I81', 50_000, 4_050)])),
      debit('1171', 4_050),
      debit('9100', 50_000),
    ]
    const fact = await booked(lines, ...OPENING)
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    const payable = await firstOf('supplier-payables', customer())
    await received(bankEntry({ amount: '540.50', direction: 'DBIT' })).catch(() => null)
    const evidence = await firstOf('camt-053/entries', customer())
    const more = { evidence_sha256: evidence.canonical_entry_hash }
    const { body } = await settle(payable.id, 54_050, more)
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    expect((await figures('2026-Q2')).lines).to.deep.equal([
      ['405', null, 4_050],
      ['479', null, 4_050],
      ['510', null, 4_050],
    ])
  })

  it('that is declared gives nothing on payment, and a discount reduces what was received', async () => {
    const { take } = await debtor([{ ...notDeclared('V81', 100_000, 8_100), declared: true }])
    const paid = [debit('1000', 97_290), take(97_290, 'payment')]
    expect((await booked(paid, APRIL)).state).to.equal('posted')
    expect(await recordsOf()).to.deep.equal([])
    const tax = debit('2200', 810, { tax_code: 'VS81', tax_base: chf(10_000) })
    const discount = await booked([debit('3800', 10_000), tax, take(10_810, 'write_off')], APRIL)
    expect(discount.state, JSON.stringify(discount.blockers)).to.equal('posted')
    expect(await recordsOf()).to.deep.equal([['VS81', 'due', 10_000, 810]])
    expect((await figures('2026-Q2')).lines).to.deep.equal([
      ['235', 10_000, null],
      ['289', 10_000, null],
      ['299', -10_000, null],
      ['303', -10_000, -810],
      ['399', null, -810],
      ['510', null, 810],
    ])
  })

  it('is of a foreign item worth what the rate of the payment says', async () => {
    const rates = [{ currency: 'EUR', rate: '0.94', rate_date: '2026-04-01' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
    const memo = { tax_code: 'V81', net_amount: eur(100_000), tax_amount: eur(8_100), declared: false }
    const opened = { account_code: '1100', debit: eur(108_100), base_amount: chf(102_695), ...taking([memo]) }
    const fact = await booked([opened, credit('2200', 7_695), credit('9100', 95_000)], ...OPENING)
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    const { id } = await firstOf('documents', customer())
    const lines = [
      { account_code: '1024', debit: eur(108_100) },
      { account_code: '1100', credit: eur(108_100), open_item: { document_id: id, purpose: 'payment' } },
    ]
    const paid = await booked(lines, APRIL)
    expect(paid.state, JSON.stringify(paid.blockers)).to.equal('posted')
    // 1'000.00 and 81.00 at 0.94; the 0.81 that the rate takes away leaves the tax account.
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'taken_over', 95_000, 7_695],
      ['V81', 'declared', 94_000, 7_614],
      ['V81', 'not_due', -1_000, -81],
    ])
    expect((await figures('2026-Q2')).steps).to.deep.equal([
      ['payable_tax', 7_614],
      ['not_due', -7_695],
    ])
    expect(await balancesOf(customer(), '2200')).to.deep.equal([-7_614])
  })
})
