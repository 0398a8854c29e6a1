import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { EVENT_TYPES } from '../../../shared/contract/platform/events.ts'
import { eventually } from '../../support/books.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { startReceiver } from './webhook-receiver.ts'
import { forgetSubscriptions, happen, newClientKey, subscribe } from './webhook-requests.ts'

type Content = { schema: { $ref: string }; examples?: Record<string, { value: { data: object } }> }
type Described = {
  post: { parameters: { name: string }[]; requestBody: { content: { 'application/json': Content } } }
}

describe('the webhooks of the OpenAPI document', () => {
  it('are all events, and what comes is as it is described, headers and example included', async () => {
    const document = (await (await fetch(`${service().base_url}/openapi.json`)).json()) as {
      webhooks: Record<string, Described>
    }
    expect(Object.keys(document.webhooks)).to.have.members([...EVENT_TYPES])
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'api')
    const contents = Object.values(document.webhooks).map(({ post }) => post.requestBody.content['application/json'])
    for (const { schema, examples = {} } of contents)
      for (const [type, { value }] of Object.entries(examples))
        expect(ajv.validate(`api${schema.$ref}`, value), `${type} ${ajv.errorsText()}`).to.equal(true)

    const receiver = await startReceiver()
    try {
      const customer = await newEndCustomer()
      await subscribe(await newClientKey(), receiver.url, { end_customer_ids: [customer] })
      await happen(customer)
      await eventually(async () => receiver.received.length === 1)
      const { message, headers } = there(receiver.received[0])
      const { parameters, requestBody } = there(document.webhooks[message.type]).post
      expect(headers).to.include.keys(parameters.map(({ name }) => name))
      const { schema, examples = {} } = requestBody.content['application/json']
      expect(ajv.validate(`api${schema.$ref}`, message), ajv.errorsText()).to.equal(true)
      const example = there(examples[message.type]).value
      expect(Object.keys(message)).to.have.members(Object.keys(example))
      expect(Object.keys(message.data)).to.have.members(Object.keys(example.data))
    } finally {
      await receiver.close()
      await forgetSubscriptions()
    }
  })
})
