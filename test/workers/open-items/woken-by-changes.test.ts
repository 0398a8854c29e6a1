import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { RULES } from '../../../shared/accounting/facts/blockers.ts'
import { blockersFreedBy, type FreeingChange, type KeptBlockerCode } from '../../../shared/accounting/facts/freed-by.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { maintainDaily } from '../../../workers/setup/maintain-daily.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import {
  ACCOUNTS,
  chart,
  credit,
  debit,
  EXPENSES,
  expense,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'

const WITH_OTHERS = [...ACCOUNTS, { account_code: '1190', account_name: 'Other debtors', account_type: 'asset' }]
/** With one that releases before have written. */
const CODES = [...RULES.map(({ code }) => code), 'tax_due_with_payment'] as const

/** Every change by the request, job or posting that makes it, and every blocker: those that it may remove are tried again, and no others. */
describe('what is blocked is woken by each change that may free it', () => {
  let quiet: QuietService
  let customer: string
  /** By the id of the fact that it blocks. */
  const blocked = new Map<string, KeptBlockerCode>()
  let [awaited, expense_id] = ['', '']

  before(async function () {
    this.timeout(180_000)
    quiet = await openQuietService()
    customer = randomUUID()
    await quiet.put('/v1/accounts', chart(customer, '2020-01-01', WITH_OTHERS))
    await book(EXPENSES, expense(customer, { external_reference: 'awaited' }))
    awaited = (await quiet.firstOf('supplier-payables', customer)).id
    expense_id = await book(EXPENSES, expense(customer, { external_reference: 'reversed' }))
    for (const code of CODES) {
      const lines = [debit('6500', 100), credit('1020', 100)]
      const { body } = await quiet.post(VOUCHERS, voucher(customer, { external_reference: code, payload: { lines } }))
      blocked.set(uuidOf('source_fact', body.id) ?? '', code)
    }
    await quiet.owner.query(sql.type(row())`
      update fact_states set state = 'blocked', blocker_codes = array[external_reference],
        waits_for = array[${uuidOf('supplier_payable', awaited)}::text]
      from source_facts fact
      where fact_states.source_fact_id = fact.source_fact_id and fact.end_customer_id = ${customer}
        and fact_states.source_fact_id = any(${sql.array([...blocked.keys()], 'uuid')})
    `)
    await drop()
  })
  after(() => quiet.close())

  /** Forgets who was woken: what waits to be decided again is decided with the next fact, whoever has its job. */
  const drop = async () => {
    await quiet.owner.query(sql.type(row())`delete from pgboss.job where name not like '\\_\\_pgboss%'`)
    await quiet.owner.query(sql.type(row())`
      update fact_states set decide_again_at = null where end_customer_id = ${customer} and decide_again_at is not null
    `)
  }
  async function book(path: typeof EXPENSES | typeof VOUCHERS, request: object): Promise<string> {
    const { body } = await quiet.post(path as typeof EXPENSES, request as ReturnType<typeof expense>)
    for (const queue of ['facts.evaluate', 'facts.backlog'] as const) await quiet.work(queue)
    expect((await quiet.get(`/v1/source-facts/${body.id}`)).body.state).to.equal('posted')
    return body.id
  }
  const put = async (path: Parameters<QuietService['put']>[0], body: object) => {
    const { status, text } = await quiet.put(path, body as never)
    expect(status, text).to.equal(202)
  }

  const CHANGES: Readonly<Record<FreeingChange, () => Promise<unknown>>> = {
    chart: () => put('/v1/accounts', chart(customer, '2021-01-01', WITH_OTHERS)),
    mappings: () => {
      const mapping = { mapping_key: 'posting.expense.category.tea', account_code: '6500', valid_from: '2026-01-01' }
      return put('/v1/account-mappings', { end_customer_id: customer, mappings: [mapping] })
    },
    'exchange rates': () => {
      const rates = [{ currency: 'EUR', rate_date: '2026-01-05', rate: '0.95' }]
      return put('/v1/exchange-rates', { end_customer_id: customer, rates })
    },
    'fiscal year': () => {
      const year = { start_date: '2026-01-01', end_date: '2026-12-31' }
      return put('/v1/fiscal-years/FY2026', { end_customer_id: customer, ...year })
    },
    'period lock': () => {
      return put('/v1/period-locks', { end_customer_id: customer, locked_through: '2025-12-31', reason: 'x' })
    },
    settings: () => put(`/v1/end-customers/${customer}`, { name: 'Muster AG' }),
    'control account': () => {
      const open_item = { new: { partner: { name: 'Gemeinde' }, kind: 'receivable' } }
      return book(
        VOUCHERS,
        voucher(customer, { payload: { lines: [debit('1190', 5, { open_item }), credit('1020', 5)] } }),
      )
    },
    named: () => {
      const open_item = { supplier_payable_id: awaited, purpose: 'payment' }
      const lines = [debit('2000', 7, { open_item }), credit('1020', 7)]
      return book(VOUCHERS, voucher(customer, { external_reference: 'paid', payload: { lines } }))
    },
    reversal: async () => {
      await quiet.post(`/v1/source-facts/${expense_id}/reverse`, { end_customer_id: customer, reason: 'x' })
      await quiet.work('ledger.post')
    },
    time: () => maintainDaily(quiet.worker),
  }

  for (const [change, make] of Object.entries(CHANGES) as [FreeingChange, () => Promise<unknown>][])
    it(change, async () => {
      await make()
      await quiet.work('facts.reevaluate')
      const jobs = await quiet.jobsOf('facts.evaluate', customer)
      await drop()
      const woken = jobs.map(({ data }) => blocked.get(data.source_fact_id))
      expect(woken.sort()).to.deep.equal(blockersFreedBy(change).sort())
    })
})
