import { uuidOf } from '../../../../shared/process/ids.ts'
import { there } from '../../../support/there.ts'
import { fact, key, newestIntent, uuid } from '../ids-of-answers.ts'
import type { Effect } from './effect.ts'

/** Vouchers of rules and returns have effects of their own, also where they are taken back. */
const SENT_BY_CLIENTS = `source_system not in ('bank_rules', 'bank_returns')`
const isSentByClient = ({ source_system }: { readonly source_system: string }) =>
  !['bank_rules', 'bank_returns'].includes(source_system)

/** What requests leave that record facts, orders and files, or change the books. */
export const EFFECTS_IN_BOOKS: Readonly<Record<string, Effect>> = {
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
    found: `select source_fact_id as found from source_facts where ${SENT_BY_CLIENTS}`,
  },
  'reversals of facts': {
    expected: {
      'post /v1/source-facts/:source_fact_id/reverse': (answer) => (isSentByClient(answer) ? newestIntent(answer) : []),
    },
    found: `select intent_id as found from intents join source_facts fact on source_fact_id = subject_id
      where intent_type = 'source_fact_reversal' and ${SENT_BY_CLIENTS}`,
  },
  'facts withdrawn': {
    expected: {
      'post /v1/source-facts/:source_fact_id/withdraw': (answer, request_key) =>
        isSentByClient(answer) ? key(answer, request_key) : [],
    },
    found: `select withdrawal ->> 'reason' as found from fact_states join source_facts using (source_fact_id)
      where state = 'withdrawn' and ${SENT_BY_CLIENTS}`,
  },
  'withdrawals in the feeds': {
    expected: {
      'post /v1/source-facts/:source_fact_id/withdraw': (answer) =>
        isSentByClient(answer) ? uuid('source_fact')(answer) : [],
    },
    found: `select subject_id as found from events join source_facts on source_fact_id = subject_id
      where event_type = 'fact.withdrawn' and ${SENT_BY_CLIENTS}`,
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
  // One that the bank has all the same is taken back once more, by another word.
  'payment orders taken back': {
    expected: { 'post /v1/payment-orders/:payment_order_id/withdraw': uuid('payment_order') },
    found: `select subject_id as found from events where event_type = 'payment_order.withdrawn'`,
  },
  'bank statements': {
    expected: { 'post /v1/camt-053/imports': uuid('camt053_import') },
    found: 'select import_id as found from camt053_imports',
  },
  notifications: {
    expected: { 'post /v1/camt-054/imports': uuid('camt054_import') },
    found: 'select import_id as found from camt054_imports',
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
