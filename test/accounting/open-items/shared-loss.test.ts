import { expect } from 'chai'
import { evaluateWarnings } from '../../../shared/accounting/facts/warnings.ts'
import { writtenOff } from '../facts/vouchers-to-warn-of.ts'

describe('a loss beside several payments', () => {
  // Half of two invoices of 1081.00 is settled. Each has its half of the loss: of 270.25 the tax is 20.25, of 540.50 it is 40.50.
  for (const [lost, tax, base] of [
    [54_050, '20.25', '250.00'],
    [108_100, '40.50', '500.00'],
  ] as const)
    it(`is shared by them: ${lost}`, () => {
      const money: [string, number][] = lost < 108_100 ? [['1020', 108_100 - lost]] : []
      const given = writtenOff('payment', [...money, ['3800', lost]], { items: ['d', 'e'] })
      const first = money.length + 1
      expect(evaluateWarnings(given).map(({ code, pointer, message }) => [code, pointer, message])).to.deep.equal(
        [first, first + 1].map((index) => [
          'write_off_without_tax',
          `/payload/lines/${index}/open_item`,
          `The document of the open item has tax, and nothing takes back that of what is written off: a debit of CHF ${tax} on its tax account with VS81 and a tax_base of CHF ${base}.`,
        ]),
      )
    })
})
