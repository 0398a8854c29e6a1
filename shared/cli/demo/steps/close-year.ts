import { closingVouchers, type DemoVoucher } from '../company/vouchers.ts'
import { DECIDED, type Demo, expectEqual } from '../demo.ts'
import { resultByAccount } from '../queries.ts'

/** Books the closing entries of a year from its income statement. @returns the result of the year in Rappen */
export async function closeYear(demo: Demo, year: number): Promise<number> {
  const accounts = await resultByAccount(demo, year)
  const [first, second] = closingVouchers(demo.customer, year, accounts) as [DemoVoucher, DemoVoucher]
  for (const voucher of [first, second]) {
    const { state } = await demo.client.recordJournalVoucher({ body: voucher }, DECIDED)
    expectEqual(voucher.payload.text, state, 'posted')
  }
  return accounts.reduce((sum, [, amount]) => sum + amount, 0)
}
