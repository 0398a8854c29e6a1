import { sha256Of } from '../../../canonical/hash.ts'
import type { AnswerTo, ItemOf, RequestTo } from '../../../client/index.ts'
import { todayInSwitzerland } from '../../../process/clock.ts'
import { BANK_IBAN, bankStatement } from '../company/bank-statement.ts'
import { DECIDED, type Demo, expectEqual, say } from '../demo.ts'
import { feed } from '../feed.ts'
import { waitUntil } from '../queries.ts'
import { francs, printRows } from '../tables.ts'

const RECEIVED = 12
const PAID = 6

type Order = AnswerTo<'orderPayments'>
type DemoProposal = ItemOf<'listSettlementCandidates'>
type DemoProposals = { readonly best: readonly DemoProposal[]; readonly closing_minor: number }

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
  const { state } = await demo.client.getPaymentOrder({ payment_order_id: order.id })
  expectEqual('the state of the payment order', state, 'completed')
  await recordManualPayment(demo)
  const { data: payments } = await demo.client.listPayments({ query: { end_customer_id: demo.customer, limit: 500 } })
  const credit = payments.reduce((sum, { open_amount }) => sum + open_amount.amount_minor, 0)
  const booked = await balanceOf(demo, 'FY2026')
  say(`   customer credit: ${francs(credit)}`)
  say(`   bank: ${francs(booked)} in the books, ${francs(closing_minor)} on the statement`)
  if (booked !== closing_minor) throw new Error('the bank account in the books is not the closing balance')
}

/** The payables that are due first are paid by an order; nothing is booked by that. */
async function orderPayments({ client, customer: end_customer_id }: Demo): Promise<Order> {
  const mapping = { mapping_key: `posting.bank.${BANK_IBAN}`, account_code: '1020', valid_from: '2026-01-01' } as const
  await client.putAccountMappings({ body: { end_customer_id, mappings: [mapping] } })
  const { data } = await client.listSupplierPayables({ query: { end_customer_id, state: 'open', limit: 500 } })
  const payables = data.filter(isInvoice).slice(0, PAID)
  const order = await client.orderPayments({
    body: {
      end_customer_id,
      bank_account: BANK_IBAN,
      execution_date: todayInSwitzerland(),
      payables: payables.map(({ id }) => id),
    },
  })
  const asked = { payment_order_id: order.id }
  const file = await (await client.represent('getPaymentOrderFile', asked, 'application/xml')).text()
  expectEqual('the hash of the payment order', sha256Of(file), order.file_sha256)
  for (const { amount, count } of order.batches)
    say(`   ordered: ${count} payments, ${francs(amount.amount_minor)}, in a pain.001 of ${file.length} letters`)
  return order
}

function isInvoice({ open_amount }: { readonly open_amount: { readonly amount_minor: number } }): boolean {
  return open_amount.amount_minor > 0
}

/** @returns the best proposal for each bank entry */
async function importStatement({ client, customer }: Demo, order: Order): Promise<DemoProposals> {
  const query = { end_customer_id: customer, limit: 500 }
  const { data } = await client.listDocuments({ query: { ...query, state: 'open' } })
  const receivables = data.filter(isInvoice).slice(0, RECEIVED)
  const opening_minor = await balanceOf({ client, customer }, 'FY2025')
  const { xml, closing_minor } = bankStatement(opening_minor, receivables, order.payments)
  const import_query = { end_customer_id: customer }
  const accepted = await client.importBankStatement({ query: import_query, document: xml }, { wait_seconds: 20 })
  const { new_entry_count, payment_count, statements } = await client.waitUntilDecided(accepted)
  say(
    `   imported: ${new_entry_count} bank entries, ${payment_count} payments, arithmetic ${statements[0]?.arithmetic}`,
  )

  let candidates: DemoProposal[] = []
  await waitUntil(async () => {
    candidates = (await client.listSettlementCandidates({ query })).data
    return candidates.filter(({ score }) => score >= 70).length >= RECEIVED + PAID
  }, 'the matcher has proposed something for every bank entry')
  const best = [...Map.groupBy(candidates, ({ entry_id }) => entry_id).values()].flatMap((of_entry) =>
    of_entry.sort((a, b) => b.score - a.score).slice(0, 1),
  )
  printProposals(best.slice(0, 6))
  return { best, closing_minor }
}

