import { sha256Of } from '../../../canonical/hash.ts'
import { todayInSwitzerland } from '../../../process/clock.ts'
import type { Body } from '../client.ts'
import { BANK_IBAN, bankStatement } from '../company/bank-statement.ts'
import { type Demo, expectEqual, say } from '../demo.ts'
import { feed } from '../feed.ts'
import { waitUntil } from '../queries.ts'
import { francs, printRows } from '../tables.ts'

const RECEIVED = 12
const PAID = 6

type Proposals = { readonly best: readonly Body[]; readonly closing_minor: number }

/**
 * January 2026 at the bank: a bank statement is imported, proposals are followed, payments allocated, payables settled.
 * At the end the bank account in the books has the closing balance of the bank statement.
 */
export async function runBank(demo: Demo): Promise<void> {
  say(
    '\n8. January 2026 at the bank: a payment order, a statement, proposals, a handoff, allocations, settlements, a manual payment.',
  )
  const order = await orderPayments(demo)
  const { best, closing_minor } = await importStatement(demo, order)
  await allocatePayments(demo, best)
  await settlePayables(demo, best)
  const { state } = await demo.client.get(`/v1/payment-orders/${order.id}`)
  expectEqual('the state of the payment order', state, 'completed')
  await recordManualPayment(demo)
  const credit = (await list(demo, 'payments')).reduce((sum, { open_amount }) => sum + open_amount.amount_minor, 0)
  const booked = await balanceOf(demo, 'FY2026')
  say(`   customer credit: ${francs(credit)}`)
  say(`   bank: ${francs(booked)} in the books, ${francs(closing_minor)} on the statement`)
  if (booked !== closing_minor) throw new Error('the bank account in the books is not the closing balance')
}

/** The payables that are due first are paid by an order; nothing is booked by that. */
async function orderPayments({ client, customer: end_customer_id }: Demo): Promise<Body> {
  const mapping = { mapping_key: `posting.bank.${BANK_IBAN}`, account_code: '1020', valid_from: '2026-01-01' }
  await client.send('PUT', '/v1/account-mappings', { end_customer_id, mappings: [mapping] })
  const open = (await list({ client, customer: end_customer_id }, 'supplier-payables', '&state=open')).filter(isInvoice)
  const { body: order } = await client.send('POST', '/v1/payment-orders', {
    end_customer_id,
    bank_account: BANK_IBAN,
    execution_date: todayInSwitzerland(),
    payables: open.slice(0, PAID).map(({ id }) => id),
  })
  const file = await client.text(`/v1/payment-orders/${order.id}/file`)
  expectEqual('the hash of the payment order', sha256Of(file), order.file_sha256)
  const [{ amount, count }] = order.batches
  say(`   ordered: ${count} payments, ${francs(amount.amount_minor)}, in a pain.001 of ${file.length} letters`)
  return order
}

function isInvoice({ open_amount }: Body): boolean {
  return open_amount.amount_minor > 0
}

/** @returns the best proposal for each bank entry */
async function importStatement(demo: Demo, order: Body): Promise<Proposals> {
  const receivables = (await list(demo, 'documents', '&state=open')).filter(isInvoice).slice(0, RECEIVED)
  const { xml, closing_minor } = bankStatement(await balanceOf(demo, 'FY2025'), receivables, order.payments)
  const imported = await demo.client.upload(`/v1/camt-053/imports?end_customer_id=${demo.customer}`, xml)
  const { new_entry_count, payment_count, statements } = imported
  say(`   imported: ${new_entry_count} bank entries, ${payment_count} payments, arithmetic ${statements[0].arithmetic}`)

  let candidates: Body[] = []
  await waitUntil(async () => {
    candidates = await list(demo, 'settlement-candidates')
    return candidates.filter(({ score }) => score >= 70).length >= RECEIVED + PAID
  }, 'the matcher has proposed something for every bank entry')
  const best = [...Map.groupBy(candidates, ({ entry_id }) => entry_id).values()].map(
    (candidates_of_entry) => candidates_of_entry.sort((a, b) => b.score - a.score)[0] as Body,
  )
  printProposals(best.slice(0, 6))
  return { best, closing_minor }
}

