import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { firstOf, get, post } from '../../../support/client.ts'
import { chf, taxLine } from '../../../support/requests/examples.ts'
import { cellsOf, fetchAs } from '../../statements/books-to-show.ts'
import { EFFECTIVE } from '../register.ts'
import { filer, NET, netAt } from './filer.ts'

const RECEIVED = { consideration: 'received' }
const SALE = [taxLine('V81', 100_000, 8_100)]
const CORRECTION = { vat_period: 'correction' }

/** Books whose items are paid from the till, by allocations and settlements. */
async function payer(...of: Parameters<typeof filer>) {
  const books = await filer(of[0])
  const { customer: end_customer_id } = books
  const money = { end_customer_id, account_code: '1000' }
  const received = async (source_fact_id: string, posting_date: string, minor: number, more: object = {}) => {
    const { id } = await firstOf('documents', end_customer_id, `&source_fact_id=${source_fact_id}`)
    const lines = [{ document_id: id, amount: chf(minor) }]
    return (await post('/v1/allocations', { ...money, posting_date, lines, ...more }, { wait: 10 })).body
  }
  const paid = async (source_fact_id: string, settlement_date: string, minor: number, more: object = {}) => {
    const { id } = await firstOf('supplier-payables', end_customer_id, `&source_fact_id=${source_fact_id}`)
    const request = { ...money, settlement_date, amount: chf(minor), reviewer_justification: 'x', ...more }
    const path = `/v1/supplier-payables/${id}/settlements` as '/v1/supplier-payables/{supplier_payable_id}/settlements'
    return (await post(path, request as never, { wait: 10 })).body
  }
  const giveUp = (path: string) =>
    post(`${path}/reverse` as '/v1/allocations/{allocation_id}/reverse', { end_customer_id, reason: 'x' } as never, {
      wait: 10,
    })
  return { ...books, received, paid, giveUp }
}
const blocked = ({
  state,
  intents,
}: {
  state: string
  intents: readonly { blockers: readonly { code: string }[] }[]
}) => [state, ...(intents.at(-1)?.blockers ?? []).map(({ code }) => code)]

describe('payments across a change of the net tax rate', () => {
  it('declare at the rate of the day of supply: two halves of 1081.00 at 6.2 % are 33.51 each, the next sale is 73.51', async () => {
    const { customer, invoiced, received, figures, file } = await payer([
      ['2025-01-01', { ...NET, ...RECEIVED }],
      ['2026-01-01', { ...netAt(680), ...RECEIVED }],
    ])
    const old = await invoiced('2025-12-10', 108_100, SALE)
    expect((await received(old.id, '2025-12-20', 54_050)).state).to.equal('posted')
    expect(await file('2025-H2')).to.deep.include({ status: 201, payable: 3_351 })
    expect((await received(old.id, '2026-02-20', 54_050)).state).to.equal('posted')
    const next = await invoiced('2026-02-10', 108_100, SALE)
    expect((await received(next.id, '2026-03-01', 108_100)).state).to.equal('posted')
    expect(await figures('2026-H1')).to.deep.equal([
      ['200', 162_150, null],
      ['299', 162_150, null],
      ['85591 680', 108_100, 7_351],
      ['85591 620', 54_050, 3_351],
      ['399', null, 10_702],
      ['500', null, 10_702],
    ])
    expect(await file('2026-H1')).to.deep.include({ status: 201, payable: 10_702 })
    expect(await findings(customer)).to.deep.equal([])
  })
})

