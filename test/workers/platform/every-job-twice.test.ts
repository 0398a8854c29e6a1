import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { FACT_QUEUES, type QueueName } from '../../../shared/contract/platform/queue-names.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { QUEUES } from '../../../shared/queue/queues.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { HANDLERS } from '../../../workers/jobs.ts'
import { openTestAuthority, type TestAuthority } from '../../support/proof/test-authority.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense, INVOICES, invoice, taxLine } from '../../support/requests/examples.ts'
import { BANK_JOBS, uploadStatement } from './bank-jobs.ts'
import { type Case, counts, run } from './job-case.ts'
import { blockByLock, keepRecord, recordsOf, unlock } from './rows-of-jobs.ts'

/** A queue without a row here does not compile. */
const CASES: Readonly<Record<QueueName, (quiet: QuietService, customer: string) => Promise<Case>>> = {
  'facts.evaluate': async (quiet, customer) => {
    for (let count = 0; count < 3; count += 1) await quiet.post(EXPENSES, expense(customer))
    return {
      jobs: await quiet.jobsOf('facts.evaluate', customer),
      before: [0, 0, 0],
      after: [3, 3, 3],
      effect: () => counts(quiet, customer, 'journal_entries', 'supplier_payables', 'events'),
    }
  },

  'facts.backlog': (quiet, customer) => CASES['facts.evaluate'](quiet, customer),

  'facts.reevaluate': async (quiet, customer) => {
    await blockByLock(quiet, customer)
    const { body } = await quiet.post(EXPENSES, expense(customer))
    for (const lane of FACT_QUEUES) await quiet.work(lane)
    await unlock(quiet, customer)
    const data = { end_customer_id: customer, blocker_codes: ['period_locked'] }
    return {
      jobs: [{ id: randomUUID(), data }],
      before: ['blocked', 0],
      after: ['posted', 1],
      effect: async () => {
        const enqueued = await quiet.jobsOf('facts.evaluate', customer)
        if (enqueued.length > 0) await run(quiet, 'facts.evaluate', enqueued)
        const { body: fact } = await quiet.get(`/v1/source-facts/${body.id}`)
        return [fact.state, await quiet.count('journal_entries', customer)]
      },
    }
  },

  'ledger.post': async (quiet, customer) => {
    const { body: fact } = await quiet.post(EXPENSES, expense(customer))
    await run(quiet, 'facts.evaluate', await quiet.jobsOf('facts.evaluate', customer))
    await quiet.post(`/v1/source-facts/${fact.id}/reverse`, { end_customer_id: customer, reason: 'x' })
    return {
      jobs: await quiet.jobsOf('ledger.post', customer),
      before: [1, 1],
      after: [2, 2],
      effect: () => counts(quiet, customer, 'journal_entries', 'events'),
    }
  },

  ...BANK_JOBS,

  'settlement.match': async (quiet, customer) => {
    await quiet.post(INVOICES, invoice(customer))
    await run(quiet, 'facts.evaluate', await quiet.jobsOf('facts.evaluate', customer))
    await uploadStatement(quiet, customer)
    await run(quiet, 'camt053.import', await quiet.jobsOf('camt053.import', customer))
    return {
      jobs: await quiet.jobsOf('settlement.match', customer),
      before: [0],
      after: [1],
      effect: () => counts(quiet, customer, 'settlement_candidates'),
    }
  },

  'statements.refresh': async (quiet, customer) => {
    await quiet.post(EXPENSES, expense(customer))
    await run(quiet, 'facts.evaluate', await quiet.jobsOf('facts.evaluate', customer))
    return {
      jobs: await quiet.jobsOf('statements.refresh', customer),
      before: 0,
      after: 10_810,
      effect: () =>
        quiet.worker.pool.oneFirst(sql.type(row<{ debit: number }>())`
          select coalesce(sum(debit_minor), 0)::integer as debit from account_period_totals
          where end_customer_id = ${customer}
        `),
    }
  },

  'vat.transfer': async (quiet, customer) => {
    const sold = { document_date: '2025-12-10', tax_lines: [taxLine('V81', 10_000, 810)] }
    await quiet.post(INVOICES, invoice(customer, { business_date: '2025-12-10', payload: sold }))
    await run(quiet, 'facts.evaluate', await quiet.jobsOf('facts.evaluate', customer))
    await quiet.put('/v1/vat-registrations', {
      end_customer_id: customer,
      valid_from: '2026-01-01',
      method: 'effective',
      consideration: 'received',
      filing_period: 'quarter',
      reason: 'Bewilligung',
    })
    return {
      jobs: await quiet.jobsOf('vat.transfer', customer),
      before: [1, 0],
      after: [2, 2],
      effect: () => counts(quiet, customer, 'journal_entries', 'vat_transfers'),
    }
  },

  'ledger.stamp': async (quiet, customer) => {
    await quiet.post(EXPENSES, expense(customer))
    await run(quiet, 'facts.evaluate', await quiet.jobsOf('facts.evaluate', customer))
    return {
      jobs: [{ id: randomUUID(), data: {} }],
      before: 0,
      after: 1,
      effect: () => quiet.count('stamped_ledgers', customer),
    }
  },

  'maintenance.daily': async (quiet, customer) => {
    const days = quiet.worker.config.idempotency_retention_days
    await keepRecord(quiet, `${customer} old`, days + 1)
    await keepRecord(quiet, `${customer} young`, days - 1)
    const tomorrow = addDays(todayInSwitzerland(), 1)
    await quiet.post(EXPENSES, expense(customer, { payload: { document_date: tomorrow } }))
    const withoutChart = randomUUID()
    await quiet.post(EXPENSES, expense(withoutChart))
    for (const id of [customer, withoutChart])
      await run(quiet, 'facts.evaluate', await quiet.jobsOf('facts.evaluate', id))
    // A chart that is put has blocked facts evaluated again too, for other blockers.
    const waiting = async (id: string) =>
      (await quiet.jobsOf('facts.reevaluate', id))
        .map(({ data }) => data)
        .filter(({ blocker_codes }) => blocker_codes.includes('document_date_in_future'))
    const reevaluation = {
      end_customer_id: customer,
      blocker_codes: ['fiscal_year_missing', 'document_date_in_future', 'evaluation_failed', 'tax_due_with_payment'],
    }
    return {
      jobs: [{ id: randomUUID(), data: {} }],
      before: { records: [`${customer} old`, `${customer} young`], facts: 1, jobs: [[], []] },
      after: { records: [`${customer} young`], facts: 1, jobs: [[reevaluation], []] },
      effect: async () => ({
        records: await recordsOf(quiet, customer),
        facts: await quiet.count('source_facts', customer),
        jobs: [await waiting(customer), await waiting(withoutChart)],
      }),
    }
  },
}

