import { expect } from 'chai'
import { codesOf } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { filer, NET } from './filer.ts'

describe('codes that net tax rates have no line for', () => {
  it('are K410 and K420: blocked, as input tax is', async () => {
    const { customer } = await filer([['2025-01-01', NET]])
    for (const [tax_code, line] of [
      ['K410', debit],
      ['K420', credit],
    ] as const) {
      const other = line === debit ? credit : debit
      const lines = [line('1174', 500, { tax_code }), other('6500', 500)]
      const { body } = await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })
      expect(codesOf(body), tax_code).to.deep.equal(['tax_code_not_registered'])
    }
    const lines = [debit('6500', 500), credit('1174', 500, { tax_code: 'K415' })]
    expect(codesOf((await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })).body)).to.deep.equal(
      [],
    )
  })

  it('do not include options, which are told as a warning', async () => {
    const { invoiced } = await filer([['2025-01-01', NET]])
    const { state, warnings } = await invoiced('2026-02-10', 108_100, [taxLine('VO81', 100_000, 8_100)])
    expect([state, warnings?.map(({ code }) => code)]).to.deep.equal(['posted', ['option_at_net_tax_rate']])
  })
})
