import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { MOST_FISCAL_YEARS } from '../../../shared/accounting/setup/fiscal-years.ts'
import { saveFiscalYears } from '../../../shared/store/setup/fiscal-years.ts'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { amountOn, balanceSheet, codesOf, factOf, findings } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { chart, EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { expectRefusal } from './expect-refusal.ts'

const IN_2025 = { business_date: '2025-05-05', payload: { document_date: '2025-05-05' } }

describe('fiscal years', () => {
  const year = (customer: string, id: string, start_date: string, end_date: string) =>
    put(`/v1/fiscal-years/${id}`, { end_customer_id: customer, start_date, end_date }, { wait: 10 })
  const change = (customer: string, id: string, verb: string) =>
    post(`/v1/fiscal-years/${id}/${verb}`, { end_customer_id: customer, reason: 'year end' }, { wait: 10 })

  it('long and shifted years; later ones follow from them', async () => {
    const customer = randomUUID()
    expect((await year(customer, 'FIRST', '2024-11-15', '2026-06-30')).status).to.equal(202)
    await put('/v1/accounts', chart(customer), { wait: 10 })
    await bookExpense(customer, { business_date: '2024-11-20' })
    await bookExpense(customer, { business_date: '2026-07-01' })
    const { body } = await get(`/v1/fiscal-years?end_customer_id=${customer}`)
    expect(body.data.map((year) => [year.fiscal_year_id, year.start_date, year.end_date])).to.deep.equal([
      ['FIRST', '2024-11-15', '2026-06-30'],
      ['FY2027', '2026-07-01', '2027-06-30'],
    ])
    const sheet = await balanceSheet(customer, 'FIRST', '&granularity=month')
    expect(sheet.period_series).to.have.length(20)
    expect([sheet.period_series?.[0]?.period_start, sheet.period_series?.[0]?.period_end]).to.deep.equal([
      '2024-11-15',
      '2024-11-30',
    ])
    expect(amountOn(sheet, 'verbindlichkeiten_ll')).to.equal(10_810)
  })

  it('422 or 409: gaps, overlaps, 24 months, an end before the start, entries left outside', async () => {
    const customer = await newEndCustomer()
    await bookExpense(customer)
    expectRefusal(await year(customer, 'GAP', '2027-01-02', '2027-12-31'), 422, 'not_contiguous')
    expectRefusal(await year(customer, 'TWIN', '2026-01-01', '2026-12-31'), 422, 'not_contiguous')
    expectRefusal(await year(customer, 'LAP', '2026-12-31', '2027-12-31'), 422, 'not_contiguous')
    expectRefusal(await year(customer, 'LONG', '2027-01-01', '2028-12-01'), 422, 'out_of_range')
    expect((await year(customer, 'LONGEST', '2027-01-01', '2028-11-30')).status).to.equal(202)
    expectRefusal(await year(customer, 'BACK', '2029-01-01', '2028-12-31'), 422, 'out_of_range')
    expectRefusal(await year(customer, 'FY2026', '2026-04-01', '2026-12-31'), 409, 'entries_outside')
  })

  it('the last year that has dates is a year like others', async () => {
    const customer = randomUUID()
    expect((await year(customer, 'LAST', '9999-01-01', '9999-12-31')).status).to.equal(202)
    await put('/v1/accounts', chart(customer), { wait: 10 })
    const sheet = await balanceSheet(customer, 'LAST', '&granularity=month')
    expect(sheet.period_series?.map(({ period_end }) => period_end).at(-1)).to.equal('9999-12-31')
    expect(sheet.period_series).to.have.length(12)
    const path = `?end_customer_id=${customer}&fiscal_year_id=LAST&comparison=prior_fiscal_year` as const
    expect((await get(`/v1/statements/trial-balance${path}`)).status).to.equal(200)
    expect((await get(`/v1/statements/or-income-statement${path}&granularity=quarter`)).status).to.equal(200)
    expectRefusal(await year(customer, 'BEHIND', '9999-06-01', '9999-12-31'), 422, 'not_contiguous')
    const shifted = randomUUID()
    expect((await year(shifted, 'LONG', '9998-03-31', '9999-12-31')).status).to.equal(202)
    expectRefusal(await year(randomUUID(), 'LONGER', '9998-01-01', '9999-12-31'), 422, 'out_of_range')
  })

  it('422: more years than an end customer may have, however short; none grow across a gap of that many', async () => {
    const customer = randomUUID()
    expect((await year(customer, 'D0', '2300-01-01', '2300-01-01')).status).to.equal(202)
    const days = Array.from({ length: MOST_FISCAL_YEARS - 2 }, (_, index) => addDays('2300-01-02', index))
    const years = days.map((day) => ({ fiscal_year_id: day, start_date: day, end_date: day }))
    await service().web.pool.transaction((tx) => saveFiscalYears(tx, customer, years))
    expect((await year(customer, 'LAST', '2299-12-31', '2299-12-31')).status).to.equal(202)
    expectRefusal(await year(customer, 'MORE', '2299-12-30', '2299-12-30'), 422, 'out_of_range')
    expect((await year(customer, 'LAST', '2299-12-30', '2299-12-31')).status, 'one that is there').to.equal(202)
    await put('/v1/accounts', chart(customer), { wait: 10 })
    const { body } = await get(`/v1/fiscal-years?end_customer_id=${customer}`)
    expect(body.data).to.have.length(MOST_FISCAL_YEARS)
    const { body: fact } = await post(EXPENSES, expense(customer), { wait: 10 })
    expect(codesOf(fact)).to.include('fiscal_year_missing')
  })

  it('dates that move keep the statement exact', async () => {
    const customer = await newEndCustomer()
    await bookExpense(customer)
    await refreshWhole(service().worker.pool, [customer])
    await year(customer, 'FY2026', '2026-03-10', '2026-12-31')
    expect(amountOn(await balanceSheet(customer, 'FY2026', '&granularity=month'), 'verbindlichkeiten_ll')).to.equal(
      10_810,
    )
    expect(await findings(customer)).to.deep.equal([])
  })

  it('closing waits for what is not booked; a closed year takes nothing; reopened, what waited is booked', async () => {
    const customer = await newEndCustomer()
    await bookExpense(customer, IN_2025)
    const blocked = await bookExpense(customer, { ...IN_2025, external_reference: 'X', evidence_links: [] })
    expectRefusal(await change(customer, 'FY2025', 'close'), 409, 'facts_not_booked')
    await bookExpense(customer, { ...IN_2025, external_reference: 'X' })
    expect((await factOf(blocked.id)).state).to.equal('superseded')
    expect((await change(customer, 'FY2025', 'close')).body.state).to.equal('closed')
    expectRefusal(await change(customer, 'FY2025', 'close'), 409, 'already_closed')
    expectRefusal(await year(customer, 'FY2025', '2025-01-01', '2025-12-30'), 409, 'fiscal_year_closed')
    const late = await bookExpense(customer, IN_2025)
    expect(codesOf(late)).to.deep.equal(['fiscal_year_closed'])
    const reopened = (await change(customer, 'FY2025', 'reopen')).body
    expect(reopened).to.include({ state: 'open', waiting_fact_count: 1 })
    expect((await factOf(late.id)).state).to.equal('posted')
    expectRefusal(await change(customer, 'FY2025', 'reopen'), 409, 'not_closed')
    expect((await change(customer, 'FY1999', 'close')).status).to.equal(404)
  })

  it('years close in their order and reopen in the opposite one', async () => {
    const customer = await newEndCustomer()
    await bookExpense(customer, { business_date: '2024-05-05', payload: { document_date: '2024-05-05' } })
    await bookExpense(customer, IN_2025)
    expectRefusal(await change(customer, 'FY2025', 'close'), 409, 'earlier_year_open')
    await change(customer, 'FY2024', 'close')
    await change(customer, 'FY2025', 'close')
    expectRefusal(await change(customer, 'FY2024', 'reopen'), 409, 'later_year_closed')
  })
})
