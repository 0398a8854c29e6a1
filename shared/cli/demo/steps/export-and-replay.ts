import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoDocument, yearOfDocuments } from '../company/documents.ts'
import { type Demo, expectEqual, say } from '../demo.ts'

export async function exportJournal({ client, customer }: Demo): Promise<void> {
  const file = join(tmpdir(), `hauptbuch-demo-${customer}.journal`)
  const query = { end_customer_id: customer, format: 'ledger' } as const
  const journal = await client.represent('listJournalEntries', { query }, 'text/plain')
  writeFileSync(file, await journal.text())
  say(`\nThe journal for hledger and ledger is in ${file}; try: hledger -f ${file} balancesheet`)
}

/** Sends a document of another end customer twice under one key: it is accepted once. */
export async function sendTwice({ client, customer }: Demo): Promise<void> {
  const [body] = yearOfDocuments(customer, 2025, 20) as [DemoDocument]
  const options = { idempotency_key: randomUUID() }
  const first = await client.exchange('recordExpenseDocument', { body }, options)
  const again = await client.exchange('recordExpenseDocument', { body }, options)
  expectEqual('the replayed fact', again.is_replay && again.body.id, first.body.id)
  say('A request sent twice with one Idempotency-Key was accepted once and replayed.')
}
