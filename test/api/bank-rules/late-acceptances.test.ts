import { expect } from 'chai'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { matchSettlements } from '../../../workers/bank/match-settlements.ts'
import { importNotifications } from '../../../workers/bank/notifications/import-notifications.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { SHORT_LANE } from '../../../workers/facts/lanes.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { bankEntry, camt053Message, camt054Message, transaction } from '../../camt053/messages.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { credit, debit, INVOICES, invoice, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { charges } from './rule-requests.ts'

const REFERENCE = 'RF18539007547034'

/** No worker runs, so what has come and is not matched yet stays so. */
describe('candidates of rules that are accepted late', () => {
  let quiet: QuietService
  let customer: string
  before(async () => {
    quiet = await openQuietService()
  })
  beforeEach(async () => {
    customer = await quiet.newEndCustomer()
  })
  after(() => quiet?.close())

  const batch = (details: string) =>
    bankEntry({ amount: '30.00', text: 'Spesen', details: `<Btch><PmtInfId>P</PmtInfId></Btch>${details}` })
  const match = () => matchSettlements(quiet.worker, [{ id: '0', data: { end_customer_id: customer } }])
  const entered = async (entry: string) => {
    await quiet.upload(customer, camt053Message({ bankEntries: entry }))
    await importBankStatements(quiet.worker, await quiet.jobsOf('camt053.import', customer))
  }
  const notified = async (details: string) => {
    await quiet.notify(customer, camt054Message({ bankEntries: batch(details) }))
    await importNotifications(quiet.worker, await quiet.jobsOf('camt054.import', customer))
  }
  const ruled = async (more: object = {}) => {
    const conditions = { credit_debit_indicator: 'CRDT', text: 'Spesen' }
    const { body } = await quiet.post('/v1/bank-rules', charges(customer, { state: 'on', conditions, ...more }))
    return body.id
  }
  const proposals = () => quiet.itemsOf('settlement-candidates', customer)
  const accept = async (candidate_id: string) => {
    const { status, body } = await quiet.post(`/v1/settlement-candidates/${candidate_id}/accept`, {
      end_customer_id: customer,
    })
    return { status, body, refusal: body.error?.details[0] }
  }
  const refused = async (candidate_id: string, words: string) => {
    const { status, refusal } = await accept(candidate_id)
    expect([status, refusal?.code]).to.deep.equal([409, 'stale_version'])
    expect(refusal?.message).to.include(words)
    expect(await quiet.count('bank_rule_bookings', customer)).to.equal(0)
  }

  it('one that is superseded is refused, also where its rule is on again', async () => {
    const rule = await ruled()
    await entered(batch(''))
    await match()
    const { id } = there((await proposals())[0])
    for (const state of ['off', 'on']) {
      await quiet.post(`/v1/bank-rules/${rule}/switch` as '/v1/bank-rules/{rule_id}/switch', {
        ...{ end_customer_id: customer, reason: 'x' },
        state,
      })
      if (state === 'off') await match()
    }
    await refused(id, 'superseded')
    await match()
    expect((await accept(id)).status).to.equal(202)
  })

  it('a proposal that names its item by a reference, and has come since, claims the bank entry', async () => {
    await ruled()
    const details = transaction({ amount: '108.10', reference: REFERENCE })
    await entered(bankEntry({ amount: '108.10', text: 'Spesen', details }))
    await match()
    const [rules] = await proposals()
    expect(there(rules).target_type).to.equal('rule')
    const payload = { payment_reference: REFERENCE }
    const { body: fact } = await quiet.post(INVOICES, invoice(customer, { payload }))
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [fact.id]), SHORT_LANE)
    await match()
    const [better] = await proposals()
    expect([there(better).target_type, there(better).score]).to.deep.equal(['document', 100])
    await refused(there(rules).id, `${there(better).id} claims the bank entry with a score of 100`)
  })

  it('what a voucher has booked by hand since is not booked again, and the refusal names the voucher', async () => {
    await ruled()
    const details = transaction({ amount: '108.10', reference: REFERENCE })
    await entered(bankEntry({ amount: '108.10', text: 'Spesen', details }))
    await match()
    const { id, entry_id } = there((await proposals())[0])
    const posted = async (path: typeof INVOICES | typeof VOUCHERS, request: object) => {
      const { body } = await quiet.post(path, request)
      await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [body.id]), SHORT_LANE)
      return body.id
    }
    await posted(INVOICES, invoice(customer, { payload: { payment_reference: REFERENCE } }))
    const open_item = { document_id: (await quiet.firstOf('documents', customer)).id, purpose: 'payment' }
    const lines = [debit('1020', 10_810), credit('1100', 10_810, { open_item })]
    const fact = await posted(VOUCHERS, voucher(customer, { payload: { lines } }))
    const { status, refusal } = await accept(id)
    expect([status, refusal?.code]).to.deep.equal([409, 'in_use'])
    expect(refusal?.message).to.include(fact).and.to.include(`POST /v1/camt-053/entries/${entry_id}/links`)
    expect(await quiet.count('bank_rule_bookings', customer)).to.equal(0)
    await match()
    expect(await proposals()).to.deep.equal([])
  })

  it('details that have come since have to fit the rule', async () => {
    await ruled()
    await entered(batch(''))
    await match()
    const { id } = there((await proposals())[0])
    await notified(
      transaction({ amount: '30.00' }).replace('</TxDtls>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>'),
    )
    await refused(id, 'details')
  })

  it('details that wait until the bank entry is matched again have to be looked at first', async () => {
    await ruled()
    await ruled({ name: 'Zweite' })
    await entered(batch(''))
    await match()
    const [one, other] = await proposals()
    const { body: fact } = await accept(there(one).id)
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [fact.id]), SHORT_LANE)
    await notified(transaction({ amount: '10.00', name: 'A' }) + transaction({ amount: '20.00', name: 'B' }))
    expect((await quiet.firstOf('camt-054/entries', customer)).reason).to.equal('payment_used')
    const path = `/v1/source-facts/${fact.id}/reverse` as '/v1/source-facts/{source_fact_id}/reverse'
    await quiet.post(path, { end_customer_id: customer, reason: 'x' })
    await postIntents(quiet.worker, await quiet.jobsOf('ledger.post', customer))
    const { status, refusal } = await accept(there(other).id)
    expect([status, refusal?.code]).to.deep.equal([409, 'stale_version'])
    expect(refusal?.message).to.equal(
      'Its details came in a notification while something used it. They become its own in a moment. Accept what is proposed then.',
    )
    await match()
    expect((await accept(there(other).id)).status).to.equal(202)
    expect(await quiet.findings(customer)).to.deep.equal([])
  })
})
