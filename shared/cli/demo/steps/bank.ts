import type { Body, DemoClient } from '../client.ts'
import { bankStatement } from '../company/bank-statement.ts'
import { feed } from '../feed.ts'
import { until } from '../queries.ts'
import { francs, printRows } from '../tables.ts'

const RECEIVED = 12
const PAID = 6

/**
 * January 2026 at the bank: a statement is imported, proposals are followed, payments allocated, payables settled. At the
 * end the bank account in the books has the closing balance of the statement.
 */
export async function runBank(client: DemoClient, customer: string, say: (line: string) => void): Promise<void> {
  const list = async (name: string, more = ''): Promise<Body[]> =>
    (await client.get(`/v1/${name}?end_customer_id=${customer}&limit=500${more}`)).data
  const isInvoice = ({ open_amount }: Body) => open_amount.amount_minor > 0
  const documents = (await list('documents', '&state=open')).filter(isInvoice).slice(0, RECEIVED)
  const payables = (await list('supplier-payables', '&state=open')).filter(isInvoice).slice(0, PAID)
  const opening = await balanceOf(client, customer, 'FY2025')
  const { xml, closing_minor } = bankStatement(opening, documents, payables)
  const statement = await client.upload(`/v1/camt-053/imports?end_customer_id=${customer}`, xml)
  say(
    `   imported: ${statement.new_entry_count} bookings, ${statement.payment_count} payments, arithmetic ${statement.statements[0].arithmetic}`,
  )

  let candidates: Body[] = []
  await until(async () => {
    candidates = await list('settlement-candidates')
    return candidates.filter(({ score }) => score >= 70).length >= RECEIVED + PAID
  }, 'the matcher has proposed something for every booking')
  const best = [...Map.groupBy(candidates, ({ entry_id }) => entry_id).values()].map(
    (own) => own.sort((a, b) => b.score - a.score)[0] as Body,
  )
  printRows(
    'Proposals of the matcher',
    ['score', 'amount', 'for', 'because of'],
    best
      .slice(0, 6)
      .map((own) => [own.score, francs(own.proposed_amount.amount_minor), own.target_type, own.reasons.join(', ')]),
    [0, 1],
  )
  const [first, ...others] = best.filter(({ payment_id }) => payment_id !== null) as [Body, ...Body[]]
  await followHandoff(client, customer, first)
  await feed('allocations', others, (own) =>
    client.send('POST', '/v1/allocations', allocationOf(customer, own), { wait: 10 }),
  )
  const entries = new Map((await list('camt-053/entries')).map((entry) => [entry.id, entry]))
  await feed(
    'settlements',
    best.filter(({ payment_id }) => payment_id === null),
    (own) => {
      const entry = entries.get(own.entry_id) as Body
      return client.send(
        'POST',
        `/v1/supplier-payables/${own.target_supplier_payable_id}/settlements`,
        {
          end_customer_id: customer,
          settlement_date: entry.booking_date,
          amount: own.proposed_amount,
          evidence_sha256: entry.canonical_entry_hash,
          reviewer_justification: own.reasons.join(', '),
        },
        { wait: 10 },
      )
    },
  )
  await manualPayment(client, customer)
  const credit = (await list('payments')).reduce((sum, { open_amount }) => sum + open_amount.amount_minor, 0)
  const booked = await balanceOf(client, customer, 'FY2026')
  say(`   customer credit: ${francs(credit)}`)
  say(`   bank: ${francs(booked)} in the books, ${francs(closing_minor)} on the statement`)
  if (booked !== closing_minor) throw new Error('the bank account in the books is not the closing balance')
}

/** A reviewer proposes, and the body that the answer contains carries it out. */
async function followHandoff(client: DemoClient, customer: string, candidate: Body): Promise<void> {
  const document = await client.get(`/v1/documents/${candidate.target_document_id}`)
  const { body: handoff } = await client.send('POST', `/v1/settlement-candidates/${candidate.id}/allocation-handoffs`, {
    end_customer_id: customer,
    payment_id: candidate.payment_id,
    target_document_id: candidate.target_document_id,
    open_ar_snapshot: document.open_amount,
    proposed_amount: candidate.proposed_amount,
    reviewer_justification: candidate.reasons.join(', '),
  })
  await client.send('POST', '/v1/allocations', handoff.allocation_request_payload, { wait: 10 })
}

function allocationOf(end_customer_id: string, { payment_id, target_document_id, proposed_amount }: Body) {
  return { end_customer_id, payment_id, lines: [{ document_id: target_document_id, amount: proposed_amount }] }
}

/** Evidence only: recorded, taken back, recorded right. */
async function manualPayment(client: DemoClient, customer: string): Promise<void> {
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

async function balanceOf(client: DemoClient, customer: string, fiscal_year_id: string): Promise<number> {
  const query = `end_customer_id=${customer}&fiscal_year_id=${fiscal_year_id}&account_code=1020&limit=1`
  return (await client.get(`/v1/statements/account-ledger?${query}`)).closing_balance.amount_minor
}
