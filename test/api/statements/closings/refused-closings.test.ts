import { expect } from 'chai'
import { get, post, put } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { book, changeYear, expectClosed, renameAccounts, twoYears } from './closed-books.ts'

const refusalOf = async (customer: string, year: string) => {
  const { status, body } = await changeYear(customer, year, 'close')
  return [status, body.error.details.map(({ code, pointer }) => `${code} ${pointer}`)]
}
const setYear = (customer: string, id: string, start_date: string, end_date: string) =>
  put(`/v1/fiscal-years/${id}`, { end_customer_id: customer, start_date, end_date }, { wait: 10 })

describe('a year does not close', () => {
  it('while an opening that stopped half way leaves its auxiliary account with a balance', async () => {
    const customer = await newKmuCustomer()
    await book(customer, '2025-01-01', [debit('1020', 500_000), credit('9100', 500_000)], 'opening')
    const { status, body } = await changeYear(customer, 'FY2025', 'close')
    expect(status).to.equal(409)
    expect(body.error.details.map(({ code, pointer, message }) => [code, pointer, message])).to.deep.equal([
      [
        'books_not_in_order',
        '/checks/assets_equal_liabilities_and_equity',
        'Assets equal liabilities and equity: expected CHF 0.00, found CHF 5000.00. Bring the closing and auxiliary accounts (class 9) to zero, and give accounts without a row one.',
      ],
      [
        'books_not_in_order',
        '/checks/closing_accounts_are_zero',
        'Closing and auxiliary accounts (class 9) have no balance: expected CHF 0.00, found CHF -5000.00, accounts 9100. Book what is missing to bring these accounts to zero.',
      ],
    ])
    const sheet = await get(`/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2025`)
    expect(sheet.body.closing).to.equal(null)
    await book(customer, '2025-01-01', [debit('9100', 500_000), credit('2800', 500_000)], 'opening')
    await expectClosed(customer, 'FY2025')
  })

  it('while an account stands on no row', async () => {
    const customer = await newKmuCustomer()
    const odd = [{ account_code: 'KASSE', account_name: 'Kasse', account_type: 'asset' }]
    const usual = [{ account_code: '3400', account_name: 'Ertrag', account_type: 'revenue' }]
    await put('/v1/accounts', { end_customer_id: customer, valid_from: '2021-01-01', accounts: [...odd, ...usual] })
    await book(customer, '2025-03-01', [debit('KASSE', 100), credit('3400', 100)])
    expect(await refusalOf(customer, 'FY2025')).to.deep.equal([
      409,
      ['books_not_in_order /checks/every_account_has_a_row'],
    ])
  })

  it('before it has ended; one that ends early is shortened, and the year behind it begins earlier', async () => {
    const customer = await twoYears()
    await expectClosed(customer, 'FY2024', 'FY2025')
    expect(await refusalOf(customer, 'FY2026')).to.deep.equal([409, ['year_not_ended /state']])
    await setYear(customer, 'FY2027', '2027-01-01', '2027-12-31')
    const short = await setYear(customer, 'FY2026', '2026-01-01', '2026-06-30')
    expect([short.status, short.body.end_date], short.text).to.deep.equal([202, '2026-06-30'])
    const { body } = await get(`/v1/fiscal-years?end_customer_id=${customer}`)
    expect(body.data.at(-1)).to.include({ fiscal_year_id: 'FY2027', start_date: '2026-07-01', end_date: '2027-12-31' })
    await expectClosed(customer, 'FY2026')
  })

  it('while something of it is not booked, and the first five are named', async () => {
    const customer = await newKmuCustomer()
    await book(customer, '2024-12-31', [debit('1020', 1), credit('2800', 1)])
    const blocked = async (business_date: string) => {
      const payload = { lines: [debit('0000', 1), credit('1020', 1)] }
      return (await post(VOUCHERS, voucher(customer, { business_date, payload }), { wait: 10 })).body.id
    }
    const [may, january] = [await blocked('2024-05-31'), await blocked('2024-01-31')]
    const messages = async () =>
      (await changeYear(customer, 'FY2024', 'close')).body.error.details.map(({ message }) => message)
    expect(await messages()).to.deep.equal([
      `2 source facts of FY2024 are not booked: ${january}, ${may}. Book, supersede or withdraw them.`,
    ])
    const [june, july, august] = [await blocked('2024-06-30'), await blocked('2024-07-31'), await blocked('2024-08-31')]
    await blocked('2024-09-30')
    await blocked('2024-10-31')
    expect(await messages()).to.deep.equal([
      `7 source facts of FY2024 are not booked: ${[january, may, june, july, august].join(', ')} and 2 more. Book, supersede or withdraw them.`,
    ])
  })

  it('and none begins or grows before it', async () => {
    const customer = await twoYears()
    await expectClosed(customer, 'FY2024')
    const { body } = await setYear(customer, 'FY2023', '2023-01-01', '2023-12-31')
    expect(body.error.details.map(({ code }) => code)).to.deep.equal(['later_year_closed'])
    await renameAccounts(customer, '2020-01-01', (name) => name)
    const late = await book(customer, '2023-12-31', [debit('1000', 1), credit('1020', 1)]).catch(
      (error) => error.message,
    )
    expect(late).to.include('fiscal_year_missing')
    const { body: years } = await get(`/v1/fiscal-years?end_customer_id=${customer}`)
    expect(years.data[0]?.fiscal_year_id).to.equal('FY2024')
  })
})
