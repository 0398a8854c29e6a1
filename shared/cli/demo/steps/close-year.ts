import { closingVouchers, type DemoVoucher } from '../company/vouchers.ts'
import { type Demo, expectEqual, PATHS } from '../demo.ts'
import { resultByAccount } from '../queries.ts'

/** Books the closing entries of a year from its income statement. @returns the result of the year in Rappen */
export async function closeYear(demo: Demo, year: number): Promise<number> {
  const accounts = await resultByAccount(demo, year)
  const [first, second] = closingVouchers(demo.customer, year, accounts) as [DemoVoucher, DemoVoucher]
  for (const voucher of [first, second]) {
    const { body } = await demo.client.send('POST', PATHS.vouchers, voucher, { wait: 10 })
    expectEqual(voucher.payload.text, body.state, 'posted')
  }
  return accounts.reduce((sum, [, amount]) => sum + amount, 0)
}
