import { expect } from 'chai'
import { get } from '../../support/client.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { EFFECTIVE, NET_RATE, register } from './register.ts'

describe('pages of VAT registrations', () => {
  it('have no more than their limit of each, and together all of them, once', async () => {
    const customer = await newEndCustomer()
    for (const year of [2026, 2027, 2028, 2027])
      await register(customer, `${year}-01-01`, year % 2 === 0 ? NET_RATE : EFFECTIVE)
    const read = async (more = '') =>
      (await get(`/v1/vat-registrations?end_customer_id=${customer}${more}` as '/v1/vat-registrations')).body
    const { registrations, changes, registrations_has_more, has_more } = await read()
    expect([registrations.length, changes.length]).to.deep.equal([4, 5])
    expect([registrations_has_more, has_more]).to.deep.equal([false, false])
    const first = await read('&limit=3')
    expect([first.registrations.length, first.changes.length]).to.deep.equal([3, 3])
    expect([first.registrations_has_more, first.has_more]).to.deep.equal([true, true])
    const after = `&registrations_after=${first.registrations[2]?.valid_from}`
    const second = await read(`&limit=3&starting_after=${first.changes[2]?.change_number}${after}`)
    expect([...first.registrations, ...second.registrations]).to.deep.equal(registrations)
    expect([...first.changes, ...second.changes]).to.deep.equal(changes)
    expect([second.registrations_has_more, second.has_more]).to.deep.equal([false, false])
  })
})
