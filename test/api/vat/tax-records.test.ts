import { expect } from 'chai'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { type CountedTaxTotal, taxOfPeriod } from '../../../shared/store/vat/tax-totals.ts'
import { dropTables, findings, refreshTables } from '../../support/books.ts'
import { get } from '../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice, newEndCustomer, taxLine } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { booked, LAST_ENTRY, records } from './records.ts'

describe('tax records', () => {
  it('are those of the posted lines, down to entry, line, fact and evidence', async () => {
    const customer = await newEndCustomer()
    const fact = await booked(INVOICES, invoice(customer))
    const { data } = await records(customer)
    const { body: entry } = await get(`/v1/journal-entries/${there(fact.journal_entry_id.id)}`)
    expect(data).to.have.length(1)
    expect(data[0]).to.deep.equal({
      id: `${entry.id}.3.0`,
      journal_entry_id: entry.id,
      entry_number: 1,
      line_number: 3,
      account_code: '2200',
      posting_date: '2026-03-15',
      kind: 'due',
      tax_code: 'V81',
      direction: 'output',
      rate_bp: 810,
      net_rate_bp: null,
      form_figure: '303',
      activity_id: null,
      supply_date: '2026-03-14',
      base_amount: chf(10_000),
      tax_amount: chf(810),
      is_sign_corrected: false,
      vat_period: null,
      declares: null,
      source: { type: 'customer_invoice', id: fact.id },
      evidence_hashes: fact.evidence_hashes,
      entry_hash: entry.entry_hash,
    })
  })

  it('page by date, whatever the order of the journal, and are found by figure and code', async () => {
    const customer = await newEndCustomer()
    for (const day of ['2026-03-20', '2026-02-01', '2026-03-20'])
      await booked(INVOICES, invoice(customer, { business_date: day, payload: { ...twoRates, document_date: day } }))
    await booked(EXPENSES, expense(customer, { payload: { tax_lines: [taxLine('I81', 10_000, 810)] } }))
    const all = await records(customer, '&limit=500')
    expect(all.has_more).to.equal(false)
    expect(all.data.map((record) => [record.posting_date, record.entry_number, record.tax_code])).to.deep.equal([
      ['2026-02-01', 2, 'V81'],
      ['2026-02-01', 2, 'V26'],
      ['2026-03-15', 4, 'I81'],
      ['2026-03-20', 1, 'V81'],
      ['2026-03-20', 1, 'V26'],
      ['2026-03-20', 3, 'V81'],
      ['2026-03-20', 3, 'V26'],
    ])
    const paged: unknown[] = []
    for (let after = ''; ; ) {
      const { data, has_more } = await records(customer, `&limit=2${after}`)
      paged.push(...data)
      after = `&starting_after=${there(data.at(-1)).id}`
      if (!has_more) break
    }
    expect(paged).to.deep.equal(all.data)
    const numbers = async (more: string) => (await records(customer, more)).data.map(({ entry_number }) => entry_number)
    const filtered = async () => {
      expect(await numbers('&form_figure=405')).to.deep.equal([4])
      expect(await numbers('&tax_code=V26')).to.deep.equal([2, 1, 3])
      expect(await numbers('&from_date=2026-03-01&to_date=2026-03-31&form_figure=313')).to.deep.equal([1, 3])
    }
    await filtered()
    await refreshTables(customer)
    await filtered()
    await booked(EXPENSES, expense(customer, { payload: { tax_lines: [taxLine('M81', 10_000, 810)] } }))
    expect(await numbers('&form_figure=400'), 'behind the watermark').to.deep.equal([5])
    const unknown = `${there(all.data[0]).journal_entry_id}.9.0`
    expect((await get(`/v1/tax-records?end_customer_id=${customer}&starting_after=${unknown}`)).status).to.equal(400)
  })

  it('add up to the same totals before and after a refresh, and without tables, by days and by months', async () => {
    const customer = await newEndCustomer()
    for (const day of ['2026-01-01', '2026-01-31', '2026-02-01', '2026-02-15', '2026-03-31', '2026-04-01'])
      await booked(INVOICES, invoice(customer, { business_date: day, payload: { ...twoRates, document_date: day } }))
    const spans = [
      ['2026-01-01', '2026-03-31', 5n],
      ['2026-01-02', '2026-03-30', 3n],
      ['2026-01-02', '2026-02-01', 2n],
      ['2026-02-10', '2026-02-20', 1n],
      ['2026-02-15', '2026-02-28', 1n],
      ['2026-02-01', '2026-02-15', 2n],
      ['0001-01-01', '9999-12-31', 6n],
      ['2026-03-01', '2026-03-30', 0n],
    ] as const
    const totals = async () => {
      const found: unknown[] = []
      for (const [from, to] of spans) {
        const { in_return } = await taxOfPeriod(service().web.pool, {
          end_customer_id: customer,
          from,
          to,
          as_of: LAST_ENTRY,
        })
        found.push([from, to, in_return.find(({ tax_code }) => tax_code === 'V26')?.records ?? 0n])
      }
      return found
    }
    expect(await totals()).to.deep.equal(spans)
    await refreshWhole(service().worker.pool, [customer])
    expect(await totals(), 'refreshed by the job, which leaves few entries behind').to.deep.equal(spans)
    await refreshTables(customer)
    expect(await totals(), 'refreshed').to.deep.equal(spans)
    await booked(
      INVOICES,
      invoice(customer, { business_date: '2026-02-15', payload: { ...twoRates, document_date: '2026-02-15' } }),
    )
    const more = spans.map(([from, to, records]) => [
      from,
      to,
      from < '2026-02-16' && to > '2026-02-14' ? records + 1n : records,
    ])
    expect(await totals(), 'with a tail').to.deep.equal(more)
    await dropTables(customer)
    expect(await totals(), 'without tables').to.deep.equal(more)
    await refreshTables(customer)
    expect(await findings(customer)).to.deep.equal([])
    const scope = { end_customer_id: customer, from: '2026-01-01', to: '2026-03-31', as_of: LAST_ENTRY }
    const {
      in_return: [first],
    } = await taxOfPeriod(service().web.pool, scope)
    expect(first).to.deep.equal({
      tax_code: 'V26',
      direction: 'output',
      rate_bp: 260n,
      form_figure: '313',
      activity_id: null,
      base_minor: 60_000n,
      tax_minor: 1_560n,
      records: 6n,
    } satisfies CountedTaxTotal)
  })
})

