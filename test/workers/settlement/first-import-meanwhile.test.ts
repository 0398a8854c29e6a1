import { expect } from 'chai'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { type HeldWriters, holdWriters } from '../../support/processes/hold-writers.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'

const DEBIT = bankEntry({
  amount: '108.10',
  direction: 'DBIT',
  details: `<TxDtls><RltdPties><Cdtr><Pty><Nm>Papeterie Muster AG</Nm></Pty></Cdtr></RltdPties>
    <RmtInf><Ustrd>R-2026-0314</Ustrd></RmtInf></TxDtls>`,
})

/** The import has done all but its events when the others ask whether there are bank entries; it commits before them. */
describe('the first bank statement of an end customer that comes while open items change', () => {
  let quiet: QuietService
  let imports: HeldWriters
  let others: HeldWriters
  let customer: string
  before(async () => {
    quiet = await openQuietService()
    const isOfImport = `new.event_type like 'import.%'`
    imports = await holdWriters(quiet.database_url, 'insert on events', { key: 1, when: isOfImport })
    others = await holdWriters(quiet.database_url, 'insert on events', { key: 2, when: `not (${isOfImport})` })
  })
  after(async () => {
    await imports.close()
    await others.close()
    await quiet.close()
  })
  beforeEach(async () => {
    customer = await quiet.newEndCustomer()
  })

  /** @param changes something without seeing the bank entries, as the import has not committed them */
  async function whileImported(changes: () => Promise<unknown>): Promise<void> {
    await quiet.upload(customer, camt053Message({ bankEntries: DEBIT }))
    await imports.hold()
    await others.hold()
    const importing = quiet.work('camt053.import')
    await imports.untilWaiting(1, importing)
    const changing = changes()
    await others.untilWaiting(2, changing)
    await imports.release()
    await importing
    const matching = quiet.work('settlement.match')
    await others.untilWaiting(2, matching)
    await others.release()
    await Promise.all([changing, matching])
    await quiet.work('settlement.match')
  }
  const decide = async (id: string) => evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [id]), PATIENT)

  it('has its debit proposed for a payable that opens', async () => {
    const { body } = await quiet.post(EXPENSES, expense(customer))
    await whileImported(() => decide(body.id))
    expect(await quiet.count('settlement_candidates', customer)).to.equal(1)
  })

  it('has its debit proposed for a payable that is given back', async () => {
    const { body: fact } = await quiet.post(EXPENSES, expense(customer))
    await decide(fact.id)
    const { id } = await quiet.firstOf('supplier-payables', customer, `&source_fact_id=${fact.id}`)
    const settlement = { settlement_date: '2026-04-15', amount: { amount_minor: 10_810, currency: 'CHF' } }
    const request = { end_customer_id: customer, ...settlement, reviewer_justification: 'checked' }
    const { body: settled } = await quiet.post(`/v1/supplier-payables/${id}/settlements`, request)
    await quiet.work('ledger.post')
    const reversal = { end_customer_id: customer, reason: 'paid in another way' }
    await quiet.post(`/v1/supplier-payables/${id}/settlements/${settled.id}/reverse`, reversal)
    await whileImported(() => quiet.work('ledger.post'))
    expect(await quiet.count('settlement_candidates', customer)).to.equal(1)
  })
})
