import { expect } from 'chai'
import type { KeptReturn } from '../../../../shared/accounting/vat/filing/return-read.ts'
import { taxedAsKept } from '../../../../shared/accounting/vat/filing/taxed-as-kept.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { totalOfCode } from '../../../accounting/vat/return/totals.ts'
import { service } from '../../../support/service.ts'
import { filer, NET, netAt } from './filer.ts'

/** Records that were posted before they named their rate. */
describe('the net tax rate of an older record', () => {
  it('is that of the registration of its day of supply', async () => {
    const { customer } = await filer([
      ['2025-01-01', NET],
      ['2026-01-01', netAt(680)],
    ])
    const rateOn = (day: string, activity: string) =>
      service().owner.oneFirst(sql.type(row<{ rate: number | null }>())`
        select net_rate_on(${customer}, ${activity}, ${day}) as rate
      `)
    const rates = ['2024-12-31', '2025-01-01', '2025-12-31', '2026-01-01'].map((day) => rateOn(day, '85591'))
    expect(await Promise.all(rates)).to.deep.equal([null, 620, 620, 680])
    expect(await rateOn('2026-01-01', '99999')).to.equal(null)
  })

  it('is verified as the return of then was kept: at the rate of the last day', () => {
    const total = { ...totalOfCode('VS81', 10_810n, 0n, { activity_id: '85591' }), rate_bp: 620n }
    const kept = (method: string, more: object = {}) =>
      ({
        activities: [{ activity_id: '85591', rate_bp: 680n, text: 'Beratung' }],
        declaration: { method },
        ...more,
      }) as unknown as KeptReturn
    const rateOf = (read: KeptReturn) =>
      taxedAsKept([total], read).map(({ activity_id, rate_bp }) => [activity_id, rate_bp])
    expect(rateOf(kept('net_tax_rate'))).to.deep.equal([['85591', 680n]])
    expect(rateOf(kept('effective'))).to.deep.equal([[null, 810n]])
    expect(rateOf(kept('net_tax_rate', { former_activities: [] }))).to.deep.equal([['85591', 620n]])
  })
})
