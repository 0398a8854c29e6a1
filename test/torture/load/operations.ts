import { createRandom, type Random } from '../../../shared/cli/demo/company/random.ts'
import { LOCALES } from '../../../shared/contract/setup/settings.ts'
import { chf } from '../../support/examples.ts'
import {
  chartBody,
  dayBetween,
  EXPENSE_ACCOUNTS,
  expenseBody,
  invoiceBody,
  pick,
  postingDate,
  statementXml,
  voucherBody,
} from './bodies.ts'

/** What a client sends. The body is JSON, or the text of a bank statement. */
export type Request = { readonly method: 'POST' | 'PUT'; readonly path: string; readonly body: object | string }

/** What a client looks at before it decides. */
export type Look = {
  /** The first rows of a list of the end customer, none where it could not be read. */
  list(path: string, query?: string): Promise<any[]>
  one(path: string): Promise<any | null>
}
type Asking = { readonly name: string; readonly customer: string; readonly customers: readonly string[] } & Look
type Operation = {
  readonly weight: number
  /** @returns null where there is nothing yet that it could be done to */
  readonly ask: (random: Random, asking: Asking) => Promise<Request | null>
}

const LOCKS = ['2018-12-31', '2019-12-31', '2021-06-30', '2024-12-31', '2025-03-31'] as const
const YEARS = [
  ['FY2026', '2026-01-01', '2026-12-31'],
  ['FY2026', '2026-01-01', '2027-03-31'],
  ['FY2027', '2027-01-01', '2027-12-31'],
  ['FY2018', '2018-01-01', '2018-12-31'],
  ['FY2018', '2018-07-01', '2018-12-31'],
] as const

