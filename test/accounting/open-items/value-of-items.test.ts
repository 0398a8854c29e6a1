import { expect } from 'chai'
import { itemsOfVoucher } from '../../../shared/accounting/open-items/items-of-voucher.ts'
import { amount, voucherLine } from '../facts/rule-contexts.ts'
import { contextOf, EUR, inEuro, postingOf, violationsOf, voucherOf } from './decide-voucher.ts'
import { named, payable, receivable } from './voucher-items.ts'

describe('the value of open items in vouchers', () => {
  const pay = named('document_id', 'd', 'payment')
  const owe = named('supplier_payable_id', 'p', 'payment')

  it('a foreign item is closed at its share of the book value, and the difference is a loss or a gain', () => {
    const item = inEuro(receivable(100_000), 95_000)
    const paid = [voucherLine('1020', 0, EUR(50_000)), voucherLine('1100', 0, EUR(-50_000, pay))]
    // Half of 950.00 is 475.00; 500.00 at 0.94 are 470.00, so 5.00 are lost.
    expect(postingOf({ d: item }, { EUR: 94_000_000n }, ...paid)).to.deep.equal({
      lines: ['1020 47000 50000 EUR', '1100 -47500 50000 EUR', '6949 500 500 CHF'],
      changes: ['2 -50000 -47500 payment'],
    })
    // At 0.96 they are 480.00, so 5.00 are gained.
    expect(postingOf({ d: item }, { EUR: 96_000_000n }, ...paid).lines).to.deep.equal([
      '1020 48000 50000 EUR',
      '1100 -47500 50000 EUR',
      '6999 -500 500 CHF',
    ])
  })

  it('a stated base amount must be the share', () => {
    const line = (base: number) => voucherLine('1100', 0, EUR(-50_000, { ...pay, base: amount(base) }))
    const item = inEuro(receivable(100_000), 95_000)
    expect(violationsOf({ d: item }, line(-47_500))).to.deep.equal([])
    const { violations } = itemsOfVoucher(voucherOf(line(-47_000)), contextOf({ d: item }))
    expect(violations.map(({ field, message }) => [field, message])).to.deep.equal([
      ['/base_amount', 'The share of the book value is CHF 475.00, not CHF 470.00.'],
    ])
  })

  it('a payable in EUR that is paid in francs names its difference', () => {
    // X2: 500.00 EUR booked at 475.00; the bank took 470.00 and a fee of 5.00.
    const item = inEuro(payable(50_000), 47_500)
    const lines = [
      voucherLine('2000', 0, EUR(50_000, owe)),
      voucherLine('6940', 500),
      voucherLine('1020', -47_500),
      voucherLine('6999', -500),
    ]
    expect(postingOf({ p: item }, {}, ...lines)).to.deep.equal({
      lines: ['2000 47500 50000 EUR', '6940 500 500 CHF', '1020 -47500 47500 CHF', '6999 -500 500 CHF'],
      changes: ['1 -50000 -47500 payment'],
    })
  })

  it('a revaluation changes the value alone, in either way of writing it', () => {
    const item = inEuro(payable(100_000), 93_500)
    const revalue = named('supplier_payable_id', 'p', 'revaluation')
    const gain = voucherLine('6999', -500)
    const expected = { lines: ['2000 500 0 EUR', '6999 -500 500 CHF'], changes: ['1 0 -500 revaluation'] }
    const foreign = voucherLine('2000', 0, EUR(0, { ...revalue, base: amount(500) }))
    expect(postingOf({ p: item }, {}, foreign, gain)).to.deep.equal(expected)
    expect(postingOf({ p: item }, {}, voucherLine('2000', 500, revalue), gain)).to.deep.equal(expected)
    expect(violationsOf({ p: item }, voucherLine('2000', 93_501, revalue), gain)).to.deep.equal([
      '0 open_item_exceeded',
    ])
    expect(violationsOf({ p: inEuro(payable(1, 0), 0) }, voucherLine('2000', 1, revalue), gain)).to.deep.equal([
      '0 open_item_exceeded',
    ])
  })

  it('an item that gets back what a payment took has the value of its opening', () => {
    const item = { ...inEuro(payable(100_000, 0), 93_500), book_base_minor: 0n }
    const back = [voucherLine('1020', 0, EUR(40_000)), voucherLine('2000', 0, EUR(-40_000, owe))]
    // 40 % of 935.00 are 374.00; 400.00 at 0.93 are 372.00: the loss is 2.00.
    expect(postingOf({ p: item }, { EUR: 93_000_000n }, ...back)).to.deep.equal({
      lines: ['1020 37200 40000 EUR', '2000 -37400 40000 EUR', '6949 200 200 CHF'],
      changes: ['2 40000 37400 payment'],
    })
  })
})
