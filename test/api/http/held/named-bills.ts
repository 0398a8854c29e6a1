import { expect } from 'chai'
import { asNotification, bankEntry, camt053Message, transaction } from '../../../camt053/messages.ts'
import { eventually } from '../../../support/books.ts'
import { itemsOf, notify, post, put } from '../../../support/client.ts'
import { chf, expense, newEndCustomer } from '../../../support/requests/examples.ts'

const BILLS = 300
const LONGEST_TEXT = 10_000
const NAME = 'Immobilia AG'
const PIECES: readonly ((index: number) => string)[] = [
  () => 'vom 1.11 ',
  (index) => `RE 2026 ${index} `,
  (index) => `q${(index % 4) + 1}/2026 `,
  () => '1 ',
  (index) => `RF18${100_000 + index} `,
]

/** Equal bills of one supplier, and debits of their amount whose long texts have to be compared with each of them. */
export async function namedBills() {
  const end_customer_id = await newEndCustomer()
  const structured_address = { street_name: 'Weg', post_code: '8001', town_name: 'Zürich', country: 'CH' }
  await put(`/v1/end-customers/${end_customer_id}`, { name: 'Kunde AG', structured_address })
  await put('/v1/account-mappings', {
    end_customer_id,
    mappings: [{ mapping_key: 'posting.bank.CH9300762011623852957', account_code: '1020', valid_from: '2020-01-01' }],
  })
  const items = Array.from({ length: BILLS }, (_, index) => bill(end_customer_id, `RE-2026-${1_000 + index}`))
  for (let from = 0; from < BILLS; from += 100)
    expect((await post('/v1/source-facts/batch', { items: items.slice(from, from + 100) })).status).to.equal(202)
  await eventually(async () => (await itemsOf('supplier-payables', end_customer_id, '&limit=500')).length === BILLS)
  const debits = PIECES.map((piece, index) =>
    bankEntry({
      amount: '100.00',
      direction: 'DBIT',
      ref: `D-${index}`,
      details: paidTo(transaction({ amount: '100.00', name: NAME, unstructured: filledWith(piece) })),
    }),
  )
  const { body } = await notify(end_customer_id, asNotification(camt053Message({ bankEntries: debits.join('') })), {
    wait: 30,
  })
  expect(body.state).to.equal('imported')
  return { end_customer_id }
}

function paidTo(transaction_in: string): string {
  return transaction_in.replaceAll('Dbtr', 'Cdtr').replace('CRDT', 'DBIT')
}

function bill(end_customer_id: string, document_number: string) {
  const supplier = {
    name: NAME,
    iban: 'CH5604835012345678009',
    structured_address: { street_name: 'Weg', post_code: '8001', town_name: 'Zürich', country: 'CH' },
  }
  return expense(end_customer_id, {
    payload: { document_date: '2026-03-01', document_number, gross_amount: chf(10_000), supplier },
  })
}

function filledWith(piece: (index: number) => string): string {
  const pieces = Array.from({ length: LONGEST_TEXT }, (_, index) => piece(index))
  return pieces.join('').slice(0, LONGEST_TEXT)
}
