import { expect } from 'chai'
import { vatReturnOf } from '../../../shared/accounting/vat/return/vat-return.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { taxOfPeriod } from '../../../shared/store/vat/tax-totals.ts'
import { codesOf, eventually, factOf, findings, refreshTables } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import {
  chf,
  credit,
  debit,
  INVOICES,
  invoice,
  newEndCustomer,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { booked, LAST_ENTRY, records } from './records.ts'

/** The rates are examples. */
const ADVICE = { activity_id: '85591', rate_bp: 620, text: 'Beratung', accounts: ['3400'] }
const TRADE = { activity_id: '47001', rate_bp: 210, text: 'Handel' }

describe('tax records under the net tax rate method', () => {
  it('have turnover tax included, by activity: 972.90 at 6.2 % is 60.32, and the export stands in 220', async () => {
    const customer = await netTaxRate([ADVICE])
    await booked(INVOICES, sale(customer, 108_100, [taxLine('V81', 100_000, 8_100)]))
    await booked(INVOICES, sale(customer, -10_810, [taxLine('VS81', -10_000, -810)]))
    await booked(INVOICES, sale(customer, 50_000, [taxLine('V0X', 50_000, 0)]))
    expect(await basesOf(customer)).to.deep.equal([
      ['V81', null, '85591', 108_100, 0],
      ['VS81', '235', '85591', 10_810, 0],
      ['V0X', '220', null, 50_000, 0],
    ])
    const { lines, payable_minor, without_place } = await returnOf(customer, [ADVICE])
    expect([payable_minor, without_place]).to.deep.equal([6_032n, []])
    const base = (figure: string) => lines.find((line) => line.figure === figure)?.base_minor
    expect([base('200'), base('220'), base('235')]).to.deep.equal([158_100n, 50_000n, 10_810n])
    await refreshTables(customer)
    expect((await returnOf(customer, [ADVICE])).payable_minor).to.equal(6_032n)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('belong to the activity that the line names, else to that of the account', async () => {
    const customer = await netTaxRate([ADVICE, TRADE])
    const lines = [taxLine('V81', 100_000, 8_100), taxLine('V81', 20_000, 1_620, { activity_id: '47001' })]
    await booked(INVOICES, sale(customer, 129_720, lines))
    expect(await basesOf(customer)).to.deep.equal([
      ['V81', null, '85591', 108_100, 0],
      ['V81', null, '47001', 21_620, 0],
    ])
    const { payable_minor } = await returnOf(customer, [ADVICE, TRADE])
    expect(payable_minor).to.equal(6_702n + 454n)
  })

  it('wait for an activity, and are booked once the registration has the account', async () => {
    const customer = await netTaxRate([{ ...ADVICE, accounts: [] }, TRADE])
    const { body } = await post(INVOICES, sale(customer, 108_100, [taxLine('V81', 100_000, 8_100)]), { wait: 10 })
    expect(codesOf(body)).to.deep.equal(['vat_activity_missing'])
    const registration = { valid_from: '2026-01-01', method: 'net_tax_rate', consideration: 'agreed', reason: 'Konto' }
    const changed = { ...registration, filing_period: 'half_year', activities: [ADVICE, TRADE] }
    const { status } = await put('/v1/vat-registrations', { end_customer_id: customer, ...changed }, { wait: 10 })
    expect(status).to.equal(202)
    await eventually(async () => (await factOf(body.id)).state === 'posted')
    expect(await basesOf(customer)).to.deep.equal([['V81', null, '85591', 108_100, 0]])
  })

  it('are those of disposals and private shares too, which vouchers book tax included', async () => {
    const customer = await netTaxRate([ADVICE, TRADE])
    const sold = [debit('1020', 21_620), credit('1520', 21_620, { tax_code: 'V81', activity_id: '47001' })]
    const share = [debit('2800', 1_081), credit('6500', 1_081, { tax_code: 'V81', activity_id: '85591' })]
    const discount = [debit('3400', 500, { tax_code: 'VS81' }), credit('1020', 500)]
    for (const lines of [sold, share, discount]) await booked(VOUCHERS, voucher(customer, { payload: { lines } }))
    expect(await basesOf(customer)).to.deep.equal([
      ['V81', null, '47001', 21_620, 0],
      ['V81', null, '85591', 1_081, 0],
      ['VS81', '235', '85591', 500, 0],
    ])
    const { payable_minor, without_place } = await returnOf(customer, [ADVICE, TRADE])
    expect([payable_minor, without_place]).to.deep.equal([454n + 36n, []])
    const { body } = await get(`/v1/statements/vat-reconciliation?end_customer_id=${customer}&fiscal_year_id=FY2026`)
    expect(
      body.activities.map(({ activity_id, turnover, share_bp, is_below_threshold }) => [
        activity_id,
        turnover.amount_minor,
        share_bp,
        is_below_threshold,
      ]),
    ).to.deep.equal([
      ['85591', 581, 261, true],
      ['47001', 21_620, 9_738, false],
    ])
    const accounts = body.turnover.accounts.map(({ account_code, parts }) => [
      account_code,
      ...parts.map(({ category, activity_id, amount }) => [category, activity_id, amount.amount_minor]),
    ])
    expect(accounts).to.deep.equal([
      ['1520', ['disposal', '47001', 21_620]],
      ['3400', ['recorded', '85591', -500]],
      ['6500', ['private_share', '85591', 1_081]],
    ])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('block a voucher that names no activity, or takes the tax out', async () => {
    const customer = await netTaxRate([ADVICE, TRADE])
    const send = async (line: object) => {
      const lines = [debit('1020', 21_620), credit('1520', 21_620, { tax_code: 'V81', ...line })]
      const { body } = await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })
      return body.blockers.map(({ code, pointer }) => [code, pointer])
    }
    expect(await send({})).to.deep.equal([['vat_activity_missing', '/payload/lines/1/activity_id']])
    expect(await send({ activity_id: '11111' })).to.deep.equal([
      ['vat_activity_missing', '/payload/lines/1/activity_id'],
    ])
    expect(await send({ activity_id: '47001', tax_base: chf(20_000) })).to.deep.equal([
      ['tax_code_not_registered', '/payload/lines/1/tax_base'],
    ])
  })

  it('name no activity where the registration has none', async () => {
    const customer = await newEndCustomer()
    await put(`/v1/end-customers/${customer}`, { vat_method: 'net_tax_rate' }, { wait: 10 })
    await booked(INVOICES, invoice(customer))
    expect(await basesOf(customer)).to.deep.equal([['V81', null, null, 10_810, 0]])
  })
})

const sale = (customer: string, gross: number, tax_lines: object[]) =>
  invoice(customer, { payload: { gross_amount: chf(gross), tax_lines } })

async function netTaxRate(activities: object[]): Promise<string> {
  const customer = await newEndCustomer()
  await service().owner.query(sql.type(row())`
    insert into vat_registration_changes (
      end_customer_id, change_number, valid_from, method, consideration, filing_period, activities, reason, actor_id
    ) values (
      ${customer}, 2, '2026-01-01', 'net_tax_rate', 'agreed', 'half_year', ${JSON.stringify(activities)}, 'test', 'test'
    )
  `)
  return customer
}

async function basesOf(customer: string) {
  const { data } = await records(customer)
  return data.map(({ tax_code, form_figure, activity_id, base_amount, tax_amount }) => [
    tax_code,
    form_figure,
    activity_id,
    base_amount.amount_minor,
    tax_amount.amount_minor,
  ])
}

async function returnOf(customer: string, activities: (typeof TRADE)[]) {
  const scope = { end_customer_id: customer, from: '2026-01-01', to: '2026-06-30', as_of: LAST_ENTRY }
  const { in_return } = await taxOfPeriod(service().web.pool, scope)
  return vatReturnOf(in_return, {
    method: 'net_tax_rate',
    activities: activities.map((activity) => ({ ...activity, rate_bp: BigInt(activity.rate_bp) })),
    last_day: '2026-06-30',
  })
}
