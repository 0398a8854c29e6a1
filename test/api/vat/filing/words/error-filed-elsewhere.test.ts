import { expect } from 'chai'
import { codesOf, findings } from '../../../../support/books.ts'
import { post } from '../../../../support/client.ts'
import { taxLine } from '../../../../support/requests/examples.ts'
import { balancesOf } from '../../../open-items/items-of-customer.ts'
import { filer } from '../../changed-method/filer.ts'
import { EFFECTIVE } from '../../register.ts'

const OLD = { supply_date: '2023-12-31' }
const ERROR = { cause: 'error' }

describe('an error in a return that another system has filed', () => {
  /** 1'000.00 of two laws are invoiced in the first quarter that is filed here. */
  async function books() {
    const of = await filer([['2020-01-01', EFFECTIVE]])
    const lines = [taxLine('V77', 50_000, 3_850, OLD), taxLine('V81', 50_000, 4_050)]
    expect(codesOf(await of.invoiced('2026-02-10', 107_900, lines))).to.deep.equal([])
    expect((await of.file('2026-Q1')).payable).to.equal(7_900)
    const note = (day: string, fields: object, supply: object = OLD) =>
      of.invoiced(day, -10_770, [taxLine('V77', -10_000, -770, supply)], {}, fields)
    const withdrawn = (fact: { id: string }) =>
      post(`/v1/source-facts/${fact.id}/withdraw`, { end_customer_id: of.customer, reason: 'x' } as never)
    return { ...of, note, withdrawn }
  }

  it('is asked for the year, or for the period that was filed here and has it', async () => {
    const { customer, note, withdrawn, file, figures } = await books()
    const asked = await note('2026-05-06', ERROR)
    expect(codesOf(asked)).to.deep.equal(['vat_period_missing'])
    expect(asked.blockers[0]?.message).to.equal(
      'Its tax would count on 2023-12-31, and returns are filed here from 2026-01-01 on: nobody can file a correction of an earlier one. Send vat_period: annual_reconciliation, which declares the differences of that year, or, where a return that was filed here has the error, a day of that period as tax_date.',
    )
    await withdrawn(asked)
    expect(codesOf(await note('2026-05-06', { ...ERROR, tax_date: '2026-02-10' }))).to.deep.equal([])
    expect(await file('2026-Q1', 'correction')).to.deep.include({ status: 201, payable: 7_130, added: -770 })
    expect(codesOf(await note('2026-05-07', { vat_period: 'annual_reconciliation' }))).to.deep.equal([])
    expect((await figures('2023', '&submission=annual_reconciliation')).at(-1)).to.deep.equal(['510', null, 770])
    expect(await file('2023', 'annual_reconciliation')).to.deep.include({ status: 201, payable: -770 })
    expect(await balancesOf(customer, '2200')).to.deep.equal([0])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is the same for an entry that is dated before the first return that is filed here', async () => {
    const { note, withdrawn, figures } = await books()
    for (const day of [{ vat_period: 'correction' }, ERROR]) {
      const asked = await note('2025-12-20', day)
      expect(codesOf(asked)).to.include('vat_period_missing')
      await withdrawn(asked)
    }
    expect(codesOf(await note('2025-12-20', { vat_period: 'current' }))).to.deep.equal([])
    expect((await figures('2026-Q2')).at(-1)).to.deep.equal(['510', null, 770])
  })
})
