import { row, sql } from '../../shared/store/db/database.ts'
import { dropStatementTables, refreshStatementTables } from '../../shared/store/statements/account-period-totals.ts'
import { useSnapshotIsolation } from '../../shared/store/statements/ledger-snapshot.ts'
import { type Finding, verifyLedger } from '../../shared/verify/verify-ledger.ts'
import { get } from './client.ts'
import { service } from './service.ts'

/** Lines of an entry as `[account, debit, credit]` in minor units. */
export async function linesOf(journal_entry_id: string): Promise<[string, number, number][]> {
  const { body } = await get(`/v1/journal-entries/${journal_entry_id}`)
  return body.lines.map((line: any) => [
    line.account_code,
    line.debit?.amount_minor ?? 0,
    line.credit?.amount_minor ?? 0,
  ])
}

export async function factOf(id: string): Promise<any> {
  return (await get(`/v1/source-facts/${id}`)).body
}

export async function blockersOf(id: string): Promise<string[]> {
  return (await factOf(id)).blockers.map(({ code }: any) => code)
}

export function balanceSheet(end_customer_id: string, fiscal_year_id = 'FY2026', more = ''): Promise<any> {
  return statement('or-balance-sheet', end_customer_id, fiscal_year_id, more)
}

export function incomeStatement(end_customer_id: string, fiscal_year_id = 'FY2026', more = ''): Promise<any> {
  return statement('or-income-statement', end_customer_id, fiscal_year_id, more)
}

async function statement(name: string, end_customer_id: string, fiscal_year_id: string, more: string): Promise<any> {
  const query = `end_customer_id=${end_customer_id}&fiscal_year_id=${fiscal_year_id}${more}`
  return (await get(`/v1/statements/${name}?${query}`)).body
}

export function amountOn(sheet: any, row_key: string): number {
  return sheet.rows.find((candidate: any) => candidate.row_key === row_key).amount.amount_minor
}

/** Everything that the verifier finds at one moment, whatever is being posted; empty for books that are in order. */
export function findings(end_customer_id: string): Promise<Finding[]> {
  return service().web.pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    return verifyLedger(tx, end_customer_id, () => {})
  })
}

export async function payables(end_customer_id: string): Promise<any[]> {
  return [
    ...(await service().web.pool.any(sql.type(row<any>())`
      select supplier_name, currency, amount_minor::integer, open_amount_minor::integer, base_amount_minor::integer, state
      from supplier_payables where end_customer_id = ${end_customer_id} order by supplier_payable_id
    `)),
  ]
}

/** Waits until the condition holds; for what happens by itself and has no request to wait for. */
export async function eventually(condition: () => Promise<boolean>, seconds = 15): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${seconds} seconds: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Until nothing of this end customer waits any more. */
export async function quietly(customer: string): Promise<void> {
  const isBusy = () =>
    service().web.pool.exists(sql.type(row())`
      select from pgboss.job
      where data ->> 'end_customer_id' = ${customer} and state in ('created', 'retry', 'active')
        and name <> 'statements.refresh'
    `)
  for (let attempt = 0; await isBusy(); attempt += 1) {
    if (attempt === 500) throw new Error('jobs are still waiting')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The statement tables brought up to the last entry, as the job does it. */
export async function refreshTables(end_customer_id: string): Promise<void> {
  await service().worker.pool.transaction((tx) => refreshStatementTables(tx, [end_customer_id]))
}

/** The statement tables as if no refresh had ever run. */
export async function dropTables(end_customer_id: string): Promise<void> {
  await service().worker.pool.transaction((tx) => dropStatementTables(tx, [end_customer_id]))
}
