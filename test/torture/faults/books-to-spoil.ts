import { expect } from 'chai'
import { Client } from 'pg'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { importNotifications } from '../../../workers/bank/notifications/import-notifications.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { SHORT_LANE } from '../../../workers/facts/lanes.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { bankEntry, camt053Message, camt054Message, IBAN, transaction } from '../../camt053/messages.ts'
import { stampOnce } from '../../support/proof/stamp-once.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chf, EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'
import { ownerUrl } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { bringMoneyBack } from './money-that-came-back.ts'

/** Books that are in order, of two end customers, in a database whose guards are off. */
export type BooksToSpoil = { readonly quiet: QuietService; readonly customer: string; readonly other: string }

/**
 * Everything that the verifier checks: journal entries 1 to 3 for expenses (108.10, 216.20 and 324.30), 4 for an invoice, 5 for
 * its allocation, 6 for the settlement of the first payable, 7 for the reversal of the third expense, statement tables
 * up to the last journal entry, a bank statement with a credit and a debit, a payment order for the second payable,
 * events of all this, and a stamp. The other end customer has one expense, a collective credit whose details a notification brings, two
 * payments that came back, charges that a rule has booked, and an invoice in euros.
 */
export async function openBooksToSpoil(): Promise<BooksToSpoil> {
  const quiet = await openQuietService()
  const [customer, other] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
  const expenses = await inTurn([10_810, 21_620, 32_430], (amount) => send(quiet, customer, amount))
  const facts = [...expenses, (await quiet.post(INVOICES, invoice(customer))).body.id, await send(quiet, other, 40_000)]
  await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', facts), SHORT_LANE)
  await moveMoney(quiet, customer, there(expenses[2]))
  await bringDetails(quiet, other)
  await bringMoneyBack(quiet, other)
  await invoiceInEuros(quiet, other)
  quiet.trust(await stampOnce(quiet.worker.pool))
  for (const end_customer_id of [customer, other]) {
    await quiet.refresh(end_customer_id)
    expect(await quiet.findings(end_customer_id), 'books before any fault').to.deep.equal([])
  }
  expect(await quiet.count('journal_entries', customer)).to.equal(7)
  await turnGuardsOff(ownerUrl(quiet.database_url))
  return { quiet, customer, other }
}

async function send(quiet: QuietService, end_customer_id: string, amount_minor: number): Promise<string> {
  const supplier = { name: 'Papeterie Muster AG', structured_address: { town_name: 'Bern', country: 'CH' }, iban: IBAN }
  const payload = { gross_amount: chf(amount_minor), supplier }
  return (await quiet.post(EXPENSES, expense(end_customer_id, { payload }))).body.id
}

async function moveMoney(quiet: QuietService, end_customer_id: string, reversed: string): Promise<void> {
  const entries = bankEntry({ details: transaction() }) + bankEntry({ direction: 'DBIT' })
  await quiet.upload(end_customer_id, camt053Message({ bankEntries: entries }))
  await importBankStatements(quiet.worker, await quiet.jobsOf('camt053.import', end_customer_id))
  const payment = await quiet.firstOf('payments', end_customer_id)
  const receivable = await quiet.firstOf('documents', end_customer_id)
  const [payable, second] = await quiet.itemsOf('supplier-payables', end_customer_id)
  const evidence = (await quiet.itemsOf('camt-053/entries', end_customer_id)).find(
    (one) => one.credit_debit_indicator === 'DBIT',
  )
  const answers = [
    await quiet.post('/v1/allocations', {
      end_customer_id,
      payment_id: payment.id,
      lines: [{ document_id: receivable.id, amount: chf(10_810) }],
    }),
    await quiet.post(`/v1/supplier-payables/${there(payable).id}/settlements`, {
      end_customer_id,
      settlement_date: '2026-04-15',
      amount: chf(5_000),
      evidence_sha256: evidence?.canonical_entry_hash,
      reviewer_justification: 'checked',
    }),
    await quiet.post(`/v1/source-facts/${reversed}/reverse`, { end_customer_id, reason: 'x' }),
    await quiet.put(`/v1/end-customers/${end_customer_id}`, { name: 'Treuhand Beispiel AG' }),
    await quiet.post('/v1/payment-orders', {
      end_customer_id,
      bank_account: IBAN,
      execution_date: '2099-12-31',
      payables: [second?.id],
    }),
  ]
  expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 202, 202, 201])
  await postIntents(quiet.worker, await quiet.jobsOf('ledger.post', end_customer_id))
}

/** A collective credit of 30.00 on another day, and its details in a notification. */
async function bringDetails(quiet: QuietService, end_customer_id: string): Promise<void> {
  const batch = (inside: string) =>
    bankEntry({ amount: '30.00', date: '2026-04-01', details: `<Btch><PmtInfId>P</PmtInfId></Btch>${inside}` })
  const details = transaction({ amount: '10.00', name: 'A' }) + transaction({ amount: '20.00', name: 'B' })
  await quiet.upload(end_customer_id, camt053Message({ header: '<Id>S-2</Id>', bankEntries: batch('') }))
  await importBankStatements(quiet.worker, (await quiet.jobsOf('camt053.import', end_customer_id)).slice(-1))
  await quiet.notify(end_customer_id, camt054Message({ bankEntries: batch(details) }))
  await importNotifications(quiet.worker, await quiet.jobsOf('camt054.import', end_customer_id))
}

async function invoiceInEuros(quiet: QuietService, end_customer_id: string): Promise<void> {
  const rates = [{ currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' }]
  const answer = await quiet.put('/v1/exchange-rates', { end_customer_id, rates })
  expect(answer.status).to.equal(202)
  const payload = { currency: 'EUR', gross_amount: { amount_minor: 10_000, currency: 'EUR' }, tax_lines: [] }
  const { id } = (await quiet.post(INVOICES, invoice(end_customer_id, { payload }))).body
  await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [id]), SHORT_LANE)
}

/** As somebody with the keys to the database could. */
async function turnGuardsOff(database_url: string): Promise<void> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    await client.query(`
      do $$ declare guarded regclass; begin
        for guarded in select distinct tgrelid::regclass from pg_trigger
          where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
        loop execute format('alter table %s disable trigger user', guarded); end loop;
      end $$
    `)
  } finally {
    await client.end()
  }
}

async function inTurn<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}
