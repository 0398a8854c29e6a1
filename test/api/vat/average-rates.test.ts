import { expect } from 'chai'
import { findings, linesOf } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { INVOICES, invoice, newEndCustomer, taxLine, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { expectRefusal } from '../setup/expect-refusal.ts'
import { EFFECTIVE, NOT_REGISTERED, register, registrationsOf } from './register.ts'

const AVERAGE = { ...EFFECTIVE, exchange_rates: 'monthly_average' } as const
const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
const line = (tax_code: string) => taxLine(tax_code, 0, 0, { net_amount: eur(123_450), tax_amount: eur(9_999) })
/** EUR 1'334.49, of a day. */
const euros = (tax_code: string, document_date: string, more: object = {}) => ({
  business_date: document_date,
  payload: {
    currency: 'EUR',
    document_date,
    gross_amount: eur(133_449),
    tax_lines: [line(tax_code)],
    document_number: document_date + tax_code,
    ...more,
  },
})
const DAILY = { currency: 'EUR', rate_date: '2026-01-05', rate: '0.95' }
const MARCH = { currency: 'EUR', month: '2026-03', rate: '0.9328' }

async function customerWith(registration: object, ...rates: object[]): Promise<string> {
  const customer = await newEndCustomer()
  expect((await register(customer, '2026-01-01', registration)).status).to.equal(202)
  if (rates.length > 0) await setRates(customer, ...rates)
  return customer
}

function setRates(end_customer_id: string, ...rates: object[]) {
  return put('/v1/exchange-rates', { end_customer_id, rates } as never, { wait: 10 })
}

/** 1'234.50 × 0.9328 = 1'151.5416, 99.99 × 0.9328 = 93.270672. */
const AT_AVERAGE = [
  ['6500', 115_154, 0],
  ['1171', 9_327, 0],
  ['2000', 0, 124_481],
]

describe('the average rate of a month', () => {
  it('converts the documents with tax of who has chosen it, on every day of the month', async () => {
    const customer = await customerWith(AVERAGE, DAILY, MARCH)
    for (const day of ['2026-03-01', '2026-03-31']) {
      const { journal_entry_id } = await bookExpense(customer, euros('I81', day))
      expect(await linesOf(journal_entry_id.id)).to.have.deep.members(AT_AVERAGE)
    }
    const sent = (await post(INVOICES, invoice(customer, euros('V81', '2026-03-17')), { wait: 10 })).body
    expect(await linesOf(sent.journal_entry_id.id)).to.deep.include(['2200', 0, 9_327])
    const { lines } = (await get(`/v1/journal-entries/${there(sent.journal_entry_id.id)}`)).body
    expect([...new Set(lines.map(({ exchange_rate }) => exchange_rate))]).to.deep.equal(['0.9328'])
    const own = await bookExpense(customer, euros('I81', '2026-03-02', { exchange_rate: '0.95' }))
    expect(await linesOf(own.journal_entry_id.id)).to.deep.include(['1171', 9_499, 0])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('of a voucher is for one with tax; another one moves money at the rate of its day', async () => {
    const customer = await customerWith(AVERAGE, DAILY, MARCH)
    const book = async (more: object) => {
      const lines = [
        { account_code: '6500', debit: eur(123_450) },
        { account_code: '1171', debit: eur(9_999), ...more },
        { account_code: '1520', credit: eur(133_449) },
      ]
      const request = voucher(customer, { business_date: '2026-03-20', payload: { lines } })
      const { body } = await post(VOUCHERS, request, { wait: 10 })
      return (await linesOf(body.journal_entry_id.id)).map(([, debit_minor]) => debit_minor)
    }
    expect(await book({ tax_code: 'I81', tax_base: eur(123_450) })).to.deep.equal([115_154, 9_327, 0])
    // 1'234.50 × 0.95 = 1'172.775, 99.99 × 0.95 = 94.9905
    expect(await book({})).to.deep.equal([117_278, 9_499, 0])
  })

  it('that is missing is named with its currency and month, and wakes what waits for it', async () => {
    const customer = await customerWith(AVERAGE, DAILY, { ...MARCH, month: '2026-02' })
    const { id, blockers } = await bookExpense(customer, euros('I81', '2026-03-14'))
    expect(blockers.map(({ code, message }) => [code, message])).to.deep.equal([
      ['exchange_rate_missing', 'No average exchange rate of EUR to CHF is known for 2026-03.'],
    ])
    await setRates(customer, MARCH)
    const { journal_entry_id } = (await get(`/v1/source-facts/${id}`)).body
    expect(await linesOf(journal_entry_id.id)).to.have.deep.members(AT_AVERAGE)
  })

  it('is in force from its year on, and before it the rate of the day', async () => {
    const customer = await customerWith(AVERAGE, { ...DAILY, rate_date: '2025-12-28' }, MARCH)
    const { journal_entry_id } = await bookExpense(customer, euros('I81', '2025-12-28'))
    expect(await linesOf(journal_entry_id.id)).to.deep.include(['1171', 9_499, 0])
    const kinds = (await registrationsOf(customer)).map(({ exchange_rates }) => exchange_rates)
    expect(kinds).to.deep.equal(['daily', 'monthly_average'])
  })

  it('is not chosen or given up for what is posted, nor within a year', async () => {
    const customer = await customerWith(AVERAGE, DAILY, MARCH)
    await bookExpense(customer, { business_date: '2026-03-20', payload: { document_date: '2026-03-19' } })
    expectRefusal(await register(customer, '2026-04-01', EFFECTIVE), 409, 'inside_tax_period')
    expect((await register(customer, '2026-01-01', EFFECTIVE)).status, 'nothing in euros').to.equal(202)
    expect((await register(customer, '2026-01-01', AVERAGE)).status).to.equal(202)
    const { id, journal_entry_id } = await bookExpense(customer, euros('I81', '2026-03-14'))
    const refused = await register(customer, '2026-01-01', EFFECTIVE)
    expectRefusal(refused, 409, 'tax_posted')
    expect(refused.body.error.message).to.include(journal_entry_id.id)
    expect((await register(customer, '2027-01-01', EFFECTIVE)).status).to.equal(202)
    await post(`/v1/source-facts/${id}/reverse`, { end_customer_id: customer, reason: 'Storno' }, { wait: 10 })
    expect((await register(customer, '2026-01-01', EFFECTIVE)).status).to.equal(202)
    expectRefusal(
      await register(customer, '2028-01-01', { ...NOT_REGISTERED, exchange_rates: 'daily' }),
      422,
      'not_allowed',
    )
  })

  it('is listed by currency and month, beside the rates of days', async () => {
    const customer = await customerWith(AVERAGE, DAILY, MARCH, { ...MARCH, month: '2026-04', source: 'ESTV' })
    const listOf = (query: string) => get(`/v1/exchange-rates?end_customer_id=${customer}${query}`)
    const listed = (await listOf('&kind=monthly_average&starting_after=EUR:2026-03')).body.data
    expect(listed).to.deep.equal([
      { object: 'exchange_rate', currency: 'EUR', rate_date: null, month: '2026-04', rate: '0.9328', source: 'ESTV' },
    ])
    expect((await listOf('')).body.data.map(({ rate_date, month }) => [rate_date, month])).to.deep.equal([
      ['2026-01-05', null],
    ])
    expectRefusal(await listOf('&kind=monthly_average&starting_after=EUR:2026-03-01'), 400, 'unknown_cursor')
    expectRefusal(await setRates(customer, MARCH, MARCH), 422, 'duplicate')
    expectRefusal(await setRates(customer, { ...MARCH, rate_date: '2026-03-01' }), 422, 'exactly_one')
    expectRefusal(await setRates(customer, { currency: 'EUR', rate: '0.9' }), 422, 'exactly_one')
    expectRefusal(await setRates(customer, { ...MARCH, month: '2026-13' }), 422, 'format')
  })
})
