import { expect } from 'chai'
import { codesOf, findings } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { taxLine } from '../../../support/requests/examples.ts'
import { filer } from '../changed-method/filer.ts'
import { EFFECTIVE } from '../register.ts'

const SALE = [taxLine('V81', 100_000, 8_100)]
const NOTE = [taxLine('V81', -100_000, -8_100)]
const ERROR = { cause: 'error' }

describe('a credit note for an error, dated in a filed quarter', () => {
  /** A sale of March, once in each quarter, both filed. */
  async function books() {
    const of = await filer([['2026-01-01', EFFECTIVE]])
    expect(codesOf(await of.invoiced('2026-03-20', 108_100, SALE))).to.deep.equal([])
    expect(codesOf(await of.invoiced('2026-04-10', 108_100, SALE, { supply_date: '2026-03-20' }))).to.deep.equal([])
    expect((await of.file('2026-Q1')).payable).to.equal(8_100)
    expect((await of.file('2026-Q2')).payable).to.equal(8_100)
    const added = async (period: string) =>
      (await of.figures(period, '&submission=correction')).find(([figure]) => figure === '303')
    return { ...of, added }
  }

  it('is asked for the period whose return has it, where its supply lies in an earlier one', async () => {
    const { customer, invoiced, added, file } = await books()
    const note = (fields: object) =>
      invoiced('2026-06-20', -108_100, NOTE, { supply_date: '2026-03-20' }, { ...ERROR, ...fields })
    const asked = await note({})
    expect(codesOf(asked)).to.deep.equal(['vat_period_missing'])
    expect(asked.blockers[0]?.message).to.include(
      'is dated 2026-06-20, and takes back a supply of 2026-03-20: send tax_date',
    )
    // A return is not filed while a fact of its days waits.
    const withdrawn = { end_customer_id: customer, reason: 'Sent again with its day' }
    expect((await post(`/v1/source-facts/${asked.id}/withdraw`, withdrawn, { wait: 10 })).status).to.be.below(300)
    expect(codesOf(await note({ tax_date: '2026-03-20' }))).to.deep.equal([])
    expect(await added('2026-Q1')).to.equal(undefined)
    expect(await added('2026-Q2')).to.deep.equal(['303', 100_000, 8_100])
    expect(await file('2026-Q1', 'correction')).to.deep.include({ status: 201, added: -8_100 })
    expect(codesOf(await note({ tax_date: '2026-04-10' }))).to.deep.equal([])
    expect(await file('2026-Q2', 'correction')).to.deep.include({ status: 201, added: -8_100 })
    expect(await findings(customer)).to.deep.equal([])
  })

  it('counts in its own quarter, where it says of no other that it was supplied there', async () => {
    const { invoiced, added } = await books()
    expect(codesOf(await invoiced('2026-06-20', -108_100, NOTE, {}, ERROR))).to.deep.equal([])
    expect(await added('2026-Q2')).to.equal(undefined)
    expect(await added('2026-Q1')).to.deep.equal(['303', 100_000, 8_100])
  })

  it('is not asked for changed consideration, which is no error', async () => {
    const { invoiced, figures } = await books()
    const said = { cause: 'consideration_changed' }
    const note = await invoiced('2026-06-20', -108_100, NOTE, { supply_date: '2026-03-20' }, said)
    expect(codesOf(note)).to.deep.equal([])
    expect(await figures('2026-Q3')).to.deep.include(['303', -100_000, -8_100])
  })
})
