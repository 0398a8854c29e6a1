import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { asNotification, bankEntry, camt053Message, IBAN, transaction } from '../../../camt053/messages.ts'
import { eventually } from '../../../support/books.ts'
import { firstOf, itemsOf, notify, post, put, upload } from '../../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice, newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { movedAtBank } from '../../bank-returns/books-with-returns.ts'
import { createRule } from '../../bank-rules/rule-requests.ts'

/** Something of every kind that belongs to `theirs`, and a key that is limited to `mine`. */
export type World = {
  mine: string
  theirs: string
  key: string
  fact: string
  blocked_fact: string
  entry: string
  mapping: string
  payable: string
  document: string
  statement_import: string
  payment: string
  candidate: string
  handoff: string
  allocation: string
  settlement: string
  manual_payment: string
  payment_order: string
  bank_entry: string
  notification_import: string
  notification: string
  bank_rule: string
  webhook: string
  bank_return: string
}

export async function newWorld(): Promise<World> {
  const theirs = await newEndCustomer()
  const mine = crypto.randomUUID()
  // Webhooks belong to an API client: this one has another key for theirs.
  const client_name = `limited ${mine}`
  const key = await issueKey(service().home, { client_name, end_customer_ids: [mine] })
  const their_key = await issueKey(service().home, { client_name, end_customer_ids: [theirs] })
  const booked = await bookFacts(theirs)
  const paid = await importPayment(theirs)
  const settled = await settle(theirs, { ...booked, ...paid })
  const bank_return = await comeBack(theirs, booked.payable)
  const payment_order = await orderPayment(theirs, booked.payable)
  const { body: bank_rule } = await createRule(theirs)
  const { body: webhook } = await post(
    '/v1/webhook-subscriptions',
    { url: 'http://127.0.0.1:9/', end_customer_ids: [theirs], state: 'off' },
    { key: their_key },
  )
  const made = { payment_order, bank_rule: bank_rule.id, webhook: webhook.id, bank_return }
  return { mine, theirs, key, ...booked, ...paid, ...settled, ...made }
}

async function bookFacts(end_customer_id: string) {
  const supplier = {
    name: 'Papeterie Muster AG',
    structured_address: { town_name: 'Bern', country: 'CH' },
    iban: 'CH5604835012345678009',
  }
  const { body: fact } = await post(EXPENSES, expense(end_customer_id, { payload: { supplier } }), { wait: 10 })
  const { body: blocked } = await post(EXPENSES, expense(end_customer_id, { evidence_links: [] }), { wait: 10 })
  await post(INVOICES, invoice(end_customer_id), { wait: 10 })
  return {
    fact: fact.id,
    blocked_fact: blocked.id,
    entry: there(fact.journal_entry_id.id),
    mapping: (await firstOf('account-mappings', end_customer_id)).account_mapping_id,
    payable: (await firstOf('supplier-payables', end_customer_id)).id,
    document: (await firstOf('documents', end_customer_id)).id,
  }
}

async function importPayment(end_customer_id: string) {
  const message = camt053Message({ bankEntries: bankEntry({ details: transaction() }) })
  const { body: statement_import } = await upload(end_customer_id, message, { wait: 10 })
  await eventually(async () => (await itemsOf('settlement-candidates', end_customer_id)).length > 0)
  const { body: notification_import } = await notify(end_customer_id, asNotification(message), { wait: 10 })
  return {
    notification_import: notification_import.id,
    notification: (await firstOf('camt-054/entries', end_customer_id)).id,
    statement_import: statement_import.id,
    bank_entry: (await firstOf('camt-053/entries', end_customer_id)).id,
    payment: (await firstOf('payments', end_customer_id)).id,
    candidate: (await firstOf('settlement-candidates', end_customer_id)).id,
  }
}

/** A Rappen of everything: proposed, allocated, settled and paid by hand. */
async function settle(
  end_customer_id: string,
  { document, payable, payment, candidate }: Pick<World, 'document' | 'payable' | 'payment' | 'candidate'>,
) {
  const amount = chf(1)
  const { body: handoff } = await post(`/v1/settlement-candidates/${candidate}/allocation-handoffs`, {
    end_customer_id,
    payment_id: payment,
    target_document_id: document,
    open_ar_snapshot: chf(10_810),
    proposed_amount: amount,
    reviewer_justification: 'x',
  })
  const lines = [{ document_id: document, amount }]
  const { body: allocation } = await post('/v1/allocations', { end_customer_id, payment_id: payment, lines })
  const { body: settlement } = await post(`/v1/supplier-payables/${payable}/settlements`, {
    end_customer_id,
    settlement_date: '2026-03-31',
    amount,
    reviewer_justification: 'x',
  })
  const { body: manual } = await post('/v1/manual-payments', { end_customer_id, amount, event_date: '2026-03-31' })
  return {
    handoff: handoff.id,
    allocation: allocation.id,
    settlement: settlement.id,
    manual_payment: manual.id,
  }
}

async function orderPayment(end_customer_id: string, payable: string): Promise<string> {
  await put(`/v1/end-customers/${end_customer_id}`, { name: 'Treuhand Beispiel AG' })
  const order = { bank_account: IBAN, execution_date: '2099-12-31', payables: [payable] }
  return (await post('/v1/payment-orders', { end_customer_id, ...order })).body.id
}

/** A Rappen that was paid comes back. */
async function comeBack(end_customer_id: string, payable: string): Promise<string> {
  const named = '<EndToEndId>E2E-1</EndToEndId>'
  const rappen = { amount: '0.01', date: '2026-04-02', named }
  const bankEntries = movedAtBank(rappen) + movedAtBank({ ...rappen, direction: 'CRDT', reason: 'AC04' })
  await upload(end_customer_id, camt053Message({ header: '<Id>S-R</Id>', bankEntries }), { wait: 10 })
  const entries = await itemsOf('camt-053/entries', end_customer_id)
  const debit = entries.find(({ credit_debit_indicator }) => credit_debit_indicator === 'DBIT')
  const settlement = { settlement_date: '2026-04-02', amount: chf(1), reviewer_justification: 'x' }
  const request = { end_customer_id, ...settlement, evidence_sha256: there(debit).canonical_entry_hash }
  await post(`/v1/supplier-payables/${payable}/settlements`, request, { wait: 10 })
  const proposed = () => itemsOf('settlement-candidates', end_customer_id, '&target_type=return')
  await eventually(async () => (await proposed()).length > 0)
  const candidate_id = there((await proposed())[0]).id
  return (await post('/v1/bank-returns', { end_customer_id, candidate_id, reason: 'x' })).body.id
}