/** One way to use each endpoint that changes something. */
export const OPERATIONS = {
  'post /v1/source-facts/expense-documents': {
    weight: 22,
    ask: async (random, { name, customer }) =>
      post('/v1/source-facts/expense-documents', expenseBody(random, customer, name)),
  },
  'post /v1/source-facts/customer-invoices': {
    weight: 16,
    ask: async (random, { name, customer }) =>
      post('/v1/source-facts/customer-invoices', invoiceBody(random, customer, name)),
  },
  'post /v1/source-facts/journal-vouchers': {
    weight: 10,
    ask: async (random, { name, customer }) =>
      post('/v1/source-facts/journal-vouchers', voucherBody(random, customer, name)),
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
  'put /v1/accounts': {
    weight: 1,
    ask: async (random, { name, customer }) => put('/v1/accounts', chartBody(random, customer, name)),
  },
  'put /v1/account-mappings': {
    weight: 2,
    async ask(random, { customer }) {
      const mapping_key = pick(random, ['posting.expense.default', 'posting.expense.category.torture'])
      const valid_from = pick(random, ['2024-01-01', '2026-01-01', '2026-07-01'])
      const mappings = [{ mapping_key, account_code: pick(random, EXPENSE_ACCOUNTS), valid_from }]
      return put('/v1/account-mappings', { end_customer_id: customer, mappings })
    },
  },
  'put /v1/end-customers/:end_customer_id': {
    weight: 2,
    async ask(random, { name, customer }) {
      const vat_method = random.isOneIn(4) ? { vat_method: pick(random, ['effective', 'net_tax_rate']) } : {}
      return put(`/v1/end-customers/${customer}`, {
        name,
        locale: pick(random, LOCALES),
        ...vat_method,
      })
    },
  },
  'put /v1/fiscal-years/:fiscal_year_id': {
    weight: 2,
    async ask(random, { customer: end_customer_id }) {
      const [id, start_date, end_date] = pick(random, YEARS)
      return put(`/v1/fiscal-years/${id}`, { end_customer_id, start_date, end_date })
    },
  },
  'post /v1/fiscal-years/:fiscal_year_id/close': {
    weight: 3,
    async ask(_, { name, customer, list }) {
      const year = (await list('/v1/fiscal-years')).find(({ state }) => state === 'open')
      const path = `/v1/fiscal-years/${year?.fiscal_year_id}/close`
      return year && post(path, { end_customer_id: customer, reason: name })
    },
  },
  'post /v1/fiscal-years/:fiscal_year_id/reopen': {
    weight: 2,
    async ask(_, { name, customer, list }) {
      const year = (await list('/v1/fiscal-years')).findLast(({ state }) => state === 'closed')
      const path = `/v1/fiscal-years/${year?.fiscal_year_id}/reopen`
      return year && post(path, { end_customer_id: customer, reason: name })
    },
  },
  'put /v1/period-locks': {
    weight: 2,
    ask: async (random, { name, customer }) =>
      put('/v1/period-locks', { end_customer_id: customer, locked_through: pick(random, LOCKS), reason: name }),
  },
  'put /v1/exchange-rates': {
    weight: 2,
    async ask(random, { name, customer }) {
      const rate_date = dayBetween(random, '2019-01-01', 8)
      const rates = [{ currency: 'EUR', rate_date, rate: `0.9${random.between(1, 99)}`, source: name }]
      return put('/v1/exchange-rates', { end_customer_id: customer, rates })
    },
  },
  'post /v1/camt-053/imports': {
    weight: 5,
    async ask(random, { name, customer, list }) {
      const open = await list('/v1/documents', '&state=open')
      const amounts = open.map(({ open_amount }) => open_amount.amount_minor).filter((amount) => amount > 0)
      const body = statementXml(random, name, amounts)
      return { method: 'POST', path: `/v1/camt-053/imports?end_customer_id=${customer}`, body }
    },
  },
  'post /v1/settlement-candidates/:candidate_id/allocation-handoffs': {
    weight: 5,
    async ask(random, { name, customer, list, one }) {
      const candidate = any(random, await list('/v1/settlement-candidates', '&target_type=document'))
      const target = candidate && (await one(`/v1/documents/${candidate.target_document_id}`))
      if (!target) return null
      return post(`/v1/settlement-candidates/${candidate.id}/allocation-handoffs`, {
        end_customer_id: customer,
        payment_id: candidate.payment_id,
        target_document_id: target.id,
        open_ar_snapshot: target.open_amount,
        proposed_amount: candidate.proposed_amount,
        reviewer_justification: name,
      })
    },
  },
  'post /v1/allocations': {
    weight: 8,
    async ask(random, { customer, list, one }) {
      const candidate =
        random.isOneIn(2) && any(random, await list('/v1/settlement-candidates', '&target_type=document'))
      const [handoff] = candidate
        ? ((await one(`/v1/settlement-candidates/${candidate.id}/allocation-handoffs`))?.data ?? [])
        : []
      if (handoff) return post('/v1/allocations', handoff.allocation_request_payload)
      const payment = any(random, await list('/v1/payments', '&open=true'))
      const documents = (await list('/v1/documents', '&state=open')).filter((own) => own.open_amount.currency === 'CHF')
      const chosen = [...new Set([any(random, documents), any(random, documents)])].filter(Boolean)
      if (!payment || chosen.length === 0) return null
      const share = Math.max(1, Math.floor(payment.open_amount.amount_minor / random.between(1, 3) / chosen.length))
      const lines = chosen.map(({ id, open_amount: { amount_minor } }) => ({
        document_id: id,
        amount: chf(amount_minor < 0 ? amount_minor : Math.min(share, amount_minor)),
      }))
      const posting_date = random.isOneIn(3) ? { posting_date: postingDate(random) } : {}
      return post('/v1/allocations', { end_customer_id: customer, payment_id: payment.id, lines, ...posting_date })
    },
  },
  'post /v1/allocations/:allocation_id/reverse': {
    weight: 4,
    async ask(random, { list, ...asking }) {
      const allocation = any(random, await list('/v1/allocations', `&state=${random.isOneIn(3) ? 'draft' : 'posted'}`))
      return allocation && reversal(random, asking, `/v1/allocations/${allocation.id}`)
    },
  },
  'post /v1/supplier-payables/:supplier_payable_id/settlements': {
    weight: 8,
    async ask(random, { name, customer, list }) {
      const payable = any(random, await list('/v1/supplier-payables', '&state=open'))
      if (!payable) return null
      const { amount_minor, currency } = payable.open_amount
      const debits = (await list('/v1/camt-053/entries')).filter((own) => own.credit_debit_indicator === 'DBIT')
      const evidence = random.isOneIn(4) && any(random, debits)
      const part = random.isOneIn(2) ? amount_minor : Math.trunc(amount_minor / random.between(2, 5)) || amount_minor
      return post(`/v1/supplier-payables/${payable.id}/settlements`, {
        end_customer_id: customer,
        settlement_date: postingDate(random),
        amount: { amount_minor: random.isOneIn(12) ? amount_minor * 2 : part, currency },
        reviewer_justification: name,
        ...(evidence ? { evidence_sha256: evidence.canonical_entry_hash } : {}),
      })
    },
  },
  'post /v1/supplier-payables/:supplier_payable_id/settlements/:settlement_id/reverse': {
    weight: 4,
    async ask(random, { list, ...asking }) {
      const payable = any(random, await list('/v1/supplier-payables', '&state=settled'))
      const path = `/v1/supplier-payables/${payable?.id}/settlements`
      const settlement = payable && any(random, await list(path))
      return settlement && reversal(random, asking, `${path}/${settlement.id}`)
    },
  },
  'post /v1/manual-payments': {
    weight: 3,
    ask: async (random, { name, customer }) =>
      post('/v1/manual-payments', { end_customer_id: customer, ...manualPayment(random, name) }),
  },
  'post /v1/manual-payments/:payment_id/reverse': {
    weight: 2,
    async ask(random, { name, customer, list }) {
      const payment = any(random, await list('/v1/manual-payments', '&state=recorded'))
      const correction = random.isOneIn(3) ? { correction: manualPayment(random, `${name} corrected`) } : {}
      const body = { end_customer_id: customer, reason: name, ...correction }
      return payment && post(`/v1/manual-payments/${payment.id}/reverse`, body)
    },
  },
} as const satisfies Readonly<Record<string, Operation>>

export type Route = keyof typeof OPERATIONS

/** The request of a route, chosen with the draw from what the look shows. */
export function askFor(route: Route, draw: number, asking: Asking): Promise<Request | null> {
  return OPERATIONS[route].ask(createRandom(draw), asking)
}

function post(path: string, body: object): Request {
  return { method: 'POST', path, body }
}

function put(path: string, body: object): Request {
  return { method: 'PUT', path, body }
}

function reversal(random: Random, { name, customer }: Pick<Asking, 'name' | 'customer'>, subject: string): Request {
  const posting_date = random.isOneIn(8) ? { posting_date: postingDate(random) } : {}
  return post(`${subject}/reverse`, { end_customer_id: customer, reason: name, ...posting_date })
}

function manualPayment(random: Random, reference: string) {
  return { amount: chf(random.between(1, 90_000)), event_date: postingDate(random), reference }
}

function any(random: Random, items: readonly any[]): any | null {
  return items.length === 0 ? null : pick(random, items)
}
