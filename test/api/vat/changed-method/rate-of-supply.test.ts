import { expect } from 'chai'
import { schemaErrors } from '../../../accounting/vat/ech-0217/validate.ts'
import { findings, refreshTables } from '../../../support/books.ts'
import { get } from '../../../support/client.ts'
import { taxLine } from '../../../support/requests/examples.ts'
import { filer, NET, netAt } from './filer.ts'

const DECEMBER = { supply_date: '2025-12-10' }
const CHANGED = { cause: 'consideration_changed' }

/** The rate of the day of supply decides, as it does for the rates of the law. */
describe('net tax rates that change', () => {
  it('tax 1077.00 of December 2023 at 6.1 % and 1081.00 of February 2024 at 6.2 %: 65.70 and 67.02', async () => {
    const { customer, invoiced, figures, file, fileOf } = await filer([
      ['2022-01-01', netAt(610)],
      ['2024-01-01', NET],
    ])
    const lines = [taxLine('V77', 100_000, 7_700, { supply_date: '2023-12-10' }), taxLine('V81', 100_000, 8_100)]
    const { state } = await invoiced('2024-02-10', 215_800, lines)
    expect(state).to.equal('posted')
    const expected = [
      ['200', 215_800, null],
      ['299', 215_800, null],
      ['85591 620', 108_100, 6_702],
      ['85591 610', 107_700, 6_570],
      ['399', null, 13_272],
      ['500', null, 13_272],
    ]
    expect(await figures('2024-H1')).to.deep.equal(expected)
    await refreshTables(customer)
    expect(await figures('2024-H1')).to.deep.equal(expected)
    const file_of_period = await fileOf('2024-H1')
    expect(await schemaErrors(file_of_period)).to.deep.equal([])
    const rates = [...file_of_period.matchAll(/taxRate>([\d.]+)<[\s\S]*?turnover>([\d.]+)</g)]
    expect(rates.map(([, rate, turnover]) => [rate, turnover])).to.deep.equal([
      ['6.20', '1081.00'],
      ['6.10', '1077.00'],
    ])
    expect(await file('2024-H1')).to.deep.include({ status: 201, payable: 13_272 })
    expect(await findings(customer)).to.deep.equal([])
  })

  it('take a reduction of 108.10 of before back at 6.2 %: 6.70, and tax sales since at 6.8 %', async () => {
    const { customer, change, invoiced, figures, file, fileOf, returnOf } = await filer([['2025-01-01', NET]])
    await invoiced('2025-12-10', 108_100, [taxLine('V81', 100_000, 8_100)])
    expect(await file('2025-H2')).to.deep.include({ status: 201, payable: 6_702 })
    expect((await change('2026-01-01', netAt(680))).status).to.equal(202)
    await invoiced('2026-02-10', -10_810, [taxLine('VS81', -10_000, -810)], DECEMBER, CHANGED)
    expect(await figures('2026-H1')).to.deep.equal([
      ['235', 10_810, null],
      ['289', 10_810, null],
      ['299', -10_810, null],
      ['85591 620', -10_810, -670],
      ['399', null, -670],
      ['510', null, 670],
    ])
    await invoiced('2026-02-11', 54_050, [taxLine('V81', 50_000, 4_050)])
    await refreshTables(customer)
    expect((await figures('2026-H1')).slice(4)).to.deep.equal([
      ['85591 680', 54_050, 3_675],
      ['85591 620', -10_810, -670],
      ['399', null, 3_005],
      ['500', null, 3_005],
    ])
    const file_of_period = await fileOf('2026-H1')
    expect(await schemaErrors(file_of_period)).to.deep.equal([])
    expect(file_of_period.match(/activityID>85591</g)).to.have.length(2)
    const { lines, tie } = await returnOf('2026-H1')
    expect(tie.is_explained).to.equal(true)
    for (const { activity_id, base_amount, records } of lines.filter((line) => line.activity_id !== null)) {
      const found = await Promise.all(records.map(async (path) => (await get(path as '/v1/tax-records')).body.data))
      const sum = found.flat().reduce((total, { direction, base_amount: base }) => {
        return total + (direction === 'output_reduction' ? -base.amount_minor : base.amount_minor)
      }, 0)
      expect(sum, activity_id ?? '').to.equal(base_amount?.amount_minor)
    }
    expect(await findings(customer)).to.deep.equal([])
  })

  it('say the rate with each record, and list the records of one', async () => {
    const { customer, invoiced } = await filer([
      ['2025-01-01', NET],
      ['2026-01-01', netAt(680)],
    ])
    await invoiced('2026-02-10', 10_810, [taxLine('V81', 10_000, 810)], DECEMBER)
    await invoiced('2026-02-10', 54_050, [taxLine('V81', 50_000, 4_050)])
    const recordsAt = async (more: string) =>
      (await get(`/v1/tax-records?end_customer_id=${customer}${more}` as '/v1/tax-records')).body.data.map((record) => [
        record.rate_bp,
        record.net_rate_bp,
        record.base_amount.amount_minor,
      ])
    for (const isFolded of [false, true]) {
      if (isFolded) await refreshTables(customer)
      expect(await recordsAt('')).to.deep.equal([
        [810, 620, 10_810],
        [810, 680, 54_050],
      ])
      expect(await recordsAt('&net_rate_bp=620')).to.deep.equal([[810, 620, 10_810]])
      expect(await recordsAt('&net_rate_bp=810')).to.deep.equal([])
    }
  })

  it('belong to the activity of the day of supply, also where it has another number since', async () => {
    const { customer, invoiced, figures, file, fileOf, returnOf } = await filer([
      ['2025-01-01', NET],
      ['2026-01-01', netAt(680, '99999')],
    ])
    await invoiced('2025-12-10', 108_100, [taxLine('V81', 100_000, 8_100)])
    expect((await file('2025-H2')).status).to.equal(201)
    await invoiced('2026-02-10', -10_810, [taxLine('VS81', -10_000, -810)], DECEMBER, CHANGED)
    expect((await figures('2026-H1'))[3]).to.deep.equal(['85591 620', -10_810, -670])
    const { lines, can_be_filed } = await returnOf('2026-H1')
    expect(can_be_filed).to.equal(true)
    expect(lines.find(({ activity_id }) => activity_id === '85591')?.label).to.equal('Beratung')
    expect(await schemaErrors(await fileOf('2026-H1'))).to.deep.equal([])
    expect(await findings(customer)).to.deep.equal([])
  })
})
