import { expect } from 'chai'
import { newUuid } from '../../../../shared/process/ids.ts'
import { saveAccountMapping } from '../../../../shared/store/setup/account-mappings.ts'
import { findUnfitRoles } from '../../../../shared/store/verify/mappings.ts'
import { findings } from '../../../support/books.ts'
import { itemsOf, put } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'

const CARRIED_FORWARD = 'or.gewinnvortrag_verlustvortrag'

describe('mappings to accounts that are refused now', () => {
  it('are named in the list of mappings, and are no findings of the verifier', async () => {
    const customer = await newKmuCustomer()
    const wrong = [
      ['posting.bank', '1100', 'Every line on 1100 belongs to an open item, and lines of posting.bank belong to none.'],
      [
        'posting.customer_credit',
        '6800',
        'Every line on 6800 would belong to an open item, and it is of the type expense.',
      ],
      [
        'posting.fx_loss',
        '1300',
        'Account 1300 is of type asset, and posting.fx_loss needs one of type revenue or expense.',
      ],
    ] as const
    for (const [mapping_key, account_code] of wrong) await mapBefore(customer, mapping_key, account_code)
    await mapBefore(customer, CARRIED_FORWARD, '9100')
    const listed = await itemsOf('account-mappings', customer, '&valid_on=2026-01-01')
    const unfit = new Map(listed.flatMap((mapping) => (mapping.unfit ? [[mapping.mapping_key, mapping.unfit]] : [])))
    expect(unfit.size).to.equal(4)
    for (const [mapping_key, , message] of wrong) expect(unfit.get(mapping_key)).to.equal(message)
    expect(unfit.get(CARRIED_FORWARD)).to.match(/^Account 9100 opens or closes the books/)
    expect(await findings(customer)).to.deep.equal([])
    const unfitRoles = () => findUnfitRoles(service().web.pool, customer, '2026-01-01')
    expect(await unfitRoles()).to.deep.equal(
      wrong.map(([mapping_key, account_code, reason]) => {
        return { end_customer_id: customer, mapping_key, account_code, valid_from: '2020-01-01', reason }
      }),
    )
    const right = { 'posting.bank': '1020', 'posting.customer_credit': '2030', 'posting.fx_loss': '6949' }
    const mappings = Object.entries(right).map(([mapping_key, account_code]) => {
      return { mapping_key, account_code, valid_from: '2020-01-01' }
    })
    const { status } = await put('/v1/account-mappings', { end_customer_id: customer, mappings })
    expect(status).to.equal(202)
    expect(await unfitRoles()).to.deep.equal([])
    expect(await findings(customer)).to.deep.equal([])
  })
})

/** As a release that did not refuse it. */
function mapBefore(customer: string, mapping_key: string, account_code: string) {
  const mapping = { account_mapping_id: newUuid(), mapping_key, account_code, valid_from: '2020-01-01' }
  return service().web.pool.transaction((tx) => saveAccountMapping(tx, customer, mapping))
}