function printProposals(candidates: readonly Body[]): void {
  printRows(
    'Proposals of the matcher',
    ['score', 'amount', 'for', 'because of'],
    candidates.map(({ score, proposed_amount, target_type, reasons }) => [
      score,
      francs(proposed_amount.amount_minor),
      target_type,
      reasons.join(', '),
    ]),
    [0, 1],
  )
}

async function allocatePayments(demo: Demo, candidates: readonly Body[]): Promise<void> {
  const [first, ...others] = candidates.filter(({ payment_id }) => payment_id !== null) as [Body, ...Body[]]
  await followHandoff(demo, first)
  await feed('allocations', others, ({ payment_id, target_document_id, proposed_amount }) =>
    demo.client.send(
      'POST',
      '/v1/allocations',
      {
        end_customer_id: demo.customer,
        payment_id,
        lines: [{ document_id: target_document_id, amount: proposed_amount }],
      },
      { wait: 10 },
    ),
  )
}

/** A reviewer proposes an allocation; its request is part of the answer. */
async function followHandoff({ client, customer }: Demo, candidate: Body): Promise<void> {
  const receivable = await client.get(`/v1/documents/${candidate.target_document_id}`)
  const { body: handoff } = await client.send('POST', `/v1/settlement-candidates/${candidate.id}/allocation-handoffs`, {
    end_customer_id: customer,
    payment_id: candidate.payment_id,
    target_document_id: candidate.target_document_id,
    open_ar_snapshot: receivable.open_amount,
    proposed_amount: candidate.proposed_amount,
    reviewer_justification: candidate.reasons.join(', '),
  })
  await client.send('POST', '/v1/allocations', handoff.allocation_request_payload, { wait: 10 })
}

async function settlePayables(demo: Demo, candidates: readonly Body[]): Promise<void> {
  const bankEntries = new Map((await list(demo, 'camt-053/entries')).map((bankEntry) => [bankEntry.id, bankEntry]))
  const debits = candidates.filter(({ payment_id }) => payment_id === null)
  await feed('settlements', debits, (candidate) => {
    const { booking_date, canonical_entry_hash } = bankEntries.get(candidate.entry_id) as Body
    return demo.client.send(
      'POST',
      `/v1/supplier-payables/${candidate.target_supplier_payable_id}/settlements`,
      {
        end_customer_id: demo.customer,
        settlement_date: booking_date,
        amount: candidate.proposed_amount,
        evidence_sha256: canonical_entry_hash,
        reviewer_justification: candidate.reasons.join(', '),
      },
      { wait: 10 },
    )
  })
}

/** Evidence only: recorded, reversed, and recorded again with the right amount. */
async function recordManualPayment({ client, customer }: Demo): Promise<void> {
  const amount = { amount_minor: 55_000, currency: 'CHF' }
  const recorded = {
    end_customer_id: customer,
    amount,
    event_date: '2026-01-15',
    source_channel: 'manual',
    reference: 'Barzahlung',
  }
  const { body } = await client.send('POST', '/v1/manual-payments', recorded)
  const correction = { amount: { ...amount, amount_minor: 50_000 }, event_date: '2026-01-15', source_channel: 'manual' }
  const reversal = { end_customer_id: customer, reason: 'wrong amount', correction }
  const { body: reversed } = await client.send('POST', `/v1/manual-payments/${body.id}/reverse`, reversal)
  if (reversed.state !== 'reversed') throw new Error('the manual payment should be reversed')
}

async function list({ client, customer }: Demo, name: string, filter = ''): Promise<Body[]> {
  return (await client.get(`/v1/${name}?end_customer_id=${customer}&limit=500${filter}`)).data
}

async function balanceOf({ client, customer }: Demo, fiscal_year_id: string): Promise<number> {
  const query = `end_customer_id=${customer}&fiscal_year_id=${fiscal_year_id}&account_code=1020&limit=1`
  return (await client.get(`/v1/statements/account-ledger?${query}`)).closing_balance.amount_minor
}
