import { customerInvoiceRequest } from '../../shared/contract/facts/customer-invoices.ts'
import { expenseDocumentRequest } from '../../shared/contract/facts/expense-documents.ts'
import { journalVoucherRequest } from '../../shared/contract/facts/journal-vouchers.ts'
import type { SourceFactBatchRequest } from '../../shared/contract/facts/source-fact-batches.ts'
import type { FactRequests } from '../../shared/contract/facts/source-facts.ts'
import type { ErrorDetail } from '../../shared/contract/platform/errors.ts'
import { recordEnqueuedJobs } from '../../shared/process/log-context.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { acceptSourceFacts, type BatchedFact } from '../../shared/store/facts/accept-source-facts.ts'
import {
  findSourceFacts,
  findSourceFactsByBodyKey,
  type SourceFactWithIntents,
} from '../../shared/store/facts/source-facts.ts'
import { covers } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { bodyValidator, type Validator } from '../http/body/validate.ts'
import type { BatchRequest } from '../http/endpoint.ts'
import { keyConflictDetail } from '../http/idempotency.ts'
import { bodyKeyOf, bodyKeyText, factOf, isSameFact } from './new-fact.ts'
import { presentSourceFact } from './present-source-fact.ts'

const VALIDATORS: Readonly<Record<keyof FactRequests, Validator>> = {
  expense_document: bodyValidator(expenseDocumentRequest),
  customer_invoice: bodyValidator(customerInvoiceRequest),
  journal_voucher: bodyValidator(journalVoucherRequest),
}

type BatchItem = ReturnType<typeof factOf>
type ItemOutcome = {
  readonly outcome: 'created' | 'replayed' | 'conflict' | 'rejected'
  readonly source_fact: object | null
  readonly details: readonly ErrorDetail[]
}

/** Accepts many facts with one transaction and a fixed number of queries; each item has its own outcome. */
export async function recordSourceFacts(tx: Tx, deps: ApiDeps, request: BatchRequest<SourceFactBatchRequest>) {
  deps.queueDepth.requireRoom()
  const items = request.body.items.map((item, index) => read(item, index, request))
  const accepted = items.flatMap((item) => ('row' in item ? [item] : []))
  const rows = accepted.map(({ row }): BatchedFact => ({ ...row, ...NO_RECORD }))
  const acceptances = rows.length === 0 ? [] : await acceptSourceFacts(tx, rows)
  const ordinals = new Set(acceptances.flatMap(({ ordinal, is_created }) => (is_created ? [ordinal] : [])))
  const created = new Set(accepted.filter((_, ordinal) => ordinals.has(ordinal)))
  recordEnqueuedJobs([...created].map(({ row }) => row.source_fact_id))
  const keys = accepted.flatMap((item) => (created.has(item) ? [] : [bodyKeyOf(item.row)]))
  const known = new Map((await findSourceFactsByBodyKey(tx, keys)).map((fact) => [bodyKeyText(fact), fact]))
  const outcomes = items.map((item): ItemOutcome => {
    if (!('row' in item)) return { outcome: 'rejected', source_fact: null, details: item.details }
    if (created.has(item)) return { outcome: 'created', source_fact: presentSourceFact(item.fact), details: [] }
    return answerKnown(item, known.get(bodyKeyText(bodyKeyOf(item.row))))
  })
  const ids = [...created].map(({ row }) => row.source_fact_id)
  const current = async () => {
    const now = new Map((await findSourceFacts(deps.pool, ids)).map((fact) => [fact.source_fact_id, fact]))
    if ([...now.values()].some(({ state }) => state === 'received')) return null
    return batchOf(
      outcomes.map((outcome, index) => {
        const item = items[index]
        const fact = item && 'row' in item ? now.get(item.fact.source_fact_id) : undefined
        return fact ? { ...outcome, source_fact: presentSourceFact(fact) } : outcome
      }),
    )
  }
  return { body: batchOf(outcomes), current }
}

const NO_RECORD = { idempotency_key: null, fingerprint: null, status: null, response: null } as const

/** An item as a fact, or everything that is wrong with it; pointers start at the item. */
function read(item: unknown, index: number, request: BatchRequest<unknown>): BatchItem | { details: ErrorDetail[] } {
  const { fact_type } = item as { fact_type?: unknown }
  const validate = VALIDATORS[fact_type as keyof FactRequests]
  if (!Object.hasOwn(VALIDATORS, String(fact_type)) || !validate) {
    const message = `It must be one of ${Object.keys(VALIDATORS).join(', ')}.`
    return { details: [{ pointer: '/fact_type', code: fact_type === undefined ? 'required' : 'not_allowed', message }] }
  }
  const prefix = `/items/${index}`
  const unsafe = request.unsafe.flatMap((detail) =>
    detail.pointer.startsWith(`${prefix}/`) ? [{ ...detail, pointer: detail.pointer.slice(prefix.length) }] : [],
  )
  const wrong = validate(item).filter(({ pointer }) => !unsafe.some((detail) => detail.pointer === pointer))
  if (unsafe.length + wrong.length > 0) return { details: [...unsafe, ...wrong] }
  const body = item as FactRequests[keyof FactRequests]
  const end_customer_id = body.end_customer_id.toLowerCase()
  if (!covers(request.caller, end_customer_id)) {
    const message = 'Use a key that covers this end customer.'
    return { details: [{ pointer: '/end_customer_id', code: 'forbidden', message }] }
  }
  const item_hash = request.item_hashes[index] as string
  return factOf(fact_type as keyof FactRequests, body, item_hash, { ...request, end_customer_id })
}

/** The body key is taken: by the same body, or by another one. */
function answerKnown({ row }: BatchItem, known: SourceFactWithIntents | undefined): ItemOutcome {
  if (known && isSameFact(known, row))
    return { outcome: 'replayed', source_fact: presentSourceFact(known), details: [] }
  return { outcome: 'conflict', source_fact: null, details: [keyConflictDetail('/idempotency_key')] }
}

function batchOf(data: readonly ItemOutcome[]) {
  const count = (outcome: ItemOutcome['outcome']) => data.filter((item) => item.outcome === outcome).length
  const counts = {
    created: count('created'),
    replayed: count('replayed'),
    conflict: count('conflict'),
    rejected: count('rejected'),
  }
  return { object: 'source_fact_batch', data, counts }
}
