import { expect } from 'chai'
import { planReturn } from '../../../shared/accounting/bank-returns/plan-return.ts'

const paid = { moved_minor: 105_94n, for_item_minor: 105_94n, returned_before_minor: 0n }
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
})
