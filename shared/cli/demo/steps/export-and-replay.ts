import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoDocument, yearOfDocuments } from '../company/documents.ts'
import { type Demo, expectEqual, PATHS, say } from '../demo.ts'

export async function exportJournal({ client, customer }: Demo): Promise<void> {
  const file = join(tmpdir(), `hauptbuch-demo-${customer}.journal`)
  writeFileSync(file, await client.text(`/v1/journal-entries?end_customer_id=${customer}&format=ledger`))
  say(`\nThe journal for hledger and ledger is in ${file}; try: hledger -f ${file} balancesheet`)
}

/** Sends a document of another end customer twice under one key: it is accepted once. */
export async function sendTwice({ client }: Demo): Promise<void> {
  const [document] = yearOfDocuments(randomUUID(), 2025, 20)
  const key = randomUUID()
  const first = await client.send('POST', PATHS.expenses, document as DemoDocument, { key })
  const again = await client.send('POST', PATHS.expenses, document as DemoDocument, { key })
  expectEqual('the replayed fact', again.is_replay && again.body.id, first.body.id)
  say('A request sent twice with one Idempotency-Key was accepted once and replayed.')
}
