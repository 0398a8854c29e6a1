import type { AnswerTo } from '../../../client/index.ts'
import { todayInSwitzerland } from '../../../process/clock.ts'
import { BANK_IBAN, type DemoBankEntry, type Receivable, statementOfFebruary } from '../company/bank-statement.ts'
import { BUYER, reportOf } from '../company/february.ts'
import { DECIDED, type Demo, expectEqual, say } from '../demo.ts'
import { waitUntil } from '../queries.ts'
import { francs } from '../tables.ts'
import { allocateBatch, batchOf } from './batch.ts'
import { readBill, sell, writeBill } from './bills.ts'
import { proposed } from './proposed.ts'

type Ordered = { readonly order: AnswerTo<'orderPayments'>; readonly payable_id: string }

/**
 * February 2026 at the bank: what is not plain. Every figure is known beforehand, and the bank account in the books has the
 * closing balance of the bank statement again.
 */
export async function runFebruary(demo: Demo): Promise<void> {
  say(
    '\n9. February 2026: QR-bills written and read, an order that is rejected in part, a discount, netting, a batch with its details, a return, a rule.',
  )
  const [early, small, note, ...together] = await sell(demo)
  await writeBill(demo, early)
  const ordered = await order(demo, await readBill(demo))
  await ruleCharges(demo)
  const { closing_minor, bankEntries } = await importFebruary(demo, ordered, early, together)
  await allocateLessDiscount(demo, early)
  await net(demo, small, note)
  await allocateBatch(demo, bankEntries, together)
  await settleAndTakeBack(demo, ordered)
  for (const [account, expected] of Object.entries({ 1020: closing_minor, 3800: 2_000, 6940: 1_250 }))
    expectEqual(`account ${account}`, await balanceOf(demo, account), expected)
  say(
    `   bank: ${francs(closing_minor)} in the books and on the statement; discount 20.00, its tax 1.62, charges 12.50`,
  )
}

/** The bank rejects the second payment, so its payable can be ordered again. */
async function order({ client, customer: end_customer_id }: Demo, payables: readonly string[]): Promise<Ordered> {
  const execution_date = todayInSwitzerland()
  const body = { end_customer_id, bank_account: BANK_IBAN, execution_date, payables: [...payables] }
  const made = await client.orderPayments({ body })
  const [first, second] = made.payments.map(({ end_to_end_id }) => end_to_end_id)
  const batch = made.batches[0]?.payment_information_id ?? ''
  const document = reportOf(made.message_id, batch, first ?? '', second ?? '')
  const { payments } = await client.reportStatus({
    payment_order_id: made.id,
    query: { end_customer_id },
    document,
  })
  expectEqual('the payments of the order', payments.map(({ state }) => state).join(), 'ordered,rejected')
  say('   ordered: 2 payments; the bank rejects one of them (pain.002, AC04)')
  return { order: made, payable_id: payables[0] ?? '' }
}

async function ruleCharges({ client, customer: end_customer_id }: Demo): Promise<void> {
  await client.createBankRule({
    body: {
      end_customer_id,
      name: 'Bankspesen',
      mode: 'automatic',
      state: 'on',
      conditions: { credit_debit_indicator: 'DBIT', text: 'Kontoführung' },
      action: { text: 'Kontoführung', lines: [{ account_code: '6940' }] },
    },
  })
}

