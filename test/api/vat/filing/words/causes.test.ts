import { expect } from 'chai'
import { codesOf, findings } from '../../../../support/books.ts'
import { post } from '../../../../support/client.ts'
import { taxLine } from '../../../../support/requests/examples.ts'
import { filer } from '../../changed-method/filer.ts'
import { EFFECTIVE } from '../../register.ts'

/** 100.00 and its tax; a credit note has the opposite. */
const of = (code: string, side: number) => taxLine(code, side * 10_000, side * 810)

describe('the cause of a credit note', () => {
  it('is asked for where it takes a supply of a filed return back, and decides which return has it', async () => {
    const { invoiced, billed, file, figures } = await filer([['2026-01-01', EFFECTIVE]])
    for (const day of ['2026-02-10', '2026-02-11', '2026-02-12'])
      await invoiced(day, 10_810, [of('V81', 1)], { document_number: day })
    await billed('2026-02-13', 10_810, [of('I81', 1)])
    // Nothing is filed yet.
    const early = await invoiced('2026-03-10', -10_810, [of('V81', -1)], { supply_date: '2026-02-10' })
    expect([early.state, early.warnings]).to.deep.equal(['posted', []])
    expect((await file('2026-Q1')).payable).to.equal(810)
    const note = (more: object, supply: object = { supply_date: '2026-02-11' }) =>
      invoiced('2026-05-10', -10_810, [of('V81', -1)], supply, more)
    const unsaid = await note({})
    expect([unsaid.state, codesOf(unsaid), unsaid.warnings]).to.deep.equal(['blocked', ['vat_period_missing'], []])
    expect(unsaid.blockers[0]?.message).to.include('It takes back a supply of 2026-02-11, whose return is filed')
    const ofSupplier = await billed('2026-05-11', -10_810, [of('I81', -1)], { supply_date: '2026-02-13' })
    expect(codesOf(ofSupplier)).to.deep.equal(['vat_period_missing'])
    expect((await note({ cause: 'consideration_changed' })).state).to.equal('posted')
    expect((await note({ cause: 'error' }, { supply_date: '2026-02-12' })).state).to.equal('posted')
    expect(await figures('2026-Q2')).to.deep.include(['303', -10_000, -810])
    expect(await figures('2026-Q1', '&submission=correction')).to.deep.include(['303', 10_000, 810])
  })

  it('is warned about where nobody knows what it takes back', async () => {
    const { customer, invoiced, file } = await filer([['2026-01-01', EFFECTIVE]])
    expect((await file('2026-Q1')).status).to.equal(201)
    await invoiced('2026-04-10', 10_810, [of('V81', 1)])
    const note = await invoiced('2026-05-10', -10_810, [of('V81', -1)])
    expect([note.state, note.warnings?.map(({ code }) => code)]).to.deep.equal([
      'posted',
      ['credit_note_without_cause'],
    ])
    const said = await invoiced(
      '2026-05-11',
      -5_405,
      [taxLine('V81', -5_000, -405)],
      {},
      { cause: 'consideration_changed' },
    )
    expect(said.warnings).to.deep.equal([])
    // A reversal of tax that no filed return has needs no word.
    const { status } = await post(`/v1/source-facts/${note.id}/reverse`, { end_customer_id: customer, reason: 'x' })
    expect(status).to.equal(202)
    expect(await findings(customer)).to.deep.equal([])
  })
})