/** A job may be delivered again at any time: a worker may die between the commit and the next fetch. */
describe('every job that is delivered twice has its effect once', () => {
  let quiet: QuietService
  let authority: TestAuthority
  before(async () => {
    authority = await openTestAuthority()
    quiet = await openQuietService(undefined, { TIMESTAMP_URL: authority.url })
  })
  after(async () => {
    await quiet.close()
    await authority.close()
  })

  it('there is a case for every queue, and a handler', () => {
    expect(Object.keys(CASES)).to.have.members(Object.keys(QUEUES))
    expect(Object.keys(HANDLERS)).to.have.members(Object.keys(QUEUES))
  })

  for (const queue of Object.keys(HANDLERS) as QueueName[])
    it(queue, async () => {
      const customer = await quiet.newEndCustomer()
      const { jobs, before, after, effect } = await CASES[queue](quiet, customer)
      expect(jobs, 'jobs that wait').not.to.deep.equal([])
      expect(await effect(), 'before').to.deep.equal(before)
      await run(quiet, queue, jobs)
      expect(await effect(), 'after the first run').to.deep.equal(after)
      await run(quiet, queue, jobs)
      expect(await effect(), 'after the second run').to.deep.equal(after)
      expect(await quiet.findings(customer)).to.deep.equal([])
    })
})
