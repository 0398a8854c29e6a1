import { expect } from 'chai'
import { get } from '../../../support/client.ts'
import { credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { booksOfReceived } from './books-of-received.ts'

const OPENING = [{ business_date: '2026-01-01' }, { entry_type: 'opening' }] as const

describe('tax that is taken over under received consideration', () => {
  const { customer, booked } = booksOfReceived()

  it('stands beside the balance of its account, and a balance that nobody has brought is warned about', async () => {
    const lines = (amount: number) => [debit('9100', amount), credit('2200', amount)]
    const tax_lines = [{ ...taxLine('V81', 100_000, 8_100), declared: false }]
    const memo = { open_item: { new: { partner: { name: 'Kundin GmbH' }, document_date: '2025-11-20', tax_lines } } }
    const item = await booked([debit('1100', 108_100, memo), credit('9100', 108_100)], ...OPENING)
    expect(item.state, JSON.stringify(item.blockers)).to.equal('posted')
    expect((await booked(lines(8_000), ...OPENING)).state).to.equal('posted')
    const read = async (period: string) => {
      const { body } = await get(`/v1/vat-returns/${period as '2026-Q1'}?end_customer_id=${customer()}`)
      const accounts = body.tie.accounts.map(({ account_code, opening_balance, taken_over }) => [
        account_code,
        opening_balance.amount_minor,
        taken_over?.amount_minor,
      ])
      return { accounts, warnings: body.warnings.map(({ code, message }) => [code, message]) }
    }
    expect(await read('2026-Q1')).to.deep.equal({
      accounts: [['2200', 8_000, 8_100]],
      warnings: [
        [
          'taken_over_without_balance',
          'Accounts of tax whose opening balance does not have the tax that was taken over with items: 1. Their payments declare it, and the returns transfer it from the account: 2200 has CHF 80.00 of CHF 81.00.',
        ],
      ],
    })
    expect((await read('2026-Q2')).warnings).to.deep.equal([])
    expect((await booked(lines(100), ...OPENING)).state).to.equal('posted')
    expect(await read('2026-Q1')).to.deep.equal({ accounts: [['2200', 8_100, 8_100]], warnings: [] })
  })
})
