import { expect } from 'chai'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { firstOf, get, post, put } from '../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice as makeInvoice } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'

const MUSTER = { customer: { name: 'Muster AG', customer_external_reference: 'K-1' } }

describe('open items of a day', () => {
  const { customer, received, allocate, settle } = booksToSettle()
  const on = async (date: string, side = 'receivables', more = '') =>
    (await get(`/v1/statements/open-items?end_customer_id=${customer()}&side=${side}&date=${date}${more}`)).body
  const invoice = async (amount: number, business_date: string, due_date: string, payload: object = MUSTER) => {
    const dates = { document_date: business_date, due_date }
    const document = { ...dates, gross_amount: chf(amount), tax_lines: [], ...payload }
    return opened('documents', INVOICES, makeInvoice(customer(), { business_date, payload: document }))
  }
  const opened = async (name: 'documents' | 'supplier-payables', path: string, request: object) => {
    const { body } = await post(path as typeof INVOICES, request, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return firstOf(name, customer(), `&source_fact_id=${body.id}`)
  }

  it('are what entries up to that day have left, by partner and age', async () => {
    const first = await invoice(108_100, '2026-01-10', '2026-02-09')
    const second = await invoice(50_000, '2026-02-10', '2026-02-10')
    await invoice(20_000, '2026-02-20', '2026-03-22', { customer: { name: 'Zweite GmbH' } })
    const payment = await received(bankEntry({ amount: '600.00', date: '2026-03-05' }))
    await allocate(payment.id, [
      [first.id, 40_000],
      [second.id, 10_000],
    ])

    const before = await on('2026-03-04')
    expect(before.items.map(({ id, open_amount, age }) => [id, open_amount.amount_minor, age])).to.deep.equal([
      [first.id, 108_100, 'days_1_30'],
      [second.id, 50_000, 'days_1_30'],
      [before.items[2]?.id, 20_000, 'not_due'],
    ])
    const after = await on('2026-03-31')
    // 1081.00 less 400.00, 500.00 less 100.00, 200.00; 100.00 of the payment are credit of the first one.
    expect(
      after.items.map(({ kind, partner, open_amount, days_overdue, age }) => [
        kind,
        partner.name,
        open_amount.amount_minor,
        days_overdue,
        age,
      ]),
    ).to.have.deep.members([
      ['receivable', 'Muster AG', 68_100, 50, 'days_31_60'],
      ['receivable', 'Muster AG', 40_000, 49, 'days_31_60'],
      ['receivable', 'Zweite GmbH', 20_000, 9, 'days_1_30'],
      [
        'customer_credit',
        after.items.find(({ kind }) => kind === 'customer_credit')?.partner.name,
        -10_000,
        26,
        'days_1_30',
      ],
    ])
    expect(there(after.items.find(({ kind }) => kind === 'customer_credit')).id).to.equal(payment.id)
    expect(after.ageing.total.amount_minor).to.equal(118_100)
    expect(after.ageing.days_31_60.amount_minor).to.equal(108_100)
    expect(there(after.partners.find(({ reference }) => reference === 'K-1')).open_amounts).to.deep.equal([
      { amount_minor: 98_100, currency: 'CHF' },
    ])
    expect(
      after.totals.map((total) => [
        total.account_code,
        total.open_amount.amount_minor,
        total.control_account_balance.amount_minor,
        total.equals_control_account,
      ]),
    ).to.deep.equal([
      ['1100', 128_100, 128_100, true],
      ['2030', -10_000, -10_000, true],
    ])
  })

  it('of suppliers are positive where they are owed; a reversal takes them out from its day on', async () => {
    const dates = { document_date: '2026-01-15', due_date: '2026-02-14' }
    const request = expense(customer(), {
      business_date: '2026-01-15',
      payload: { ...dates, gross_amount: chf(10_810) },
    })
    const payable = await opened('supplier-payables', EXPENSES, request)
    const { body } = await settle(payable.id, 4_000, { settlement_date: '2026-02-20' })
    const amounts = async (date: string) =>
      (await on(date, 'payables')).items.map(({ open_amount }) => open_amount.amount_minor)
    await post(
      `/v1/supplier-payables/${payable.id}/settlements/${body.id}/reverse`,
      { end_customer_id: customer(), reason: 'x', posting_date: '2026-03-10' },
      { wait: 10 },
    )
    expect(
      await Promise.all(['2026-01-14', '2026-02-19', '2026-02-20', '2026-03-09', '2026-03-10'].map(amounts)),
    ).to.deep.equal([[], [10_810], [6_810], [6_810], [10_810]])
  })

  it('that were paid later are open on the days before', async () => {
    const { id } = await invoice(10_000, '2026-02-01', '2026-03-01')
    const payment = await received(bankEntry({ amount: '100.00', date: '2026-03-05' }))
    await allocate(payment.id, [[id, 10_000]])
    for (const [date, expected] of [
      ['2026-01-31', []],
      ['2026-02-01', [10_000]],
      ['2026-03-04', [10_000]],
      ['2026-03-05', []],
    ] as const) {
      const { items, totals } = await on(date)
      expect(
        items.map(({ open_amount }) => open_amount.amount_minor),
        date,
      ).to.deep.equal(expected)
      expect(
        totals.map((total) => total.equals_control_account),
        date,
      ).to.not.include(false)
    }
  })

  it('have what a draft has reserved', async () => {
    const claim = await invoice(10_000, '2026-02-01', '2026-03-01')
    const payment = await received(bankEntry({ amount: '100.00', date: '2026-03-05' }))
    const pause = { end_customer_id: customer(), locked_through: '2026-03-31', reason: 'x' }
    expect((await put('/v1/period-locks', pause)).status).to.equal(202)
    const { body } = await allocate(payment.id, [[claim.id, 10_000]])
    expect(body.state, 'waits for an open period').to.equal('draft')
    const [item] = (await on('2026-03-31')).items
    expect([item?.id, item?.open_amount.amount_minor]).to.deep.equal([claim.id, 10_000])
  })

  it('in foreign currency are equal to the account in it and in base currency', async () => {
    await put('/v1/exchange-rates', {
      end_customer_id: customer(),
      rates: [{ currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' }],
    })
    const eur = { amount_minor: 100_000, currency: 'EUR' }
    await invoice(0, '2026-02-01', '2026-03-03', { ...MUSTER, currency: 'EUR', gross_amount: eur })
    await invoice(30_000, '2026-02-01', '2026-03-03')
    const { totals, partners } = await on('2026-02-28')
    expect(
      totals.map((total) => [
        total.currency,
        total.open_amount.amount_minor,
        total.base_open_amount.amount_minor,
        total.equals_control_account,
      ]),
    ).to.deep.equal([
      ['CHF', 30_000, 30_000, true],
      ['EUR', 100_000, 95_000, true],
    ])
    expect(partners.map(({ open_amounts, ageing }) => [open_amounts, ageing.total.amount_minor])).to.deep.equal([
      [[{ amount_minor: 30_000, currency: 'CHF' }, eur], 125_000],
    ])
  })

  it('have a total of each currency from its first line on, whatever comes later in the month', async () => {
    const rates = [{ currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const { source_fact_id } = await invoice(30_000, '2026-02-17', '2026-03-19')
    const reversal = { end_customer_id: customer(), reason: 'x', posting_date: '2026-02-18' }
    await post(`/v1/source-facts/${source_fact_id.id}/reverse`, reversal, { wait: 10 })
    const totalsOn = async (date: string) =>
      (await on(date)).totals.map(({ currency, open_amount }) => [currency, open_amount.amount_minor])
    const eur = { amount_minor: 100_000, currency: 'EUR' }
    await invoice(0, '2026-02-26', '2026-03-28', { ...MUSTER, currency: 'EUR', gross_amount: eur })
    const days = ['2026-02-16', '2026-02-17', '2026-02-20', '2026-02-26', '2026-03-01']
    const expected = [
      [],
      [['CHF', 30_000]],
      [['CHF', 0]],
      ...Array(2).fill([
        ['CHF', 0],
        ['EUR', 100_000],
      ]),
    ]
    expect(await Promise.all(days.map(totalsOn))).to.deep.equal(expected)
    await refreshWhole(service().worker.pool, [customer()])
    expect(await Promise.all(days.map(totalsOn)), 'folded').to.deep.equal(expected)
  })
})
