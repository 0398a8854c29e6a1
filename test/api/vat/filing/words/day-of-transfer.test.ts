import { expect } from 'chai'
import { findings } from '../../../../support/books.ts'
import { get } from '../../../../support/client.ts'
import { taxLine } from '../../../../support/requests/examples.ts'
import { there } from '../../../../support/there.ts'
import { filer } from '../../changed-method/filer.ts'
import { EFFECTIVE } from '../../register.ts'

const SALE = [taxLine('V81', 10_000, 810)]

/** What is booked later is transferred later: no account is emptied before it has the tax. */
describe('the day of the transfer entry', () => {
  it('is that of the last entry that it transfers, of a correction and of the reconciliation of a year', async () => {
    const { customer, invoiced, file, returnOf } = await filer([['2025-01-01', EFFECTIVE]])
    const transferred = async () => {
      const { data } = (await get(`/v1/vat-filings?end_customer_id=${customer}&limit=1`)).body
      const id = there(data[0]?.journal_entry_id)
      return (await get(`/v1/journal-entries/${id}`)).body.posting_date
    }
    /** The steps beside the tax of the return, and what the accounts of tax have in the end. */
    const tieOf = async (period: string) => {
      const { tie } = await returnOf(period)
      const steps = tie.steps.filter(({ kind }) => kind !== 'payable_tax')
      return {
        steps: steps.map(({ kind, amount }) => [kind, amount.amount_minor]),
        closing: tie.closing_balance.amount_minor,
        is_explained: tie.is_explained,
      }
    }
    await invoiced('2025-02-10', 10_810, SALE)
    expect((await file('2025-Q1')).payable).to.equal(810)
    expect(await transferred()).to.equal('2025-03-31')
    await invoiced('2025-05-02', 10_810, SALE, {}, { vat_period: 'correction', tax_date: '2025-02-11' })
    await invoiced('2025-05-03', 10_810, SALE, {}, { vat_period: 'correction', tax_date: '2025-02-10' })
    expect((await file('2025-Q1', 'correction')).added).to.equal(1_620)
    expect(await transferred()).to.equal('2025-05-03')
    const both = [
      ['other_period', 1_620],
      ['other', -1_620],
    ]
    expect(await tieOf('2025-Q2')).to.deep.equal({ steps: both, closing: 0, is_explained: true })

    for (const quarter of ['2025-Q2', '2025-Q3', '2025-Q4']) expect((await file(quarter)).payable).to.equal(0)
    const said = { vat_period: 'annual_reconciliation', tax_date: '2025-12-31' }
    await invoiced('2026-05-11', 10_810, SALE, {}, said)
    await invoiced('2026-05-10', 10_810, SALE, {}, said)
    expect((await file('2025', 'annual_reconciliation')).payable).to.equal(1_620)
    expect(await transferred()).to.equal('2026-05-11')
    expect(await tieOf('2026-Q1')).to.deep.equal({ steps: [], closing: 0, is_explained: true })
    expect(await tieOf('2026-Q2')).to.deep.equal({ steps: both, closing: 0, is_explained: true })
    expect(await findings(customer)).to.deep.equal([])
  })
})
