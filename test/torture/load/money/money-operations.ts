import type { Random } from '../../../../shared/cli/demo/company/random.ts'
import { chf } from '../../../support/requests/examples.ts'
import { postingDate, wordOf } from '../bodies.ts'
import { type Asking, any, type Operation, post, reversal } from '../request.ts'
import { notificationXml, statementXml } from './bank-messages.ts'
import { allocationOnTerms, settlementOnTerms, supplierNetting } from './money-terms.ts'
import { namedMoves, notifiedOrder } from './named-moves.ts'

type Proposed = Pick<Asking, 'name' | 'customer' | 'list' | 'one'>

/** One way to use each endpoint that imports, allocates, settles or records money. */
export const MONEY_OPERATIONS = {
  'post /v1/camt-053/imports': {
    weight: 5,
    async ask(random, asking) {
      const { name, customer, list } = asking
      const open = await list('/v1/documents', '&state=open')
      const amounts = open.map(({ open_amount }) => open_amount.amount_minor).filter((amount) => amount > 0)
      const body = statementXml(random, name, amounts, await namedMoves(random, asking))
      return { method: 'POST', path: `/v1/camt-053/imports?end_customer_id=${customer}`, body }
    },
  },
  'post /v1/camt-054/imports': {
    weight: 4,
    async ask(random, asking) {
      const { name, customer } = asking
      const body = notificationXml(random, name, random.isOneIn(2) ? await notifiedOrder(random, asking) : [])
      return { method: 'POST', path: `/v1/camt-054/imports?end_customer_id=${customer}`, body }
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
    async ask(random, { name, customer, list, one }) {
      const terms = random.isOneIn(3) ? supplierNetting : allocationOnTerms
      const onTerms = random.isOneIn(3) ? await terms(random, name, list) : null
      if (onTerms) return post('/v1/allocations', { end_customer_id: customer, ...onTerms })
      const candidate =
        random.isOneIn(2) && any(random, await list('/v1/settlement-candidates', '&target_type=document'))
      const [handoff] = candidate
        ? ((await one(`/v1/settlement-candidates/${candidate.id}/allocation-handoffs`))?.data ?? [])
        : []
      if (handoff) return post('/v1/allocations', handoff.allocation_request_payload)
      const payment = any(random, await list('/v1/payments', '&open=true'))
      const documents = (await list('/v1/documents', '&state=open')).filter(
        (receivable) => receivable.open_amount.currency === 'CHF',
      )
      const chosen = [...new Set([any(random, documents), any(random, documents)])].filter(
        (receivable) => receivable !== null,
      )
      if (!payment || chosen.length === 0) return null
      const share = Math.max(1, Math.floor(payment.open_amount.amount_minor / random.between(1, 3) / chosen.length))
      const lines = chosen.map(({ id, open_amount: { amount_minor } }) => ({
        document_id: id,
        amount: chf(amount_minor < 0 ? amount_minor : Math.min(share, amount_minor)),
      }))
      const posting_date = random.isOneIn(3) ? { posting_date: postingDate(random) } : {}
      const taken = { payment_id: payment.id, lines, ...posting_date, ...wordOf(random) }
      return post('/v1/allocations', { end_customer_id: customer, ...taken })
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
    async ask(random, { name, customer, list, one }) {
      const asked = random.isOneIn(3) ? await asProposed(random, { name, customer, list, one }) : null
      if (asked) return asked
      const payable = any(random, await list('/v1/supplier-payables', '&state=open'))
      if (!payable) return null
      const { amount_minor, currency } = payable.open_amount
      const debits = (await list('/v1/camt-053/entries')).filter(
        (bankEntry) => bankEntry.credit_debit_indicator === 'DBIT',
      )
      const evidence = random.isOneIn(4) && any(random, debits)
      const onTerms = random.isOneIn(3) ? settlementOnTerms(random, payable.open_amount, evidence || null) : null
      const part = random.isOneIn(2) ? amount_minor : Math.trunc(amount_minor / random.between(2, 5)) || amount_minor
      return post(`/v1/supplier-payables/${payable.id}/settlements`, {
        end_customer_id: customer,
        settlement_date: postingDate(random),
        amount: { amount_minor: random.isOneIn(12) ? amount_minor * 2 : part, currency },
        reviewer_justification: name,
        ...wordOf(random),
        ...(evidence ? { evidence_sha256: evidence.canonical_entry_hash } : {}),
        ...onTerms,
      })
    },
  },
  'post /v1/supplier-payables/:supplier_payable_id/settlements/:settlement_id/reverse': {
    weight: 4,
    async ask(random, { list, ...asking }) {
      const payable = any(random, await list('/v1/supplier-payables', '&state=settled'))
      const path = `/v1/supplier-payables/${payable?.id}/settlements` as const
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

/** With the debit for which the payable is proposed: by its order, mostly. */
async function asProposed(random: Random, { name, customer, list, one }: Proposed) {
  const proposals = await list('/v1/settlement-candidates', '&target_type=supplier_payable')
  const ordered = proposals.filter(({ score }) => score >= 70)
  const candidate = any(random, random.isOneIn(4) ? proposals : ordered)
  const bankEntry = candidate && (await one(`/v1/camt-053/entries/${candidate.entry_id}`))
  if (!bankEntry) return null
  return post(`/v1/supplier-payables/${candidate.target_supplier_payable_id}/settlements`, {
    end_customer_id: customer,
    settlement_date: bankEntry.booking_date ?? postingDate(random),
    amount: candidate.proposed_amount,
    evidence_sha256: bankEntry.canonical_entry_hash,
    reviewer_justification: name,
  })
}

function manualPayment(random: Random, reference: string) {
  return { amount: chf(random.between(1, 90_000)), event_date: postingDate(random), reference }
}
