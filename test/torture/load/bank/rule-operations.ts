import { chf } from '../../../support/requests/examples.ts'
import { any, type Operation, post, put } from '../request.ts'

const RULES = '/v1/bank-rules'
const RETURNS = '/v1/bank-returns'

/** Half of the debits of the storm are small enough; so rules meet what others book. */
function content(name: string, is_automatic: boolean) {
  return {
    name,
    mode: is_automatic ? 'automatic' : 'candidate',
    conditions: { credit_debit_indicator: 'DBIT', amount_to: chf(50_000) },
    action: { text: name, lines: [{ account_code: '6500' }] },
  }
}

/** One way to use each endpoint that changes a rule, books by one, or books what comes back. */
export const RULE_OPERATIONS = {
  'post /v1/bank-rules': {
    weight: 1,
    async ask(random, { name, customer }) {
      const state = random.isOneIn(2) ? 'on' : 'off'
      return post(RULES, { end_customer_id: customer, ...content(name, random.isOneIn(2)), state })
    },
  },
  'put /v1/bank-rules/:rule_id': {
    weight: 1,
    async ask(random, { name, customer, list }) {
      const rule = any(random, await list(RULES))
      if (!rule) return null
      const body = { end_customer_id: customer, version: rule.version, ...content(name, random.isOneIn(2)) }
      return put(`${RULES}/${rule.id}`, body)
    },
  },
  'post /v1/bank-rules/:rule_id/switch': {
    weight: 2,
    async ask(random, { name, customer, list }) {
      const rule = any(random, await list(RULES))
      const state = random.isOneIn(3) ? 'off' : 'on'
      return rule && post(`${RULES}/${rule.id}/switch`, { end_customer_id: customer, state, reason: name })
    },
  },
  'post /v1/bank-rules/:rule_id/reverse': {
    weight: 1,
    async ask(random, { name, customer, list }) {
      const rule = any(random, await list(RULES, '&state=off'))
      return rule && post(`${RULES}/${rule.id}/reverse`, { end_customer_id: customer, reason: name, limit: 5 })
    },
  },
  'post /v1/settlement-candidates/:candidate_id/accept': {
    weight: 4,
    async ask(random, { customer, list }) {
      const candidate = any(random, await list('/v1/settlement-candidates', '&target_type=rule'))
      return candidate && post(`/v1/settlement-candidates/${candidate.id}/accept`, { end_customer_id: customer })
    },
  },
  'post /v1/bank-returns': {
    weight: 1,
    async ask(random, { name, customer, list }) {
      const candidate = any(random, await list('/v1/settlement-candidates', '&target_type=return'))
      return candidate && post(RETURNS, { end_customer_id: customer, candidate_id: candidate.id, reason: name })
    },
  },
  'post /v1/bank-returns/:return_id/reverse': {
    weight: 1,
    async ask(random, { name, customer, list }) {
      const back = any(random, await list(RETURNS))
      return back && post(`${RETURNS}/${back.id}/reverse`, { end_customer_id: customer, reason: name })
    },
  },
} as const satisfies Readonly<Record<string, Operation>>
