import { uuidOf } from '../../../shared/process/ids.ts'
import type { Reply } from '../../support/reply.ts'
import { there } from '../../support/there.ts'
import { isRefusal } from '../load/difficult-clients.ts'
import type { Route } from '../load/operations.ts'
import { fateOf } from './answers.ts'
import { differences, type Evidence, type Finding, type Recorded } from './evidence.ts'
import { fact, intents, key, newestIntent, reversalOf, uuid } from './ids-of-answers.ts'

type Answered<R extends Route> = R extends `${infer Method} ${infer Path}` ? Reply<Method, Path> : never
type Effect = {
  /** The ids that a recorded answer names. */
  readonly expected: { readonly [R in Route]?: (answer: Answered<R>, key: string) => (string | null)[] }
  /** Selects the ids that there are, as `found`. */
  readonly found: string
}

/** Rows by table, and the answers that name them: as many answers as rows, with the same ids. */
const EFFECTS: Readonly<Record<string, Effect>> = {
  'source facts': {
    expected: {
      'post /v1/source-facts/expense-documents': fact,
      'post /v1/source-facts/customer-invoices': fact,
      'post /v1/source-facts/journal-vouchers': fact,
      'post /v1/source-facts/batch': ({ data }) =>
        data
          .filter(({ outcome }) => outcome === 'created')
          .map(({ source_fact }) => uuidOf('source_fact', there(source_fact).id)),
    },
    found: 'select source_fact_id as found from source_facts',
  },
  'reversals of facts': {
    expected: { 'post /v1/source-facts/:source_fact_id/reverse': newestIntent },
    found: `select intent_id as found from intents where intent_type = 'source_fact_reversal'`,
  },
  'facts withdrawn': {
    expected: { 'post /v1/source-facts/:source_fact_id/withdraw': key },
    found: `select withdrawal ->> 'reason' as found from fact_states where state = 'withdrawn'`,
  },
  'withdrawals in the feeds': {
    expected: { 'post /v1/source-facts/:source_fact_id/withdraw': uuid('source_fact') },
    found: `select subject_id as found from events where event_type = 'fact.withdrawn'`,
  },
  allocations: {
    expected: { 'post /v1/allocations': uuid('payment_allocation') },
    found: 'select allocation_id as found from allocations',
  },
  'intents of allocations': {
    expected: {
      'post /v1/allocations': intents,
      'post /v1/allocations/:allocation_id/reverse': reversalOf('allocation'),
    },
    found: `select intent_id as found from intents where intent_type like 'allocation%'`,
  },
  'allocations taken back': {
    expected: { 'post /v1/allocations/:allocation_id/reverse': uuid('payment_allocation') },
    found: `select allocation_id as found from allocations where state = 'reversed' or exists (
      select from intents where subject_id = allocation_id and intent_type = 'allocation_reversal')`,
  },
  settlements: {
    expected: {
      'post /v1/supplier-payables/:supplier_payable_id/settlements': uuid('supplier_payable_settlement'),
    },
    found: 'select settlement_id as found from supplier_settlements',
  },
  'intents of settlements': {
    expected: {
      'post /v1/supplier-payables/:supplier_payable_id/settlements': intents,
      'post /v1/supplier-payables/:supplier_payable_id/settlements/:settlement_id/reverse': reversalOf('settlement'),
    },
    found: `select intent_id as found from intents where intent_type like 'settlement%'`,
  },
  'settlements taken back': {
    expected: {
      'post /v1/supplier-payables/:supplier_payable_id/settlements/:settlement_id/reverse':
        uuid('supplier_payable_settlement'),
    },
    found: `select settlement_id as found from supplier_settlements where state = 'reversed' or exists (
      select from intents where subject_id = settlement_id and intent_type = 'settlement_reversal')`,
  },
  'manual payments': {
    expected: {
      'post /v1/manual-payments': uuid('manual_payment'),
      'post /v1/manual-payments/:payment_id/reverse': ({ correction_payment_id: id }) =>
        id ? [uuidOf('manual_payment', id)] : [],
    },
    found: 'select manual_payment_id as found from manual_payments',
  },
  'manual payments taken back': {
    expected: { 'post /v1/manual-payments/:payment_id/reverse': uuid('manual_payment') },
    found: `select manual_payment_id as found from manual_payments where state = 'reversed'`,
  },
  'payment orders': {
    expected: { 'post /v1/payment-orders': uuid('payment_order') },
    found: 'select payment_order_id as found from payment_orders',
  },
  'status reports of orders': {
    expected: {
      'post /v1/payment-orders/:payment_order_id/status-reports': ({ status_reports }) => [
        uuidOf('payment_status_report', there(status_reports.at(-1)).id),
      ],
    },
    found: 'select status_report_id as found from payment_status_reports',
  },
  'payment orders taken back': {
    expected: { 'post /v1/payment-orders/:payment_order_id/withdraw': uuid('payment_order') },
    found: `select distinct payment_order_id as found from payment_order_lines where state = 'withdrawn'`,
  },
  'bank statements': {
    expected: { 'post /v1/camt-053/imports': uuid('camt053_import') },
    found: 'select import_id as found from camt053_imports',
  },
  notifications: {
    expected: { 'post /v1/camt-054/imports': uuid('camt054_import') },
    found: 'select import_id as found from camt054_imports',
  },
  links: {
    expected: { 'post /v1/camt-053/entries/:entry_id/links': key },
    found: `select reason as found from bank_entry_uses where used_by = 'link'`,
  },
  'links taken back': {
    expected: { 'post /v1/camt-053/entries/:entry_id/links/:link_id/reverse': key },
    found: 'select release_reason as found from bank_entry_uses where release_reason is not null',
  },
  dismissals: {
    expected: { 'post /v1/camt-053/entries/:entry_id/dismiss': key },
    found: 'select distinct reason as found from bank_entry_dismissals',
  },
  'dismissals taken back': {
    expected: { 'post /v1/camt-053/entries/:entry_id/undismiss': key },
    found: 'select distinct undone_reason as found from bank_entry_dismissals where undone_reason is not null',
  },
  'decisions about repeats': {
    expected: { 'post /v1/camt-053/entries/:entry_id/repeat-review': key },
    found: `select reason as found from repeat_decisions where decided_by is not null`,
  },
  'decisions about repeats taken back': {
    expected: { 'post /v1/camt-053/entries/:entry_id/repeat-review/reverse': key },
    found: `select taken_back_reason as found from repeat_decisions where taken_back_reason is not null`,
  },
  handoffs: {
    expected: {
      'post /v1/settlement-candidates/:candidate_id/allocation-handoffs': uuid('allocation_handoff'),
    },
    found: 'select handoff_id as found from allocation_handoffs',
  },
  'changes of fiscal years': {
    expected: {
      'post /v1/fiscal-years/:fiscal_year_id/close': key,
      'post /v1/fiscal-years/:fiscal_year_id/reopen': key,
    },
    found: 'select reason as found from fiscal_year_changes',
  },
  'closings of fiscal years': {
    expected: { 'post /v1/fiscal-years/:fiscal_year_id/close': key },
    found: `select reason as found from fiscal_year_closings closing
      join fiscal_year_changes change using (end_customer_id, change_id)`,
  },
  'period locks': {
    expected: { 'put /v1/period-locks': key },
    found: 'select reason as found from period_locks',
  },
  'VAT registrations': {
    expected: { 'put /v1/vat-registrations': key },
    found: `select reason as found from vat_registration_changes where reason <> 'vat_method of the end customer'`,
  },
  'filed VAT returns': {
    expected: { 'post /v1/vat-returns/:period/file': uuid('vat_filing') },
    found: 'select filing_id as found from vat_filings',
  },
}

