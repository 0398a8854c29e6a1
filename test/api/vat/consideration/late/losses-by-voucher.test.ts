import { expect } from 'chai'
import { chf, credit, debit } from '../../../../support/requests/examples.ts'
import { EFFECTIVE } from '../../register.ts'
import { booksOfChange } from '../books-of-change.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const

describe('a voucher that pays a part of an item and loses the rest, where consideration is received', () => {
  const { sold, booked } = booksOfChange(RECEIVED, EFFECTIVE)

  it('is not warned about where it states the loss, its tax and the payment, and is where more is lost than it writes off', async () => {
    const warned = async (paid: number, lost: number) => {
      const sale = await sold()
      const takes = (amount: number, purpose: string) =>
        credit('1100', amount, { open_item: { document_id: sale.id, purpose } })
      const lines = [
        debit('3805', lost),
        debit('2200', 810, { tax_code: 'VS81', tax_base: chf(10_000) }),
        takes(10_810, 'write_off'),
        debit('1000', paid),
        takes(97_290, 'payment'),
      ]
      const fact = await booked(lines, { business_date: '2025-12-20' })
      expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
      return fact.warnings?.map(({ code }) => code) ?? []
    }
    expect(await warned(97_290, 10_000)).to.deep.equal([])
    expect(await warned(96_290, 11_000)).to.deep.equal(['write_off_without_tax'])
  })
})

describe('a voucher that writes off before a change to received consideration, and is booked after it', () => {
  const { sold, change, booked } = booksOfChange(EFFECTIVE, RECEIVED)

  it('is told which line takes back the tax that was agreed on its day', async () => {
    const sale = await sold()
    await change()
    const lines = [
      debit('3805', 54_050),
      credit('1100', 54_050, { open_item: { document_id: sale.id, purpose: 'write_off' } }),
    ]
    const fact = await booked(lines, { business_date: '2025-12-31' })
    expect(fact.warnings?.map(({ code, message }) => `${code} ${message}`)).to.deep.equal([
      'write_off_without_tax The document of the open item has tax, and nothing takes back that of what is written off: a debit of CHF 40.50 on its tax account with VS81 and a tax_base of CHF 500.00.',
    ])
  })
})