describe('the tie of a return to the tax accounts', () => {
  it('is the same before a fold, after it, and with entries behind it', async () => {
    const customer = await newEndCustomer()
    const tieOf = async () => {
      const { body } = await get(`/v1/vat-returns/2026-Q1?end_customer_id=${customer}`)
      expect(body.tie.is_explained).to.equal(true)
      const recorded = body.tie.accounts.map(({ account_code, recorded, other }) => [
        account_code,
        recorded.amount_minor,
        other.amount_minor,
      ])
      return recorded.filter(([, amount]) => amount !== 0)
    }
    const book = () =>
      booked(
        INVOICES,
        invoice(customer, { business_date: '2026-02-15', payload: { ...twoRates, document_date: '2026-02-15' } }),
      )
    await book()
    await booked(
      INVOICES,
      invoice(customer, { business_date: '2025-12-31', payload: { ...twoRates, document_date: '2025-12-31' } }),
    )
    expect(await tieOf()).to.deep.equal([['2200', 1_070, 0]])
    await refreshTables(customer)
    expect(await tieOf(), 'folded').to.deep.equal([['2200', 1_070, 0]])
    await book()
    expect(await tieOf(), 'with a tail').to.deep.equal([['2200', 2_140, 0]])
    await dropTables(customer)
    expect(await tieOf(), 'without tables').to.deep.equal([['2200', 2_140, 0]])
    await refreshTables(customer)
    expect(await findings(customer)).to.deep.equal([])
  })
})

const twoRates = {
  gross_amount: chf(21_070),
  tax_lines: [taxLine('V81', 10_000, 810), taxLine('V26', 10_000, 260)],
}
