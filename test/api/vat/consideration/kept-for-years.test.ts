import { expect } from 'chai'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { expectRefusal } from '../../setup/expect-refusal.ts'
import { EFFECTIVE, NET_RATE, NOT_REGISTERED, register, registrationsOf } from '../register.ts'

describe('VAT registrations', () => {
  it('method and consideration change with the year, and are kept for their minimum time, or warned about', async () => {
    const customer = await newEndCustomer()
    expect((await register(customer, '2025-01-01', EFFECTIVE)).status).to.equal(202)
    const received = { ...EFFECTIVE, consideration: 'received' } as const
    const refused = await register(customer, '2026-07-01', received)
    expectRefusal(refused, 409, 'inside_tax_period')
    expect(refused.body.error.message).to.include('change them on 1 January rather than on 2026-07-01')
    const yearly = { ...NET_RATE, filing_period: 'half_year' } as const
    expectRefusal(await register(customer, '2026-07-01', yearly), 409, 'inside_tax_period')
    const monthly = { ...EFFECTIVE, filing_period: 'month' } as const
    expect((await register(customer, '2026-07-01', monthly)).status, 'another filing period').to.equal(202)
    expect((await register(customer, '2027-01-01', NET_RATE)).status).to.equal(202)
    const warned = (await registrationsOf(customer)).map(({ warnings }) => warnings.map(({ code }) => code))
    // The effective method without a date held before: nobody knows since when.
    expect(warned).to.deep.equal([[], [], [], ['method_changed']])
    await register(customer, '0001-01-01', NOT_REGISTERED)
    const [, , , last] = await registrationsOf(customer)
    expect(last?.warnings.map(({ code }) => code)).to.deep.equal(['effective_method_kept_briefly', 'method_changed'])
    expect(last?.warnings[1]?.message).to.match(/^From 2027-01-01 net tax rates hold: .* vouchers K415 .* 2202 /)
    expect((await register(customer, '2030-01-01', EFFECTIVE)).status).to.equal(202)
    const [back] = (await registrationsOf(customer)).slice(-1)
    expect(back?.warnings.map(({ code }) => code)).to.deep.equal(['method_changed'])
    expect(back?.warnings[0]?.message).to.match(/^From 2030-01-01 the effective method holds: .* vouchers K410 /)
  })
})