describe('payments of an item of another VAT method', () => {
  it('by allocation are blocked, and with a word count where the sale was taxed: 540.50 at 6.2 % is 33.51', async () => {
    const { customer, invoiced, received, giveUp, figures } = await payer([
      ['2025-01-01', { ...NET, ...RECEIVED }],
      ['2026-01-01', { ...EFFECTIVE, ...RECEIVED }],
    ])
    const { id } = await invoiced('2025-12-10', 108_100, SALE)
    const draft = await received(id, '2026-02-01', 54_050)
    expect(blocked(draft)).to.deep.equal(['draft', 'tax_of_other_method'])
    expect(draft.intents[0]?.blockers[0]?.message).to.equal(
      'V81 of a supply on 2025-12-10 is declared by the net tax rate method, which ends on 2025-12-31. The return of 2026-02-01 follows the effective method and has no line for it.',
    )
    await giveUp(`/v1/allocations/${draft.id}`)
    expect(blocked(await received(id, '2026-02-01', 54_050, CORRECTION))).to.deep.equal(['posted'])
    expect(await figures('2025-H2')).to.deep.equal([
      ['200', 54_050, null],
      ['299', 54_050, null],
      ['85591 620', 54_050, 3_351],
      ['399', null, 3_351],
      ['500', null, 3_351],
    ])
    expect(await figures('2026-Q1')).to.deep.equal([])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('by settlement are blocked too, and with a word deduct 20.25 where the purchase was: half of 540.50', async () => {
    const { customer, billed, paid, figures } = await payer([
      ['2025-01-01', { ...EFFECTIVE, ...RECEIVED }],
      ['2026-01-01', { ...NET, ...RECEIVED }],
    ])
    const { id } = await billed('2025-12-10', 54_050, [taxLine('M81', 50_000, 4_050)])
    expect(blocked(await paid(id, '2026-02-01', 27_025))).to.deep.equal(['draft', 'tax_of_other_method'])
    expect(blocked(await paid(id, '2026-02-01', 27_025, CORRECTION))).to.deep.equal(['posted'])
    expect(await figures('2025-Q4')).to.deep.equal([
      ['400', null, 2_025],
      ['479', null, 2_025],
      ['510', null, 2_025],
    ])
    expect(await figures('2026-H1')).to.deep.equal([])
    expect(await findings(customer)).to.deep.equal([])
  })
})

describe('a return with several net tax rates', () => {
  it('has a line for each as CSV, on the page and in the yearly reconciliation: 67.02 and 65.70', async () => {
    const { customer, invoiced, file } = await filer([
      ['2022-01-01', netAt(610)],
      ['2024-01-01', NET],
    ])
    const lines = [taxLine('V77', 100_000, 7_700, { supply_date: '2023-12-10' }), taxLine('V81', 100_000, 8_100)]
    await invoiced('2024-02-10', 215_800, lines)
    for (const isFiled of [false, true]) {
      if (isFiled) expect(await file('2024-H1')).to.deep.include({ status: 201, payable: 13_272 })
      const path = `/v1/vat-returns/2024-H1?end_customer_id=${customer}`
      const rows = cellsOf(await (await fetchAs(path, 'text/csv')).text()).filter((cells) => cells.includes('85591'))
      expect(rows.map((cells) => cells.slice(1, 5))).to.deep.equal([
        ['Beratung', '1081.00', '6.20 %', '67.02'],
        ['Beratung', '1077.00', '6.10 %', '65.70'],
      ])
      const page = (await (await fetchAs(path, 'text/html')).text()).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
      expect(page).to.include("Beratung 1'081.00 6.20 % 67.02").and.to.include("Beratung 1'077.00 6.10 % 65.70")
    }
    const path = `/v1/statements/vat-reconciliation?end_customer_id=${customer}&fiscal_year_id=FY2024` as const
    const { turnover, tax, activities, ...body } = (await get(path)).body
    const stepsOf = (steps: readonly { kind: string; amount: { amount_minor: number } }[]) =>
      steps.map(({ kind, amount }) => [kind, amount.amount_minor])
    // 2158.00 less 132.72 on 3809.
    expect(stepsOf(turnover.steps)).to.deep.equal([
      ['revenue', 202_528],
      ['without_record', 13_272],
    ])
    expect(stepsOf(tax.owed_steps)).to.deep.equal([
      ['booked', 0],
      ['net_tax_rate', 6_702],
      ['net_tax_rate', 6_570],
    ])
    expect(activities.map((one) => [one.activity_id, one.rate_bp, one.turnover.amount_minor])).to.deep.equal([
      ['85591', 620, 215_800],
    ])
    expect(
      activities.flatMap(({ rates }) =>
        rates.map(({ rate_bp, turnover, tax }) => [rate_bp, turnover.amount_minor, tax.amount_minor]),
      ),
    ).to.deep.equal([
      [610, 107_700, 6_570],
      [620, 108_100, 6_702],
    ])
    expect(body.is_explained).to.equal(true)
    expect(await findings(customer)).to.deep.equal([])
  })
})
