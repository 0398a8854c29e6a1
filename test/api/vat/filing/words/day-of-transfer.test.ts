import { expect } from 'chai'
import { addDays } from '../../../../../shared/accounting/amounts/dates.ts'
import { todayInSwitzerland } from '../../../../../shared/process/clock.ts'
import { findings } from '../../../../support/books.ts'
import { get, post, put } from '../../../../support/client.ts'
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

  it('is today where an entry lies ahead, or the first day that no lock has', async () => {
    const { customer, invoiced, file, returnOf } = await filer([['2025-01-01', EFFECTIVE]])
    const transferred = async () => {
      const { data } = (await get(`/v1/vat-filings?end_customer_id=${customer}&limit=1`)).body
      return (await get(`/v1/journal-entries/${there(data[0]?.journal_entry_id)}`)).body.posting_date
    }
    const quarterOf = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
    const stepsOf = async (period: string) =>
      (await returnOf(period)).tie.steps.flatMap(({ kind, amount }) =>
        kind === 'payable_tax' ? [] : [[kind, amount.amount_minor]],
      )
    const today = todayInSwitzerland()
    await invoiced('2025-02-10', 10_810, SALE)
    expect((await file('2025-Q1')).payable).to.equal(810)
    const said = { vat_period: 'correction', tax_date: '2025-02-11' }
    const ahead = addDays(today, 100)
    const { state, blockers } = await invoiced(ahead, 10_810, SALE, { document_date: '2025-02-11' }, said)
    expect(state, JSON.stringify(blockers)).to.equal('posted')
    expect((await file('2025-Q1', 'correction')).added).to.equal(810)
    expect(await transferred()).to.equal(today)
    // The account has less than nothing until then, and each of the two returns says why.
    expect(await stepsOf(quarterOf(today))).to.deep.equal([['other', -810]])
    expect(await stepsOf(quarterOf(ahead))).to.deep.equal([['other_period', 810]])
    expect((await returnOf(quarterOf(ahead))).tie.closing_balance.amount_minor).to.equal(0)

    const locked_through = addDays(today, 5)
    await put('/v1/period-locks', { end_customer_id: customer, locked_through, reason: 'x' }, { wait: 10 })
    await invoiced(ahead, 10_810, SALE, { document_date: '2025-02-11' }, said)
    expect((await file('2025-Q1', 'correction')).added).to.equal(810)
    expect(await transferred()).to.equal(addDays(today, 6))
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is the first one of the open year where the year of the return is closed', async () => {
    const { customer, invoiced, file, returnOf } = await filer([['2025-10-01', EFFECTIVE]])
    await invoiced('2025-11-10', 10_810, SALE)
    const closed = await post('/v1/fiscal-years/FY2025/close', { end_customer_id: customer, reason: 'x' })
    expect(closed.status, JSON.stringify(closed.body)).to.equal(202)
    expect((await file('2025-Q4')).payable).to.equal(810)
    const [filing] = (await get(`/v1/vat-filings?end_customer_id=${customer}`)).body.data
    const entry = (await get(`/v1/journal-entries/${there(filing?.journal_entry_id)}`)).body
    expect([entry.posting_date, entry.fiscal_year_id]).to.deep.equal(['2026-01-01', 'FY2026'])
    const closing = async (period: string) => (await returnOf(period)).tie.closing_balance.amount_minor
    // The closed year goes on owing it on 2200, and 2201 has it from the next day on.
    expect([await closing('2025-Q4'), await closing('2026-Q1')]).to.deep.equal([810, 0])
    expect(await findings(customer)).to.deep.equal([])
  })
})
