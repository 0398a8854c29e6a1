import { expect } from 'chai'
import fc from 'fast-check'
import type { ItemState } from '../../../shared/accounting/documents/voucher-item.ts'
import { keepItems } from '../../../shared/accounting/facts/open-items/keep-items.ts'
import { itemsOfVoucher } from '../../../shared/accounting/open-items/items-of-voucher.ts'
import type { PostingSettings } from '../../../shared/accounting/setup/posting-settings.ts'
import { voucherContext, voucherLine } from '../facts/rule-contexts.ts'
import { contextOf, EUR, inEuro, voucherOf } from './decide-voucher.ts'
import { named, opened, receivable } from './voucher-items.ts'

const KEY = 'document_id d'
const pay = named('document_id', 'd', 'payment')

describe('open items within a batch', () => {
  const batchOf = (states: Map<string, ItemState>) => ({
    settings: new Map<string, PostingSettings>(),
    open_items: new Map([['c', states]]),
  })

  it('a later voucher sees what an earlier one has left', () => {
    const states = new Map([[KEY, receivable(10_000)]])
    const lines = [voucherLine('1020', 6_000), voucherLine('1100', -6_000, pay)]
    keepItems(batchOf(states), 'c', voucherContext({ lines }, { open_items: states }))
    expect(states.get(KEY)?.open_minor).to.equal(4_000n)
  })

  it('an account on which an earlier voucher has opened an item needs items', () => {
    const batch = batchOf(new Map())
    const lines = [voucherLine('1190', 100, opened('receivable', 'A')), voucherLine('1020', -100)]
    keepItems(batch, 'c', voucherContext({ lines }))
    expect(batch.settings.get('c')?.control_accounts.at(-1)).to.deep.equal({ account_code: '1190', kind: 'receivable' })
  })

  it('whatever is taken and given, an item stays between nothing and its amount, and its value follows', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(fc.integer({ min: -600_000, max: 600_000 }).filter((minor) => minor !== 0)),
        (amount, book, moves) => {
          const item = inEuro(receivable(amount), book)
          const lines = moves.map((minor) => voucherLine('1100', 0, EUR(minor, pay)))
          const { lines: done, after } = itemsOfVoucher(voucherOf(...lines), contextOf({ d: item }))
          const state = after.get(KEY) ?? item
          const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
          expect(state.open_minor >= 0n && state.open_minor <= item.amount_minor).to.equal(true)
          expect(state.open_minor).to.equal(item.open_minor + sum(done.map(({ amount_minor }) => amount_minor)))
          expect(state.book_base_minor).to.equal(
            item.book_base_minor + sum(done.map(({ base_minor }) => base_minor ?? 0n)),
          )
          if (state.open_minor === 0n) expect(state.book_base_minor).to.equal(0n)
        },
      ),
    ))
})
