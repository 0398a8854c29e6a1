import { expect } from 'chai'
import { asNotification, balance, bankEntry, camt053Message, IBAN, transaction } from '../../../camt053/messages.ts'
import { firstOf, itemsOf, notify, upload } from '../../../support/client.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { MANY } from './many-rows.ts'

const LINES = 1_000
const TEXT = 'Verteilung der Kosten auf die Projekte und Kostenstellen des Jahres'

/** A bank statement with a bank entry of many payments, and many bank entries. */
export async function manyPayments() {
  const end_customer_id = await newEndCustomer()
  const details = Array.from({ length: LINES }, (_, index) =>
    transaction({ amount: '1.00', name: `Kundin ${index} AG`, unstructured: TEXT }),
  ).join('')
  const singles = Array.from({ length: MANY }, (_, index) =>
    bankEntry({ amount: `${1 + index}.00`, text: `${TEXT} ${index}`, ref: `N-${index}` }),
  )
  const sum = LINES + (MANY * (MANY + 1)) / 2
  const balances = balance('OPBD', '0.00') + balance('CLBD', `${sum}.00`)
  const xml = camt053Message({
    balances,
    bankEntries: bankEntry({ amount: `${LINES}.00`, details, ref: 'N' }) + singles.join(''),
  })
  const { body, text } = await upload(end_customer_id, xml, { wait: 30 })
  expect(body.state, text.slice(0, 500)).to.equal('imported')
  const notified = await notify(end_customer_id, asNotification(xml), { wait: 30 })
  expect(notified.body.state).to.equal('imported')
  const list = await itemsOf('camt-053/entries', end_customer_id, '&limit=500')
  const entry = there(list.find(({ amount }) => amount.amount_minor === LINES * 100))
  return {
    end_customer_id,
    entry: entry.id,
    import: body.id,
    notification_import: notified.body.id,
    notification: (await firstOf('camt-054/entries', end_customer_id)).id,
    payment: (await firstOf('payments', end_customer_id)).id,
    account: IBAN,
    xml,
  }
}
