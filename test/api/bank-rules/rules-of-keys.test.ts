import { expect } from 'chai'
import { disableApiKey } from '../../../shared/store/platform/api-keys.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { post } from '../../support/client.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { booksWithRules } from './books-with-rules.ts'
import { charges, RULES } from './rule-requests.ts'

describe('rules in the name of a key', () => {
  const { customer, imported, proposals, entry } = booksWithRules()

  it('an automatic rule of a disabled key proposes, until another key makes a version', async () => {
    const key = await issueKey(service().home, { client_name: `leaver-${customer()}` })
    await post(RULES, charges(customer(), { mode: 'automatic', state: 'on' }), { key })
    const [before] = await imported({ amount: '1.00' })
    await disableApiKey(service().web.pool, key.split('_')[1] ?? '')
    const [after] = await imported({ amount: '2.00' })
    expect((await entry(there(before).id)).booking_state).to.equal('booked')
    expect((await entry(there(after).id)).booking_state).to.equal('unbooked')
    expect((await proposals()).map(({ entry_id }) => entry_id)).to.deep.equal([after?.id])
  })
})
