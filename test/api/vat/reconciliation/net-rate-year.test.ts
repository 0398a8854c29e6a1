import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { firstOf } from '../../../support/client.ts'
import { credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { fetchAs } from '../../statements/books-to-show.ts'
import { filer, netAt } from '../changed-method/filer.ts'
import { expectSums, manual, pathOf, type Reconciliation, reconciled } from './reconciled.ts'

const IN_2024 = (day: string) => ({ business_date: day })
const SALE = { tax_code: 'V81' }
const PARTNER = { open_item: { new: { partner: { name: 'Kundin GmbH' } } } }

describe('the yearly reconciliation of net tax rates', () => {
  const stepsOf = ({ turnover }: Reconciliation) =>
    turnover.steps.map(({ kind, category, amount }) => [kind, category, amount.amount_minor])

  it('explains two rates of one activity, a disposal, a private share, an advance, an accrual and a loss', async () => {
    const { customer, invoiced, file } = await filer([
      ['2023-01-01', netAt(610)],
      ['2024-01-01', netAt(620)],
    ])
    // 538.50 at 6.1 %, 540.50 at 6.2 %.
    const both = [taxLine('V77', 50_000, 3_850, { supply_date: '2023-12-31' }), taxLine('V81', 50_000, 4_050)]
    await invoiced('2024-02-10', 107_900, both)
    const lost = await invoiced('2024-02-11', 10_810, [taxLine('V81', 10_000, 810)])
    const { id: document_id } = await firstOf('documents', customer, `&source_fact_id=${lost.id}`)
    const off = credit('1100', 10_810, { open_item: { document_id, purpose: 'write_off' } })
    await manual(customer, [debit('3805', 10_810, { tax_code: 'VS81' }), off], IN_2024('2024-03-01'))
    await manual(customer, [debit('1020', 108_100), credit('1530', 108_100, SALE)], IN_2024('2024-03-02'))
    await manual(customer, [debit('2800', 10_810), credit('6270', 10_810, SALE)], IN_2024('2024-03-03'))
    await manual(
      customer,
      [debit('1020', 21_620), credit('2030', 21_620, { ...SALE, ...PARTNER })],
      IN_2024('2024-03-04'),
    )
    await manual(customer, [debit('1300', 3_000), credit('3400', 3_000)], IN_2024('2024-06-30'))
    // 6.1 % of 538.50 is 32.85; 6.2 % of 540.50 + 1081.00 + 108.10 + 216.20 is 120.64; the loss takes its sale back.
    expect(await file('2024-H1')).to.deep.include({ status: 201, payable: 15_349 })
    expect((await file('2024-H2')).status).to.equal(201)
    const year = await reconciled(customer, 'FY2024')
    expect(stepsOf(year)).to.deep.equal([
      ['revenue', null, 95_551],
      ['without_record', 'accrual', -3_000],
      ['without_record', 'tax', 15_349],
      ['other_account', 'disposal', 108_100],
      ['other_account', 'private_share', 10_810],
      ['other_account', 'advance', 21_620],
      ['reductions', null, 10_810],
    ])
    const { turnover, tax, activities } = year
    expect(
      [turnover.figure_200, turnover.figure_289, turnover.figure_299].map(({ amount_minor }) => amount_minor),
    ).to.deep.equal([259_240, 10_810, 248_430])
    expect(
      tax.owed_steps.map(({ kind, activity_id, amount }) => [kind, activity_id, amount.amount_minor]),
    ).to.deep.equal([
      ['booked', null, 0],
      ['net_tax_rate', '85591', 12_064],
      ['net_tax_rate', '85591', 3_285],
    ])
    expect(tax.figure_399.amount_minor).to.equal(15_349)
    expect(activities.map(({ activity_id, turnover: { amount_minor } }) => [activity_id, amount_minor])).to.deep.equal([
      ['85591', 248_430],
    ])
    expect(year.is_explained).to.equal(true)
    await expectSums(year)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('names every rate and activity of a year in which they change, with what each of them is taxed', async () => {
    const [first] = netAt(610).activities
    const trade = { activity_id: '47001', rate_bp: 210, text: 'Handel' }
    const { customer, invoiced } = await filer([
      ['2024-01-01', { ...netAt(610), activities: [first, trade] }],
      ['2024-07-01', netAt(620)],
    ])
    await invoiced('2024-02-10', 108_100, [taxLine('V81', 100_000, 8_100)])
    await invoiced('2024-02-11', 10_810, [taxLine('V81', 10_000, 810, { activity_id: '47001' })])
    await invoiced('2024-08-10', 108_100, [taxLine('V81', 100_000, 8_100)])
    const year = await reconciled(customer, 'FY2024')
    const minor = ({ amount_minor }: { amount_minor: number }) => amount_minor
    expect(
      year.activities.map(({ turnover, rates, text: _, ...activity }) => ({
        ...activity,
        turnover: minor(turnover),
        rates: rates.map(({ rate_bp, ...of }) => [rate_bp, minor(of.turnover), minor(of.tax)]),
      })),
    ).to.deep.equal([
      {
        activity_id: '85591',
        rate_bp: 620,
        turnover: 216_200,
        share_bp: 9_523,
        is_below_threshold: false,
        rates: [
          [610, 108_100, 6_594],
          [620, 108_100, 6_702],
        ],
      },
      {
        activity_id: '47001',
        rate_bp: 210,
        turnover: 10_810,
        share_bp: 476,
        is_below_threshold: false,
        rates: [[210, 10_810, 227]],
      },
    ])
    expect(
      year.tax.owed_steps.map(({ kind, activity_id, rate_bp, amount }) => [kind, activity_id, rate_bp, minor(amount)]),
    ).to.deep.equal([
      ['booked', null, null, 0],
      ['net_tax_rate', '85591', 610, 6_594],
      ['net_tax_rate', '47001', 210, 227],
      ['net_tax_rate', '85591', 620, 6_702],
      ['not_filed', null, null, -6_821],
      ['not_filed', null, null, -6_702],
    ])
    const page = await (await fetchAs(pathOf(customer, '', 'FY2024'), 'text/html')).text()
    for (const rate of ['6.10 %', '2.10 %', '6.20 %']) expect(page).to.include(`Saldosteuer, nicht verbucht: ${rate}`)
    await expectSums(year)
  })
})
