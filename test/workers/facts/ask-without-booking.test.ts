import { expect } from 'chai'
import { decideFacts } from '../../../shared/accounting/facts/decide-facts.ts'
import { beginEvaluation } from '../../../shared/accounting/facts/evaluation.ts'
import { type PreparedFact, prepareFact } from '../../../shared/accounting/facts/prepare-fact.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { loadBatchContext } from '../../../shared/store/facts/load-batch-context.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { SHORT_LANE } from '../../../workers/facts/lanes.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'

type Request = Parameters<typeof prepareFact>[0]['request'] & {
  readonly end_customer_id: string
  readonly source_system: string
  readonly external_reference: string
  readonly business_date: string
}

/** Loading and deciding take no lock and write nothing; the worker adds both. */
describe('what would happen to a fact', () => {
  let quiet: QuietService
  let customer: string
  before(async () => {
    quiet = await openQuietService()
    customer = await quiet.newEndCustomer()
  })
  after(() => quiet.close())

  /** Asks in a transaction that refuses to write, about a fact that nobody has sent. */
  const ask = async (request: object) => {
    const fact = preparedOf(request as Request)
    return quiet.worker.pool.transaction(async (tx) => {
      await tx.query(sql.type(row())`set transaction read only`)
      const settings = await readPostingSettings(tx, [customer])
      const context = await loadBatchContext(tx, [fact], settings, new Map(), todayInSwitzerland())
      const evaluation = beginEvaluation(context)
      const { postings } = decideFacts(evaluation, [fact])
      return { decision: evaluation.decisions.get(fact.source_fact_id), postings, failed: evaluation.failed }
    })
  }

  it('it would be posted, with these lines, and nothing is written', async () => {
    const { decision, postings, failed } = await ask(expense(customer))
    expect(failed).to.deep.equal([])
    expect(decision).to.include({ state: 'posted', superseded_by: null })
    expect(postings[0]?.lines.map(({ debit_minor, credit_minor }) => debit_minor - credit_minor)).to.deep.equal([
      10_810n,
      -10_810n,
    ])
    for (const table of ['source_facts', 'journal_entries', 'events'])
      expect(await quiet.count(table, customer), table).to.equal(0)
  })

  it('it would be blocked, with every blocker', async () => {
    const { decision, postings } = await ask(expense(customer, { evidence_links: [], payload: { supplier: {} } }))
    expect(decision?.state).to.equal('blocked')
    expect(decision?.blockers.map(({ code }) => code)).to.deep.equal(['receipt_missing', 'supplier_missing'])
    expect(postings).to.deep.equal([])
  })

  it('facts that are posted count: the reference is taken', async () => {
    const sent = expense(customer)
    await quiet.post(EXPENSES, sent)
    await evaluateFacts(quiet.worker, await quiet.jobsOf('facts.evaluate', customer), SHORT_LANE)
    const { decision } = await ask({ ...sent, idempotency_key: 'another' })
    expect(decision?.blockers.map(({ code }) => code)).to.deep.equal(['already_posted'])
    expect(await quiet.count('journal_entries', customer)).to.equal(1)
  })

  it('facts that are posted count: a document with the same number looks the same', async () => {
    const sent = expense(customer, { payload: { document_number: 'R-1' } })
    await quiet.post(EXPENSES, sent)
    await evaluateFacts(quiet.worker, await quiet.jobsOf('facts.evaluate', customer), SHORT_LANE)
    const { decision } = await ask(expense(customer, { payload: { document_number: 'R-1' } }))
    expect(decision?.blockers.map(({ code }) => code)).to.deep.equal(['duplicate_document'])
    expect(decision?.blockers[0]?.message).to.include(sent.external_reference)
  })
})

function preparedOf(request: Request): PreparedFact {
  const { end_customer_id, source_system, external_reference, business_date } = request
  return prepareFact({
    end_customer_id,
    source_fact_id: newUuid(),
    fact_type: 'expense_document' as const,
    source_system,
    external_reference,
    business_date,
    actor_id: 'test',
    request_id: 'test',
    request,
    request_hash: '',
  })
}
