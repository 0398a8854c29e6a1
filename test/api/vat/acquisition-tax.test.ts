import { expect } from 'chai'
import { findings } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  newEndCustomer,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { NOT_REGISTERED, register } from './register.ts'

describe('acquisition tax of somebody who is not registered', () => {
  it('is summed up by calendar year, with a warning once the limit is passed', async () => {
    const customer = await newEndCustomer()
    await register(customer, '0001-01-01', NOT_REGISTERED)
    const path = (year: string) => `/v1/acquisition-tax?end_customer_id=${customer}&year=${year}` as const
    expect(await bought(customer, 600_000, '2025-12-31')).to.deep.equal(['acquisition_tax_unregistered'])
    expect(await bought(customer, 600_000, '2026-01-05')).to.deep.equal(['acquisition_tax_unregistered'])
    expect(await bought(customer, 400_000, '2026-02-05')).to.deep.equal(['acquisition_tax_unregistered'])
    const before = (await get(path('2026'))).body
    expect([before.acquired, before.limit, before.is_limit_passed, before.tax]).to.deep.equal([
      chf(1_000_000),
      chf(1_000_000),
      false,
      chf(0),
    ])
    expect(await bought(customer, 1, '2026-03-05')).to.deep.equal([
      'acquisition_tax_unregistered',
      'With this document services from abroad of 2026 are CHF 10000.01, above CHF 10,000: acquisition tax is owed on all of them.',
    ])
    const { body } = await get(path('2026'))
    expect([body.acquired, body.is_limit_passed, body.tax]).to.deep.equal([chf(1_000_001), true, chf(81_000)])
    expect(body.codes.map(({ tax_code, base_amount }) => [tax_code, base_amount])).to.deep.equal([
      ['B81', chf(1_000_001)],
    ])
    const records = await get(body.codes[0]?.records as '/v1/tax-records')
    expect(records.body.data).to.have.length(3)
    expect((await get(path('2025'))).body.acquired).to.deep.equal(chf(600_000))
  })

  it('counts vouchers too: 12000.00 are above the limit, 972.00 are owed on them, and no tax is booked', async () => {
    const customer = await newKmuCustomer()
    await register(customer, '0001-01-01', NOT_REGISTERED)
    const send = async (lines: object[]) =>
      (await post(VOUCHERS, voucher(customer, { business_date: '2026-03-01', payload: { lines } }), { wait: 10 })).body
    const acquired = async () => {
      const { body } = await get(`/v1/acquisition-tax?end_customer_id=${customer}&year=2026`)
      return [body.acquired, body.is_limit_passed, body.tax]
    }
    const owed = { tax_code: 'B81', tax_base: chf(1_200_000) }
    const withTax = await send([debit('6500', 1_297_200), credit('2203', 97_200, owed), credit('1020', 1_200_000)])
    expect(withTax.blockers.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`)).to.deep.equal([
      'tax_code_not_registered /payload/lines/1/tax_base On 2026-03-01 the end customer is not registered, so a voucher books no tax with B81: the code belongs on the line of the service, without tax_base, and counts against the limit of the year (MWSTG Art. 45 Abs. 2 lit. b).',
    ])
    const bought = await send([debit('6500', 1_200_000, { tax_code: 'B81' }), credit('1020', 1_200_000)])
    expect([bought.state, bought.warnings?.map(({ code, pointer }) => `${code} ${pointer}`)]).to.deep.equal([
      'posted',
      ['acquisition_tax_unregistered /payload/lines/0/tax_code', 'acquisition_tax_limit_passed /payload/lines'],
    ])
    expect(await acquired()).to.deep.equal([chf(1_200_000), true, chf(97_200)])
    const { state } = await send([debit('1020', 300_000), credit('6500', 300_000, { tax_code: 'B81' })])
    expect(state).to.equal('posted')
    expect(await acquired()).to.deep.equal([chf(900_000), false, chf(0)])
    expect(await findings(customer)).to.deep.equal([])
  })
})

async function bought(customer: string, net: number, day: string): Promise<string[]> {
  const { body } = await post(EXPENSES, service(customer, net, day), { wait: 10 })
  expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  return (body.warnings ?? []).map(({ code, message }) => (code === 'acquisition_tax_limit_passed' ? message : code))
}

function service(customer: string, net: number, day: string) {
  const payload = { document_date: day, gross_amount: chf(net), tax_lines: [taxLine('B81', net, 0)] }
  return expense(customer, { business_date: day, payload })
}
