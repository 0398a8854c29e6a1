import { expect } from 'chai'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { matchSettlements } from '../../../workers/bank/match-settlements.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { SHORT_LANE } from '../../../workers/facts/lanes.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { e2e, movedAtBank } from '../../api/bank-returns/books-with-returns.ts'
import { charges } from '../../api/bank-rules/rule-requests.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import type { QuietService } from '../../support/quiet-service.ts'
import { chf } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'

/** Two payments to one supplier: 300.00 come back whole, 20.00 of 50.00 in part. A rule books charges of 5.00. */
export async function bringMoneyBack(quiet: QuietService, end_customer_id: string): Promise<void> {
  const [whole, part] = [e2e('E2E-1'), e2e('E2E-2')]
  const bankEntries = [
    movedAtBank({ amount: '300.00', named: whole }),
    movedAtBank({ amount: '50.00', named: part }),
    movedAtBank({ amount: '300.00', named: whole, direction: 'CRDT', reason: 'AC04', date: '2026-04-09' }),
    movedAtBank({ amount: '20.00', named: part, direction: 'CRDT', reason: 'AC04', date: '2026-04-09' }),
    bankEntry({ amount: '5.00', direction: 'DBIT', text: 'Spesen', date: '2026-04-09' }),
  ]
  await quiet.upload(end_customer_id, camt053Message({ header: '<Id>S-3</Id>', bankEntries: bankEntries.join('') }))
  await importBankStatements(quiet.worker, (await quiet.jobsOf('camt053.import', end_customer_id)).slice(-1))
  const payable = await quiet.firstOf('supplier-payables', end_customer_id)
  for (const amount of [30_000, 5_000]) {
    const evidence = (await quiet.itemsOf('camt-053/entries', end_customer_id)).find(
      (one) => one.amount.amount_minor === amount && one.credit_debit_indicator === 'DBIT',
    )
    const settlement = { settlement_date: '2026-04-02', amount: chf(amount), reviewer_justification: 'checked' }
    const request = { end_customer_id, ...settlement, evidence_sha256: there(evidence).canonical_entry_hash }
    expect((await quiet.post(`/v1/supplier-payables/${payable.id}/settlements`, request)).status).to.equal(201)
  }
  await postIntents(quiet.worker, await quiet.jobsOf('ledger.post', end_customer_id))
  await quiet.post('/v1/bank-rules', charges(end_customer_id, { state: 'on' }))
  await matchSettlements(quiet.worker, [{ id: '0', data: { end_customer_id } }])
  await accept(quiet, end_customer_id)
}

async function accept(quiet: QuietService, end_customer_id: string): Promise<void> {
  const candidates = await quiet.itemsOf('settlement-candidates', end_customer_id)
  expect(candidates.map(({ target_type }) => target_type)).to.have.members(['return', 'return', 'rule'])
  const facts: string[] = []
  for (const { id, target_type } of candidates) {
    if (target_type === 'rule') {
      const { body } = await quiet.post(`/v1/settlement-candidates/${id}/accept`, { end_customer_id })
      facts.push(body.id)
    } else {
      const { status, body } = await quiet.post('/v1/bank-returns', { end_customer_id, candidate_id: id, reason: 'x' })
      expect(status, JSON.stringify(body)).to.equal(202)
      if (body.source_fact_id) facts.push(body.source_fact_id)
    }
  }
  await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', facts), SHORT_LANE)
  await postIntents(quiet.worker, await quiet.jobsOf('ledger.post', end_customer_id))
}