/** @returns what the bank has booked, with the closing balance */
async function importFebruary(
  demo: Demo,
  { order: { payments } }: Ordered,
  early: Receivable,
  together: readonly Receivable[],
) {
  const { client, customer } = demo
  const name = payments[0]?.creditor.name ?? ''
  const end_to_end_id = payments[0]?.end_to_end_id ?? ''
  const bankEntries: DemoBankEntry[] = [
    { amount: 105_938, direction: 'CRDT', name: BUYER, reference: early.payment_reference ?? '' },
    { amount: 54_050, direction: 'DBIT', name, end_to_end_id },
    { amount: 54_050, direction: 'CRDT', name, end_to_end_id, return_reason: 'AC04' },
    { amount: 1_250, direction: 'DBIT', name: 'Bank', text: 'Kontoführung Februar' },
    batchOf(together),
  ]
  const { xml, closing_minor } = statementOfFebruary(await balanceOf(demo, '1020'), bankEntries)
  const query = { end_customer_id: customer }
  const accepted = await client.importBankStatement({ query, document: xml }, { wait_seconds: 20 })
  const { new_entry_count } = await client.waitUntilDecided(accepted)
  expectEqual('the bank entries of February', new_entry_count, 5)
  await waitUntil(async () => (await balanceOf(demo, '6940')) === 1_250, 'the rule has booked the charges')
  say('   the rule has booked the charges of the bank by itself')
  return { closing_minor, bankEntries }
}

/** The proposal says that 21.62 are taken off; the handoff has them in its request. */
async function allocateLessDiscount(demo: Demo, { id }: Receivable): Promise<void> {
  const { client, customer: end_customer_id } = demo
  const proposal = await proposed(demo, ({ target_document_id }) => target_document_id === id)
  expectEqual('the discount that is proposed', proposal.deductions?.[0]?.amount.amount_minor, 2_162)
  const { payment_id, proposed_amount: amount, deductions = [] } = proposal
  const lines = [{ document_id: id, amount, deductions: [...deductions] }]
  const body = { end_customer_id, payment_id: payment_id ?? '', lines }
  const { state } = await client.allocatePayment({ body }, DECIDED)
  expectEqual('the allocation less discount', state, 'posted')
  expectEqual('what is open of it', (await client.getDocument({ document_id: id })).open_amount.amount_minor, 0)
}

/** A credit note pays for an invoice, and no money moves. */
async function net({ client, customer: end_customer_id }: Demo, small: Receivable, note: Receivable): Promise<void> {
  const lines = [small, note].map(({ id, open_amount }) => ({ document_id: id, amount: open_amount }))
  const { state } = await client.allocatePayment(
    { body: { end_customer_id, posting_date: '2026-02-10', lines } },
    DECIDED,
  )
  expectEqual('the netting', state, 'posted')
  say("   netted: an invoice and a credit note of 108.10; 1'081.00 are paid with 1'059.38")
}

async function settleAndTakeBack(demo: Demo, { payable_id }: Ordered): Promise<void> {
  const { client, customer: end_customer_id } = demo
  const paid = await proposed(demo, ({ target_supplier_payable_id: id }) => id === payable_id)
  const { canonical_entry_hash } = await client.getBankEntry({ entry_id: paid.entry_id })
  await client.settleSupplierPayable(
    {
      supplier_payable_id: payable_id,
      body: {
        end_customer_id,
        settlement_date: '2026-02-02',
        amount: paid.proposed_amount,
        evidence_sha256: canonical_entry_hash,
        reviewer_justification: paid.reasons.join(', '),
      },
    },
    DECIDED,
  )
  const { id: candidate_id } = await proposed(demo, ({ target_type }) => target_type === 'return')
  const body = { end_customer_id, candidate_id, reason: 'The account of the supplier is closed.' }
  const { state } = await client.acceptBankReturn({ body }, DECIDED)
  expectEqual('the return', state, 'booked')
  const { open_amount } = await client.getSupplierPayable({ supplier_payable_id: payable_id })
  expectEqual('what is owed again', open_amount.amount_minor, 54_050)
  say('   the payment of 540.50 came back: its payable is open again')
}

async function balanceOf({ client, customer }: Demo, account_code: string): Promise<number> {
  const query = { end_customer_id: customer, fiscal_year_id: 'FY2026', account_code, limit: 1 }
  return (await client.getAccountLedger({ query })).closing_balance.amount_minor
}
