import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { uuidOf } from '../../../shared/process/ids.ts'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { constraintOf } from '../../support/constraint-of.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chf, credit, debit, EXPENSES, expense, VOUCHERS, voucher } from '../../support/requests/examples.ts'

/**
 * A payable of 108.10: A took 10.00, B took 15.00, somebody gave 5.00 back, and a draft that waits has reserved 20.00. The
 * reversal of A leaves no room for that of B.
 */
describe('two reversals that give back to one open item, of which a draft has reserved a part', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  async function booked(path: typeof EXPENSES | typeof VOUCHERS, request: object): Promise<string> {
    const { body } = await quiet.post(path, request)
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [body.id]), PATIENT)
    expect((await quiet.get(`/v1/source-facts/${body.id}`)).body.state).to.equal('posted')
    return body.id
  }

  async function books() {
    const customer = await quiet.newEndCustomer()
    const reference = () => ({ external_reference: randomUUID() })
    const source = await booked(EXPENSES, expense(customer, reference()))
    const item = (await quiet.firstOf('supplier-payables', customer, `&source_fact_id=${source}`)).id
    const of = { open_item: { supplier_payable_id: item, purpose: 'payment' } }
    const change = (...lines: object[]) => booked(VOUCHERS, voucher(customer, { ...reference(), payload: { lines } }))
    const taken = [
      await change(debit('2000', 1_000, of), credit('1020', 1_000)),
      await change(debit('2000', 1_500, of), credit('1020', 1_500)),
    ]
    await change(debit('1020', 500), credit('2000', 500, of))
    const path = `/v1/supplier-payables/${item}/settlements` as const
    const settlement = { settlement_date: '2026-04-15', amount: chf(2_000), reviewer_justification: 'x' }
    const { body: draft } = await quiet.post(path, { end_customer_id: customer, ...settlement })
    const ofDraft = (await quiet.jobsOf('ledger.post', customer)).map(({ id }) => id)
    const giveUp = () => quiet.post(`${path}/${draft.id}/reverse`, { end_customer_id: customer, reason: 'x' })
    return { customer, item, taken, ofDraft, giveUp }
  }

  for (const together of [false, true])
    it(together ? 'in one transaction' : 'one after the other', async () => {
      const { customer, taken, ofDraft, giveUp } = await books()
      for (const id of taken) {
        const reversal = { end_customer_id: customer, reason: 'x' }
        expect((await quiet.post(`/v1/source-facts/${id}/reverse`, reversal)).status).to.equal(202)
      }
      const jobs = (await quiet.jobsOf('ledger.post', customer)).filter(({ id }) => !ofDraft.includes(id))
      for (const some of together ? [jobs] : jobs.map((job) => [job])) await postIntents(quiet.worker, some)
      const states = await Promise.all(taken.map(async (id) => (await quiet.get(`/v1/source-facts/${id}`)).body.state))
      expect(states).to.deep.equal(['reversed', 'posted'])
      expect((await giveUp()).status).to.equal(202)
      expect(await quiet.findings(customer)).to.deep.equal([])
    })

  it('by a process that writes its entries last of all: the database refuses the second', async () => {
    const { customer, taken } = await books()
    const entries = await quiet.worker.pool.anyFirst(sql.type(row<{ journal_entry_id: string }>())`
      select journal_entry_id from fact_states
      where source_fact_id = any(${sql.array(
        taken.map((id) => uuidOf('source_fact', id)),
        'uuid',
      )})
      order by source_fact_id
    `)
    const undo = (tx: Tx, index: number) =>
      tx.query(sql.type(row())`
        select undo_changes_of_items(
          ${customer}, ${uuidOf('source_fact', taken[index] ?? '')}::uuid, ${entries[index] ?? ''}
        )
      `)
    const { pool } = quiet.worker
    const both = pool.transaction(async (tx) => {
      await undo(tx, 0)
      await undo(tx, 1)
    })
    expect(await both.then(() => null, constraintOf)).to.equal('open_items_used')
    await pool.transaction((tx) => undo(tx, 1))
  })

  it('says what is wrong where the item has too much already, and gives no draft up', async () => {
    const { customer, item, giveUp } = await books()
    await quiet.owner.transaction(async (tx) => {
      await tx.query(sql.type(row())`set local session_replication_role = replica`)
      await tx.query(sql.type(row())`
        update open_items set amount_minor = 8000 where open_item_id = ${uuidOf('supplier_payable', item)}
      `)
    })
    const { status, body } = await giveUp()
    expect(status, JSON.stringify(body)).to.equal(409)
    expect(JSON.stringify(body)).to.include(`would have more than they were opened with: ${item}`)
    expect(await quiet.count('supplier_settlements', customer)).to.equal(1)
  })
})
