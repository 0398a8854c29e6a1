import { expect } from 'chai'
import { planReturn } from '../../../shared/accounting/bank-returns/plan-return.ts'

const paid = { moved_minor: 105_94n, for_item_minor: 105_94n, returned_before_minor: 0n, exchange: 'none' as const }
const money = { charges_minor: null, instructed_minor: null }

describe('what comes back of a payment', () => {
  const cases = [
    ['the whole, with its discount', true, 'CRDT', 105_94n, null, [105_94n, 0n, true]],
    ['the whole less stated charges', false, 'CRDT', 103_94n, 2_00n, [105_94n, 2_00n, false]],
    ['the whole less stated charges, with a discount', true, 'CRDT', 103_94n, 2_00n, null],
    ['a part, with a discount that stands', true, 'CRDT', 50_00n, null, [50_00n, 0n, false]],
    ['the whole and charges', false, 'DBIT', 108_94n, null, [105_94n, 3_00n, false]],
    ['the whole and charges, with a discount', true, 'DBIT', 108_94n, null, null],
  ] as const
  for (const [name, has_deductions, credit_debit, amount_minor, charges_minor, expected] of cases)
    it(name, () => {
      const plan = planReturn({ ...paid, has_deductions }, { ...money, credit_debit, amount_minor, charges_minor })
      expect(plan && [plan.returned_minor, plan.charges_minor, plan.is_whole]).to.deep.equal(expected)
    })

  const exchanged = {
    ...paid,
    moved_minor: 480_00n,
    for_item_minor: 480_00n,
    has_deductions: false,
    exchange: 'plain' as const,
  }
  for (const [name, more, amount_minor, charges_minor, expected] of [
    ['the same', {}, 480_00n, null, [480_00n, 0n, true]],
    ['the whole at a lower rate', {}, 473_00n, null, [480_00n, 0n, false]],
    ['the whole at a higher rate', {}, 487_00n, null, [480_00n, 0n, false]],
    ['a twentieth less', {}, 456_00n, null, [480_00n, 0n, false]],
    ['more than a twentieth less', {}, 455_99n, null, null],
    ['less, with charges beside the rate', {}, 471_00n, 2_00n, null],
    ['less, of a payment with a fee on top', { for_item_minor: 475_00n }, 473_00n, null, null],
    ['what no voucher gives back', { exchange: 'unclear' as const }, 473_00n, null, null],
    ['once more', { returned_before_minor: 480_00n }, 7_00n, null, null],
  ] as const)
    it(`in another currency than the item: ${name}`, () => {
      const money_back = { ...money, credit_debit: 'CRDT' as const, amount_minor, charges_minor }
      const plan = planReturn({ ...exchanged, ...more }, money_back)
      expect(plan && [plan.returned_minor, plan.charges_minor, plan.is_whole]).to.deep.equal(expected)
    })
})
