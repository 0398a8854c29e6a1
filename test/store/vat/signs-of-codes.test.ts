import { expect } from 'chai'
import { owedOf } from '../../../shared/accounting/vat/return/tie.ts'
import { TAX_CODES } from '../../../shared/accounting/vat/tax-codes.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { service } from '../../support/service.ts'

describe('the sign of a tax code', () => {
  it('is the same in the tie of a return and in the totals of the year', async () => {
    const codes = [...TAX_CODES].map(([tax_code, { direction }]) => ({ tax_code, direction }))
    const signs = await service().web.pool.anyFirst(sql.type(row<{ sign: number }>())`
      select owed_sign(tax_code, direction) as sign
      from unnest(
        ${sql.array(
          codes.map(({ tax_code }) => tax_code),
          'text',
        )},
        ${sql.array(
          codes.map(({ direction }) => direction),
          'text',
        )}
      ) with ordinality code (tax_code, direction, number)
      order by number
    `)
    const nothing = { rate_bp: 0n, form_figure: null, activity_id: null, base_minor: 0n }
    const ties = codes.map(({ tax_code, direction }) => owedOf([{ tax_code, direction, ...nothing, tax_minor: 1n }]))
    const named = (its: readonly (number | bigint)[]) => codes.map(({ tax_code }, at) => `${tax_code} ${its[at]}`)
    expect(named(ties)).to.deep.equal(named(signs))
  })
})