/**
 * Every request that is recorded has all of its effects once, and nothing else has any: whether it was answered or not,
 * it is there wholly or not at all.
 */
export async function checkEffects({ sent, query, records }: Evidence, when: string): Promise<Finding> {
  const recorded = await records()
  const answers = sent.flatMap(({ key, step, is_conflicting }) => {
    const record = is_conflicting ? undefined : recorded.get(key)
    return record ? [{ key, route: step.route, answer: JSON.parse(record.response) }] : []
  })
  const wrong: string[] = []
  let rows = 0
  for (const [what, { expected, found }] of Object.entries(EFFECTS)) {
    const existing = (await query<{ found: string }>(found)).map((row) => row.found)
    const named = answers.flatMap(({ key, route, answer }) => expected[route]?.(answer, key) ?? [])
    rows += existing.length
    wrong.push(...differences(what, named as string[], existing))
  }
  const keys = new Set(sent.map((request) => request.key))
  const strangers = [...recorded].filter(([key, record]) => !keys.has(key) && !isRefusedBatch(key, record))
  wrong.push(...strangers.map(([key]) => `${key} is recorded and was never sent`))
  const unanswered = sent.filter((request) => !request.is_conflicting && fateOf(request) === 'unanswered')
  const done = unanswered.filter((request) => recorded.has(request.key)).length
  const counted = `${answers.length} requests, ${rows} rows; without answer ${done}, and ${unanswered.length - done} not done`
  return { check: `effects are whole and once, or not at all, ${when}`, counted, wrong }
}

/** Batches of hostile items are answered item by item and recorded, as every batch is: they must have created nothing. */
function isRefusedBatch(key: string, { status, response }: Recorded): boolean {
  return key.endsWith('-hostile') && status === 202 && isRefusal({ status, text: response })
}
