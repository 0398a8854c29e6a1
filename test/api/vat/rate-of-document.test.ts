import { expect } from 'chai'
import { factOf, findings, linesOf } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { chf, INVOICES, invoice, newEndCustomer, taxLine, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { expectRefusal } from '../setup/expect-refusal.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
const line = (tax_code: string) => taxLine(tax_code, 0, 0, { net_amount: eur(100_000), tax_amount: eur(8_100) })
const euros = (tax_code: string, more: object = {}) => ({
  business_date: '2025-11-05',
  payload: {
    currency: 'EUR',
    document_date: '2025-10-28',
    gross_amount: eur(108_100),
    tax_lines: [line(tax_code)],
    ...more,
  },
})
const RATES = [
  { currency: 'EUR', rate_date: '2025-10-28', rate: '0.95' },
  { currency: 'EUR', rate_date: '2025-11-05', rate: '0.935' },
]
const AT_095: [string, number, number][] = [
  ['6500', 95_000, 0],
  ['2000', 0, 102_695],
  ['1171', 7_695, 0],
]
/** EUR 1'081.00 of 28 October, booked on 5 November. */
describe('the rate of a document', () => {
  it('is that of the day on which its tax arises', async () => {
    const customer = await newEndCustomer()
    await put('/v1/exchange-rates', { end_customer_id: customer, rates: RATES })
    const { journal_entry_id } = await bookExpense(customer, euros('I81'))
    expect(await linesOf(journal_entry_id.id)).to.have.deep.members(AT_095)
    const sent = (await post(INVOICES, invoice(customer, euros('V81')), { wait: 10 })).body
    expect(await linesOf(sent.journal_entry_id.id)).to.deep.include(['2200', 0, 7_695])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is its own where it states one, whatever the table says', async () => {
    const customer = await newEndCustomer()
    const unknown = await bookExpense(customer, euros('I81', { exchange_rate: '0.95' }))
    expect(await linesOf(unknown.journal_entry_id.id)).to.have.deep.members(AT_095)
    await put('/v1/exchange-rates', { end_customer_id: customer, rates: RATES })
    const stated = await bookExpense(customer, euros('I81', { exchange_rate: '0.96123456', document_number: 'R-2' }))
    const { lines } = (await get(`/v1/journal-entries/${there(stated.journal_entry_id.id)}`)).body
    expect(lines.map(({ exchange_rate }) => exchange_rate)).to.deep.equal(['0.96123456', '0.96123456', '0.96123456'])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('of a voucher is that of its document date where it has tax, else of its business date', async () => {
    const customer = await newEndCustomer()
    await put('/v1/exchange-rates', { end_customer_id: customer, rates: RATES })
    const book = async (more: object) => {
      const lines = [
        { account_code: '6500', debit: eur(100_000) },
        { account_code: '1171', debit: eur(8_100), ...more },
        { account_code: '1520', credit: eur(108_100) },
      ]
      const request = voucher(customer, {
        business_date: '2025-11-05',
        payload: { document_date: '2025-10-28', lines },
      })
      const { body } = await post(VOUCHERS, request, { wait: 10 })
      return (await linesOf(body.journal_entry_id.id)).map(([, debit_minor]) => debit_minor)
    }
    expect(await book({ tax_code: 'I81', tax_base: eur(100_000) })).to.deep.equal([95_000, 7_695, 0])
    expect(await book({})).to.deep.equal([93_500, 7_574, 0])
  })

  it('blocks a document that it does not convert, and points at it', async () => {
    const customer = await newEndCustomer()
    const found = async (id: string) => (await factOf(id)).blockers.map(({ code, pointer }) => [code, pointer])
    const WRONG = [['currency_mismatch', '/payload/exchange_rate']]
    const inFrancs = await bookExpense(customer, { payload: { exchange_rate: '0.95' } })
    expect(await found(inFrancs.id)).to.deep.equal(WRONG)
    const usd = (amount_minor: number) => ({ amount_minor, currency: 'USD' })
    const lines = [
      { account_code: '6500', debit: eur(100_000) },
      { account_code: '6500', debit: usd(100_000) },
      { account_code: '1520', credit: chf(190_000) },
    ]
    const two = (await post(VOUCHERS, voucher(customer, { payload: { exchange_rate: '0.95', lines } }), { wait: 10 }))
      .body
    expect(await found(two.id)).to.deep.equal(WRONG)
    const zero = voucher(customer, { payload: { exchange_rate: '0.0' } })
    expectRefusal(await post(VOUCHERS, zero), 422, 'format')
  })

  it('that is missing is asked for on the document date', async () => {
    const customer = await newEndCustomer()
    await put('/v1/exchange-rates', { end_customer_id: customer, rates: RATES.slice(1) })
    const { blockers } = await bookExpense(customer, euros('I81'))
    expect(blockers.map(({ message }) => message)).to.deep.equal([
      'No exchange rate of EUR to CHF is known on or before 2025-10-28.',
    ])
  })
})
