import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { newUuid, publicId } from '../../../../shared/process/ids.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { balance, bankEntry, camt053Message, transaction } from '../../../camt053/messages.ts'
import { upload } from '../../../support/client.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

const PAYMENTS = 100
/** As many as a file has room for. */
const VERY_MANY = 20_000

/** A bank statement with one bank entry of some payments. */
export async function somePayments(): Promise<string> {
  const end_customer_id = await newEndCustomer()
  const details = Array.from({ length: PAYMENTS }, (_, index) =>
    transaction({ amount: '1.00', name: `Kundin ${index} AG`, unstructured: `Rechnung ${index}, besten Dank` }),
  ).join('')
  const balances = balance('OPBD', '0.00') + balance('CLBD', `${PAYMENTS}.00`)
  const xml = camt053Message({ balances, bankEntries: bankEntry({ amount: `${PAYMENTS}.00`, details, ref: 'N' }) })
  const { body, text } = await upload(end_customer_id, xml, { wait: 30 })
  expect(body.state, text.slice(0, 500)).to.equal('imported')
  return end_customer_id
}

/** A possible repeat of that bank entry with very many payments. @returns its public id */
export async function veryManyPaymentsInDoubt(end_customer_id: string): Promise<string> {
  const amount_minor = String(VERY_MANY * 100)
  const hash = randomUUID().replaceAll('-', '').repeat(2)
  const members = { entry_id: newUuid(), canonical_entry_hash: hash, amount_minor, repeat_state: 'undecided' }
  const own = sql.fragment`${JSON.stringify(members)}::jsonb || jsonb_build_object(
    'possible_repeat_of', entry_id,
    'entry', entry || jsonb_build_object('amount_minor', ${amount_minor}::text, 'tx_details', (
      select jsonb_agg(detail) from jsonb_array_elements(entry -> 'tx_details') detail, generate_series(1, ${VERY_MANY / PAYMENTS}::integer)
    ))
  )`
  await service().owner.transaction(async (tx) => {
    await tx.query(sql.type(row())`set local session_replication_role = replica`)
    await tx.query(sql.type(row())`
      insert into camt053_entries
      select made.*
      from camt053_entries original cross join lateral jsonb_populate_record(original, ${own}) made
      where original.end_customer_id = ${end_customer_id} and original.possible_repeat_of is null
    `)
  })
  return publicId('camt053_entry', members.entry_id)
}
