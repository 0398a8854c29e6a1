import fc from 'fast-check'
import { records } from '../../records.ts'

/** Parts of 108.10, so that no share is rounded. */
const step = fc.record({
  does: fc.constantFrom('sell', 'sell', 'credit', 'pay', 'pay', 'lose', 'lose', 'set_off', 'bounce'),
  parts: fc.integer({ min: 1, max: 4 }),
  item: fc.nat(7),
  supplied: fc.constantFrom('2025-10-05', '2025-12-31', '2026-01-01', '2026-03-15', null),
  month: fc.nat(7),
  by_voucher: fc.boolean(),
  /** Entered after the change, whatever its month, and out of order of time. */
  is_late: fc.boolean(),
})
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
export const HISTORIES = fc.sample(fc.array(step, { minLength: 9, maxLength: 14 }), { seed: 82, numRuns: 5 })

/** Of all returns up to a day; reductions are negative. */
export async function declaredThrough(customer: string, day: string) {
  const { data } = await records(customer, `&counts_in=period&to_date=${day}&limit=100`)
  return data.reduce(
    (sum, { tax_code, base_amount, tax_amount }) => {
      const sign = tax_code.startsWith('VS') ? -1 : 1
      return { base: sum.base + sign * base_amount.amount_minor, tax: sum.tax + sign * tax_amount.amount_minor }
    },
    { base: 0, tax: 0 },
  )
}