function printProposals(candidates: readonly DemoProposal[]): void {
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

async function allocatePayments(demo: Demo, candidates: readonly DemoProposal[]): Promise<void> {
  const [first, ...others] = candidates.filter(({ payment_id }) => payment_id !== null)
  if (first) await followHandoff(demo, first)
  await feed('allocations', others, ({ payment_id, target_document_id, proposed_amount }) =>
    demo.client.allocatePayment(
      {
        body: {
          end_customer_id: demo.customer,
          payment_id: payment_id ?? '',
          lines: [{ document_id: target_document_id ?? '', amount: proposed_amount }],
        },
      },
      DECIDED,
    ),
  )
}

/** A reviewer proposes an allocation; its request is part of the answer. */
async function followHandoff({ client, customer }: Demo, candidate: DemoProposal): Promise<void> {
  const { payment_id, target_document_id, proposed_amount, reasons } = candidate
  const document_id = target_document_id ?? ''
  const receivable = await client.getDocument({ document_id })
  const handoff = await client.handOffAllocation({
    candidate_id: candidate.id,
    body: {
      end_customer_id: customer,
      payment_id: payment_id ?? '',
      target_document_id: document_id,
      open_ar_snapshot: receivable.open_amount,
      proposed_amount,
      reviewer_justification: reasons.join(', '),
    },
  })
  const body = handoff.allocation_request_payload as unknown as RequestTo<'allocatePayment'>['body']
  await client.allocatePayment({ body }, DECIDED)
}

async function settlePayables({ client, customer }: Demo, candidates: readonly DemoProposal[]): Promise<void> {
  const { data } = await client.listBankEntries({ query: { end_customer_id: customer, limit: 500 } })
  const bankEntries = new Map(data.map((bankEntry) => [bankEntry.id, bankEntry]))
  const debits = candidates.filter(({ payment_id }) => payment_id === null)
  await feed('settlements', debits, (candidate) => {
    const bankEntry = bankEntries.get(candidate.entry_id)
    return client.settleSupplierPayable(
      {
        supplier_payable_id: candidate.target_supplier_payable_id ?? '',
        body: {
          end_customer_id: customer,
          settlement_date: bankEntry?.booking_date ?? '',
          amount: candidate.proposed_amount,
          evidence_sha256: bankEntry?.canonical_entry_hash ?? '',
          reviewer_justification: candidate.reasons.join(', '),
        },
      },
      DECIDED,
    )
  })
}

/** Evidence only: recorded, reversed, and recorded again with the right amount. */
async function recordManualPayment({ client, customer: end_customer_id }: Demo): Promise<void> {
  const recorded = { event_date: '2026-01-15', source_channel: 'manual' } as const
  const amount = { amount_minor: 55_000, currency: 'CHF' }
  const { id } = await client.recordManualPayment({
    body: { end_customer_id, ...recorded, amount, reference: 'Barzahlung' },
  })
  const correction = { ...recorded, amount: { ...amount, amount_minor: 50_000 } }
  const reversed = await client.reverseManualPayment({
    payment_id: id,
    body: { end_customer_id, reason: 'wrong amount', correction },
  })
  expectEqual('the manual payment', reversed.state, 'reversed')
}

async function balanceOf({ client, customer }: Demo, fiscal_year_id: string): Promise<number> {
  const query = { end_customer_id: customer, fiscal_year_id, account_code: '1020', limit: 1 }
  return (await client.getAccountLedger({ query })).closing_balance.amount_minor
}
