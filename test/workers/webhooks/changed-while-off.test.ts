import { expect } from 'chai'
import { eventually } from '../../support/books.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { startReceiver } from './webhook-receiver.ts'
import { change, forgetSubscriptions, happen, newClientKey, subscribe } from './webhook-requests.ts'

describe('the feed of an end customer that begins while a webhook for all is off', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let key: string
  let id: string
  beforeEach(async () => {
    receiver = await startReceiver()
    key = await newClientKey()
    id = (await subscribe(key, receiver.url)).id
    await change(key, id, { url: receiver.url, state: 'off' })
  })
  afterEach(async () => {
    await receiver.close()
    await forgetSubscriptions()
  })

  it('is sent from its first event, once the webhook is on', async () => {
    const customer = await newEndCustomer()
    await happen(customer, 2)
    await change(key, id, { url: receiver.url, state: 'off', description: 'a change meanwhile' })
    await happen(customer)
    await change(key, id, { url: receiver.url })
    await eventually(async () => receiver.numbersOf(customer).length === 3)
    expect(receiver.numbersOf(customer)).to.deep.equal([1, 2, 3])
  })

  it('is sent from its first event, too, where the webhook names end customers from then on', async () => {
    const [named, other] = [await newEndCustomer(), await newEndCustomer()]
    await happen(named)
    await happen(other)
    await change(key, id, { url: receiver.url, end_customer_ids: [named] })
    await happen(other)
    await happen(named)
    await eventually(async () => receiver.numbersOf(named).length === 2)
    expect(receiver.numbersOf(named)).to.deep.equal([1, 2])
    expect(receiver.numbersOf(other)).to.deep.equal([])
  })

  it('is sent from what comes, where the webhook named other end customers before', async () => {
    const [named, other] = [await newEndCustomer(), await newEndCustomer()]
    await change(key, id, { url: receiver.url, end_customer_ids: [named] })
    await happen(other)
    await change(key, id, { url: receiver.url })
    await happen(other)
    await eventually(async () => receiver.numbersOf(other).length === 1)
    expect(receiver.numbersOf(other)).to.deep.equal([2])
  })
})
