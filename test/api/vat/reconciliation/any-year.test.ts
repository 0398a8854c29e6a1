import { expect } from 'chai'
import fc from 'fast-check'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { findings, refreshTables } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'
import { NET_RATE, register } from '../register.ts'
import { expectSums, reconciled } from './reconciled.ts'
import { requestOf, type YearStep, year } from './years.ts'

describe('the reconciliation of any year', () => {
  for (const method of ['effective', 'net_tax_rate'] as const)
    it(`explains every Rappen under the method ${method}`, async () => {
      const property = fc.asyncProperty(year, (steps) => expectReconciled(steps, method))
      await fc.assert(property, { seed: 128, numRuns: 6, endOnFailure: true })
    }).timeout(900_000)
})

async function expectReconciled(steps: readonly YearStep[], method: 'effective' | 'net_tax_rate'): Promise<void> {
  const customer = await newKmuCustomer()
  if (method === 'net_tax_rate') await register(customer, '0001-01-01', NET_RATE)
  const facts: string[] = []
  for (const [index, step] of steps.entries()) {
    await take(customer, step, facts)
    // In some years the totals have everything, in others a part or nothing.
    if (index === steps.length % 7) await refreshTables(customer)
  }
  for (const fiscal_year_id of await yearsOf(customer)) {
    const reconciliation = await reconciled(customer, fiscal_year_id)
    await expectSums(reconciliation)
    const { turnover, tax } = reconciliation
    const [plain] = await plainSums(customer, fiscal_year_id)
    const of = (kind: string) => turnover.steps.find((step) => step.kind === kind)?.amount.amount_minor ?? 0
    expect(of('revenue')).to.equal(plain?.revenue)
    expect(turnover.in_records.figure_200.amount_minor).to.equal(plain?.turnover)
    const moved = tax.accounts
      .filter(({ account_code }) => account_code !== '2201')
      .flatMap(({ owed, deducted, transferred, other }) => [owed, deducted, transferred, other])
    expect(moved.reduce((sum, { amount_minor }) => sum + amount_minor, 0)).to.equal(plain?.tax)
  }
  expect(await findings(customer)).to.deep.equal([])
}

async function take(customer: string, step: YearStep, facts: string[]): Promise<void> {
  if (step.does === 'book') {
    const { body } = await post(step.path, requestOf(customer, step), { wait: 10 })
    if (body.state === 'posted') facts.push(body.id)
    return
  }
  const id = facts[step.fact % (facts.length || 1)]
  if (id) await post(`/v1/source-facts/${id}/reverse`, { reason: 'x', posting_date: step.day } as never, { wait: 10 })
}

async function yearsOf(customer: string): Promise<readonly string[]> {
  return service().web.pool.anyFirst(sql.type(row<{ fiscal_year_id: string }>())`
    select distinct fiscal_year_id from journal_entries where end_customer_id = ${customer}
  `)
}

/** The same figures from the lines alone. */
function plainSums(customer: string, year: string) {
  return service().web.pool.any(sql.type(row<{ revenue: number; turnover: number; tax: number }>())`
    select coalesce(sum(credit_minor - debit_minor) filter (where account_type = 'revenue'), 0)::integer as revenue,
      coalesce(sum((tax ->> 'base_minor')::numeric) filter (
        where tax ->> 'direction' = 'output'
          or tax ->> 'direction' = 'turnover_without_tax' and tax ->> 'form_figure' not in ('900', '910')
      ), 0)::integer as turnover,
      coalesce(sum(credit_minor - debit_minor) filter (
        where account_code in ('1170', '1171', '1173', '1174', '2200', '2202', '2203')
      ), 0)::integer as tax
    from journal_lines
    join journal_entries using (end_customer_id, entry_number)
    join accounts using (end_customer_id, account_code)
    where end_customer_id = ${customer} and fiscal_year_id = ${year}
  `)
}
