import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { balance, bankEntry, camt053Message } from '../../../camt053/messages.ts'
import { findings } from '../../../support/books.ts'
import { get, itemsOf, post, upload } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'

const OUT = bankEntry({ amount: '60.00', direction: 'DBIT' })
const IN = bankEntry({ amount: '60.00' })
const FROM_100 = balance('OPBD', '100.00')

describe('dismissed bank entries that turn out to be repeats', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  afterEach(async () => expect(await findings(customer)).to.deep.equal([]))

  const stated = async (bankEntries: string, balances = '') => {
    const header = `<Id>${randomUUID()}</Id>`
    const { body } = await upload(customer, camt053Message({ header, balances, bankEntries }), { wait: 20 })
    expect(body.state).to.equal('imported')
  }
  const entries = () => itemsOf('camt-053/entries', customer)
  const at = (entry_id: string, what: 'dismiss' | 'repeat-review' | 'undismiss', more: object) => {
    const path = `/v1/camt-053/entries/${entry_id}/${what}` as '/v1/camt-053/entries/:entry_id/dismiss'
    return post(path, { end_customer_id: customer, reason: 'heben sich auf', ...more })
  }
  const stateOf = async (entry_id: string) => {
    const { body } = await get(`/v1/camt-053/entries/${entry_id}`)
    return [body.booking_state, body.dismissal]
  }
  const changedBy = async (work: () => Promise<unknown>) => {
    const before = (await itemsOf('events', customer)).length
    await work()
    const events = (await itemsOf('events', customer)).slice(before)
    return events.filter(({ event_type }) => event_type === 'bank_entry.changed').map(({ subject }) => subject.id)
  }
  /** The credit, and the debit in doubt that is dismissed with it. */
  const pair = async () => {
    const found = await entries()
    const credit = there(found.find(({ credit_debit_indicator }) => credit_debit_indicator === 'CRDT')).id
    const doubtful = there(found.find(({ possible_repeat }) => possible_repeat)).id
    const { status } = await at(credit, 'dismiss', { with_entry_id: doubtful })
    expect([status, (await stateOf(credit))[0]]).to.deep.equal([201, 'dismissed'])
    return { credit, doubtful }
  }

  it('a reviewer finds it: the other one of the pair is to be booked again', async () => {
    await stated(OUT + IN, FROM_100 + balance('CLBD', '100.00'))
    await stated(OUT)
    const { credit, doubtful } = await pair()
    const changed = await changedBy(() => at(doubtful, 'repeat-review', { decision: 'repeat' }))
    expect(changed).to.include(credit)
    expect(await stateOf(credit)).to.deep.equal(['unbooked', null])
    const undone = await service().owner.anyFirst(sql.type(row<{ undone_by: string | null }>())`
      select undone_by from bank_entry_dismissals where end_customer_id = ${customer}
    `)
    expect(undone).to.have.lengthOf(2).and.not.include(null)
    const refused = await at(doubtful, 'dismiss', {})
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([409, 'bank_entry_not_bookable'])
  })

  it('a pair that an earlier release has left is found until somebody takes the dismissal back', async () => {
    await stated(OUT + IN, FROM_100 + balance('CLBD', '100.00'))
    await stated(OUT)
    const { credit, doubtful } = await pair()
    const decide = (state: string) =>
      service().owner.query(sql.type(row())`
        update camt053_entries set repeat_state = ${state}
        where end_customer_id = ${customer} and possible_repeat_of is not null
      `)
    const pairs = async () => {
      const found = await findings(customer)
      const ofPairs = found.filter(({ check }) => check === 'a dismissed pair has no repeat')
      return ofPairs.map(({ subject, expected, found }) => [subject, expected, String(found).split(', ')[0]])
    }
    await decide('repeat')
    expect(await pairs()).to.deep.equal([
      [`bank entry ${credit}`, 'to be booked: take the dismissal back', `dismissed with bank entry ${doubtful}`],
    ])
    const { status } = await at(credit, 'undismiss', {})
    expect([status, await pairs(), (await stateOf(credit))[0]]).to.deep.equal([201, [], 'unbooked'])
    await decide('undecided')
    // What no request has changed is not counted again in the list of end customers.
    expect((await at(credit, 'dismiss', {})).status).to.equal(201)
  })
})
