import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { newUuid, publicId } from '../../../../shared/process/ids.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { asNotification, balance, bankEntry, camt053Message, IBAN, transaction } from '../../../camt053/messages.ts'
import { firstOf, itemsOf, notify, upload } from '../../../support/client.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { createRule } from '../../bank-rules/rule-requests.ts'
import { MANY } from './many-rows.ts'

const LINES = 1_000
const VERY_MANY = 20_000
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
  const very_many = await veryManyPayments(end_customer_id)
  return {
    end_customer_id,
    entry: entry.id,
    very_many,
    import: body.id,
    notification_import: notified.body.id,
    notification: (await firstOf('camt-054/entries', end_customer_id)).id,
    payment: (await firstOf('payments', end_customer_id)).id,
    account: IBAN,
    xml,
  }
}

/** Books with such a bank entry, and a rule that looks at it. */
export async function longBooks() {
  const end_customer_id = await newEndCustomer()
  const { body } = await upload(end_customer_id, longTexts(), { wait: 30 })
  expect(body.state).to.equal('imported')
  const conditions = { credit_debit_indicator: 'CRDT', text: 'nowhere' }
  return { end_customer_id, rule: (await createRule(end_customer_id, { conditions })).body.id }
}

/** A bank entry whose transactions have as long texts as an import takes. */
export function longTexts(): string {
  const details = Array.from({ length: 10 }, () => transaction({ unstructured: 'é Å b '.repeat(16_000) })).join('')
  return camt053Message({ bankEntries: bankEntry({ details }) })
}

/**
 * Copies of the bank entry and its notification with as many payments as a file has room for, of an end customer of their own:
 * they are read alone.
 */
async function veryManyPayments(end_customer_id: string) {
  const copy = sql.fragment`jsonb_build_object('end_customer_id', ${randomUUID()}::text, 'entry', jsonb_set(
    entry, '{tx_details}', (select jsonb_agg(detail) from jsonb_array_elements(entry -> 'tx_details') detail, generate_series(1, ${VERY_MANY / LINES}::integer))
  ))`
  return service().owner.transaction(async (tx) => {
    await tx.query(sql.type(row())`set local session_replication_role = replica`)
    const entry_id = await tx.oneFirst(sql.type(row<{ entry_id: string }>())`
      insert into camt053_entries
      select made.* from camt053_entries original, jsonb_populate_record(original, ${copy} || jsonb_build_object('entry_id', ${newUuid()}::text)) made
      where original.end_customer_id = ${end_customer_id} and original.amount_minor = ${LINES * 100}
      returning entry_id
    `)
    const notification_id = await tx.oneFirst(sql.type(row<{ notification_id: string }>())`
      insert into camt054_entries
      select made.* from camt054_entries original, jsonb_populate_record(original, ${copy} || jsonb_build_object('notification_id', ${newUuid()}::text)) made
      where original.end_customer_id = ${end_customer_id} and original.amount_minor = ${LINES * 100}
      returning notification_id
    `)
    return { entry: publicId('camt053_entry', entry_id), notification: publicId('camt054_entry', notification_id) }
  })
}
