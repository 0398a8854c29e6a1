import { scannedPayload } from './bank/scanned-bills.ts'
import { bankVoucherBody, expenseBody, invoiceBody, pick, voucherBody } from './bodies.ts'
import { itemPayload } from './item-lines.ts'
import { any, type Operation, post, reversal } from './request.ts'

/** One way to use each endpoint that records or reverses a fact. */
export const FACT_OPERATIONS = {
  'post /v1/source-facts/expense-documents': {
    weight: 22,
    async ask(random, asking) {
      const body = expenseBody(random, asking.customer, asking.name)
      const payload = random.isOneIn(4) && (await scannedPayload(random, asking, body.business_date))
      return post('/v1/source-facts/expense-documents', payload ? { ...body, payload } : body)
    },
  },
  'post /v1/source-facts/customer-invoices': {
    weight: 16,
    ask: async (random, { name, customer }) =>
      post('/v1/source-facts/customer-invoices', invoiceBody(random, customer, name)),
  },
  'post /v1/source-facts/journal-vouchers': {
    weight: 10,
    async ask(random, { name, customer, list }) {
      const path = '/v1/source-facts/journal-vouchers'
      const bankEntry = random.isOneIn(4) && any(random, await list('/v1/camt-053/entries'))
      if (bankEntry) return post(path, bankVoucherBody(random, customer, name, bankEntry))
      if (random.isOneIn(2)) return post(path, voucherBody(random, customer, name))
      const ofItems = await itemPayload(random, name, list)
      return post(path, voucherBody(random, customer, name, ofItems ?? undefined))
    },
  },
  'post /v1/source-facts/batch': {
    weight: 8,
    async ask(random, { name, customers }) {
      const items = Array.from({ length: random.between(1, 10) }, (_, index) => {
        const make = pick(random, [expenseBody, invoiceBody, voucherBody])
        const item = make(random, pick(random, customers), `${name}/${index}`)
        return random.isOneIn(20) ? { ...item, source_hash: '' } : item
      })
      return post('/v1/source-facts/batch', { items })
    },
  },
  'post /v1/source-facts/:source_fact_id/reverse': {
    weight: 8,
    async ask(random, { list, ...asking }) {
      const fact = any(random, await list('/v1/source-facts', '&state=posted'))
      return fact && reversal(random, asking, `/v1/source-facts/${fact.id}`)
    },
  },
  'post /v1/source-facts/:source_fact_id/withdraw': {
    weight: 4,
    /** Also a fact that is being decided: then it is booked or withdrawn, and never both. */
    async ask(random, { name, customer, list }) {
      const fact = any(random, await list('/v1/source-facts', `&state=${pick(random, ['received', 'blocked'])}`))
      return fact && post(`/v1/source-facts/${fact.id}/withdraw`, { end_customer_id: customer, reason: name })
    },
  },
} as const satisfies Readonly<Record<string, Operation>>
