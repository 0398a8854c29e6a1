import { expect } from 'chai'
import { post, put } from '../../../support/client.ts'
import { credit, debit } from '../../../support/requests/examples.ts'
import { booksOfReceived } from '../received/books-of-received.ts'
import { EFFECTIVE } from '../register.ts'
import { entriesAt, expectSums, reconciled } from './reconciled.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
const SALE = {
  document_date: '2026-01-10',
  supply_date: '2026-01-10',
  currency: 'EUR',
  gross_amount: eur(108_100),
  tax_lines: [{ tax_code: 'V81', net_amount: eur(100_000), tax_amount: eur(8_100) }],
}

/** Of a sale of EUR 1'081.00 that is paid in full: what the year has on the accounts that booked it. */
function paid(rates: readonly object[], registration: object, isRevalued = false) {
  const books = booksOfReceived({ ...EFFECTIVE, consideration: 'received', ...registration })
  const { customer, invoiced, booked } = books
  return async () => {
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates } as never)
    const { id } = await invoiced(0, SALE, { business_date: '2026-01-10' })
    // EUR 1081.00 at 0.95 are 1026.95, at 0.90 they are 972.90.
    const valued = credit('1100', 5_405, { open_item: { document_id: id, purpose: 'revaluation' } })
    if (isRevalued) {
      const { state, blockers } = await booked([debit('6949', 5_405), valued], { business_date: '2026-01-31' })
      expect(state, JSON.stringify(blockers)).to.equal('posted')
    }
    const lines = [{ document_id: id, amount: eur(108_100) }]
    const request = { end_customer_id: customer(), account_code: '1000', posting_date: '2026-02-20', lines }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    const year = await reconciled(customer())
    await expectSums(year)
    const parts = year.turnover.accounts.flatMap(({ account_code, parts }) =>
      parts.map(({ category, kind, amount, entries }) => ({
        entries,
        part: [account_code, category, kind, amount.amount_minor],
      })),
    )
    const of = parts.find(({ part }) => part[2] === 'not_due' && part[0] !== '3400')
    const its = await entriesAt(of?.entries ?? '')
    expect(
      its.map(({ amount }) => amount.amount_minor),
      JSON.stringify(its),
    ).to.include(of?.part[3])
    return parts.map(({ part }) => part)
  }
}

describe('the rate of a payment in the yearly reconciliation of received consideration', () => {
  const january = { currency: 'EUR', rate_date: '2026-01-01', rate: '0.95' }
  const ofDays = paid([january, { ...january, rate_date: '2026-02-01', rate: '0.93' }], {}, true)
  const average = (month: string, rate: string) => ({ currency: 'EUR', month, rate })
  const ofMonths = paid([average('2026-01', '0.95'), average('2026-02', '0.94'), { ...january, rate: '0.97' }], {
    exchange_rates: 'monthly_average',
  })

  it('is an exchange difference where the money gains and the tax loses: at average rates of months', async () => {
    // 1048.57 come in for 1026.95, and 0.81 of tax is left: 22.43 are gained, of which turnover is 10.00 less.
    expect(await ofMonths()).to.deep.equal([
      [null, 'declared_with_payment', 'declared', 94_000],
      ['3400', 'recorded', 'not_due', 95_000],
      ['6999', 'exchange_difference', null, 3_243],
      ['6999', 'exchange_difference', 'not_due', -1_000],
    ])
  })

  it('is one after a revaluation, too', async () => {
    // 1005.33 come in for 972.90, and 1.62 of tax is left: 34.05 are gained, of which turnover is 20.00 less.
    expect(await ofDays()).to.deep.equal([
      [null, 'declared_with_payment', 'declared', 93_000],
      ['3400', 'recorded', 'not_due', 95_000],
      ['6999', 'exchange_difference', null, 5_405],
      ['6999', 'exchange_difference', 'not_due', -2_000],
    ])
  })
})
