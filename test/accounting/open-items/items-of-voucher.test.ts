import { expect } from 'chai'
import type { VoucherLine } from '../../../shared/accounting/documents/accounting-document.ts'
import type { ItemState } from '../../../shared/accounting/documents/voucher-item.ts'
import { itemsOfVoucher } from '../../../shared/accounting/open-items/items-of-voucher.ts'
import { voucherLine } from '../facts/rule-contexts.ts'
import { contextOf, violationsOf, voucherOf } from './decide-voucher.ts'
import { credit, legacy, named, opened, payable, receivable, unbooked } from './voucher-items.ts'

describe('open items of a voucher', () => {
  it('what is given to an item that an earlier line has overdrawn is no error of its own', () => {
    const lines = [
      voucherLine('1100', -150, named('document_id', 'd', 'payment')),
      voucherLine('1100', 60, named('document_id', 'd', 'refund')),
      voucherLine('1020', 90),
    ]
    expect(violationsOf({ d: receivable(100) }, ...lines)).to.deep.equal(['0 open_item_exceeded'])
  })

  it('a line from before open items is told by its entry', () => {
    const old = { by: 'legacy_line' as const, id: 'je_1', line_number: 2 }
    const request = { legacy_line: { journal_entry_id: 'je_1', line_number: 2 }, purpose: 'transfer' as const }
    const open_item = { request, purpose: 'transfer' as const, ...old }
    const line = voucherLine('1100', -400, { open_item })
    const item = receivable(300, 300, { by: 'legacy_line', line_number: 2 })
    const context = { ...contextOf({}), open_items: new Map([['legacy_line je_1 2', item]]) }
    const { violations } = itemsOfVoucher(voucherOf(line, voucherLine('1020', 400)), context)
    expect(violations.map(({ message }) => message)).to.deep.equal([
      'Of line 2 of entry je_1 CHF 3.00 is open, and the line takes CHF 4.00.',
    ])
  })

  const pay = named('document_id', 'd', 'payment')
  const owe = named('supplier_payable_id', 'p', 'payment')

  it('a line on a control account needs one, and no other line', () => {
    expect(violationsOf({}, voucherLine('1020', 100), voucherLine('1100', -100))).to.deep.equal(['1 open_item_missing'])
    expect(violationsOf({}, voucherLine('1020', 100), voucherLine('2030', -100))).to.deep.equal(['1 open_item_missing'])
    expect(violationsOf({}, voucherLine('1020', 100), voucherLine('6500', -100))).to.deep.equal([])
  })

  const cases: [name: string, item: ItemState, line: VoucherLine, expected: string[]][] = [
    ['the whole', receivable(10_810), voucherLine('1100', -10_810, pay), []],
    ['a part', receivable(10_810, 5_000), voucherLine('1100', -5_000, pay), []],
    ['more than is open', receivable(10_810, 5_000), voucherLine('1100', -5_001, pay), ['open_item_exceeded']],
    ['back, up to the whole', receivable(10_810, 5_000), voucherLine('1100', 5_810, pay), []],
    ['back, more than it was', receivable(10_810, 5_000), voucherLine('1100', 5_811, pay), ['open_item_exceeded']],
    [
      'back, where a draft has reserved the rest',
      receivable(10_810, 5_000, { balance_minor: 10_810n }),
      voucherLine('1100', 1, pay),
      ['open_item_exceeded'],
    ],
    ['a payable on its side', payable(10_810), voucherLine('2000', 10_810, owe), []],
    ['a payable on the other side', payable(10_810), voucherLine('2000', -1, owe), ['open_item_exceeded']],
    ['a credit note', payable(-5_405), voucherLine('2000', -5_405, owe), []],
    ['a credit note on the wrong side', payable(-5_405), voucherLine('2000', 1, owe), ['open_item_exceeded']],
    ['another account', receivable(10_810), voucherLine('1101', -1, pay), ['open_item_mismatch']],
    [
      'another currency',
      receivable(10_810, 10_810, { currency: 'EUR' }),
      voucherLine('1100', -1, pay),
      ['open_item_mismatch'],
    ],
    [
      'a reversed item',
      receivable(10_810, 0, { state: 'reversed' }),
      voucherLine('1100', -1, pay),
      ['open_item_unknown'],
    ],
    [
      'an item whose reversal is under way',
      receivable(10_810, 10_810, { state: 'being_reversed' }),
      voucherLine('1100', -1, pay),
      ['open_item_unknown'],
    ],
    [
      'a revaluation of an item in the base currency',
      receivable(10_810),
      voucherLine('1100', -1, named('document_id', 'd', 'revaluation')),
      ['open_item_mismatch'],
    ],
  ]
  for (const [name, item, line, expected] of cases) {
    it(`takes ${name}: ${expected.join() || 'allowed'}`, () => {
      const id = item.by === 'document_id' ? 'd' : 'p'
      expect(violationsOf({ [id]: item }, line)).to.deep.equal(expected.map((code) => `0 ${code}`))
    })
  }

  it('an item that was not found is unknown', () => {
    expect(violationsOf({}, voucherLine('1100', -1, pay))).to.deep.equal(['0 open_item_unknown'])
  })

  it('each line sees those before it', () => {
    const half = voucherLine('1100', -5_405, pay)
    expect(violationsOf({ d: receivable(10_810) }, half, half)).to.deep.equal([])
    expect(violationsOf({ d: receivable(10_810) }, half, half, voucherLine('1100', -1, pay))).to.deep.equal([
      '2 open_item_exceeded',
    ])
  })

  it('a new item says its kind where the account does not', () => {
    expect(violationsOf({}, voucherLine('1100', 100, opened(null, 'A')))).to.deep.equal([])
    expect(violationsOf({}, voucherLine('1100', 100, opened('payable', 'A')))).to.deep.equal(['0 open_item_mismatch'])
    expect(violationsOf({}, voucherLine('1190', 100, opened(null, 'A')))).to.deep.equal(['0 open_item_mismatch'])
    expect(violationsOf({}, voucherLine('1190', 100, opened('supplier_advance', 'A')))).to.deep.equal([])
    const wrong = opened(null, 'A', { payment_reference: 'RF1' })
    expect(violationsOf({}, voucherLine('1100', 100, wrong))).to.deep.equal(['0 open_item_mismatch'])
  })

  it('credit of a payment is taken, and given to one that nothing has booked', () => {
    const refund = named('payment_id', 'p', 'refund')
    expect(violationsOf({ p: credit(3_800) }, voucherLine('2030', 3_800, refund))).to.deep.equal([])
    expect(violationsOf({ p: credit(3_800) }, voucherLine('2030', 3_801, refund))).to.deep.equal([
      '0 open_item_exceeded',
    ])
    expect(violationsOf({ p: credit(3_800) }, voucherLine('2030', -1, refund))).to.deep.equal(['0 open_item_exceeded'])
    expect(violationsOf({ p: unbooked(54_050) }, voucherLine('2030', -50_000, refund))).to.deep.equal([])
    expect(violationsOf({ p: unbooked(54_050) }, voucherLine('2030', -54_051, refund))).to.deep.equal([
      '0 open_item_exceeded',
    ])
    expect(violationsOf({ p: unbooked(54_050) }, voucherLine('2030', 1, refund))).to.deep.equal([
      '0 open_item_exceeded',
    ])
    expect(violationsOf({ p: unbooked(54_050) }, voucherLine('1100', -1, refund))).to.deep.equal([
      '0 open_item_mismatch',
    ])
    const reserved = unbooked(54_050, { state: 'reserved' })
    expect(violationsOf({ p: reserved }, voucherLine('2030', -1, refund))).to.deep.equal(['0 open_item_unknown'])
  })

  it('a line from before is used up to what is left of it', () => {
    const rest = receivable(10_000, 10_000, { by: 'legacy_line', account_code: '1100' })
    const take = (minor: number) => voucherLine('1100', minor, legacy('je_1', 2, 'transfer'))
    const context = contextOf({ 'je_1 2': rest })
    const codes = (line: VoucherLine) => itemsOfVoucher(voucherOf(line), context).violations.map(({ code }) => code)
    expect(codes(take(-10_000))).to.deep.equal([])
    expect(codes(take(-10_001))).to.deep.equal(['open_item_exceeded'])
    expect(codes(take(1))).to.deep.equal(['open_item_exceeded'])
  })
})
