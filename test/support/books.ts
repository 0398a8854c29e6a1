import assert from 'node:assert/strict'
import type { SourceFact } from '../../shared/contract/facts/source-facts.ts'
import type { OpenItemState } from '../../shared/contract/open-items/open-items.ts'
import type { FromSchema } from '../../shared/contract/schema.ts'
import type { orBalanceSheet } from '../../shared/contract/statements/statements.ts'
import { type Pool, row, sql } from '../../shared/store/db/database.ts'
import { dropStatementTables, refreshWhole } from '../../shared/store/statements/account-period-totals.ts'
import { useSnapshotIsolation } from '../../shared/store/statements/ledger-snapshot.ts'
import { type VerificationFinding, verifyLedger } from '../../shared/verify/verify-ledger.ts'
import { get } from './client.ts'
import { service } from './service.ts'
import { there } from './there.ts'

/** Lines of an entry as `[account, debit, credit]` in minor units. */
export async function linesOf(journal_entry_id: string | null): Promise<[string, number, number][]> {
  const { body } = await get(`/v1/journal-entries/${there(journal_entry_id)}`)
  return body.lines.map((line) => [line.account_code, line.debit?.amount_minor ?? 0, line.credit?.amount_minor ?? 0])
}

export async function factOf(id: string) {
  return (await get(`/v1/source-facts/${id}`)).body
}

export async function blockersOf(id: string): Promise<string[]> {
  return codesOf(await factOf(id))
}

export function codesOf({ blockers }: Pick<SourceFact, 'blockers'>): string[] {
  return blockers.map(({ code }) => code)
}

export function balanceSheet(end_customer_id: string, fiscal_year_id = 'FY2026', more = '') {
  return statement('or-balance-sheet', end_customer_id, fiscal_year_id, more)
}

export function incomeStatement(end_customer_id: string, fiscal_year_id = 'FY2026', more = '') {
  return statement('or-income-statement', end_customer_id, fiscal_year_id, more)
}

async function statement<const Name extends 'or-balance-sheet' | 'or-income-statement'>(
  name: Name,
  end_customer_id: string,
  fiscal_year_id: string,
  more: string,
) {
  return (
    await get(`/v1/statements/${name}?end_customer_id=${end_customer_id}&fiscal_year_id=${fiscal_year_id}${more}`)
  ).body
}

export type Sheet = Pick<FromSchema<typeof orBalanceSheet>, 'rows' | 'period_series'>

export function amountOn({ rows }: Pick<Sheet, 'rows'>, row_key: string): number {
  const found = rows.find((row) => row.row_key === row_key)
  assert(found, `there is a row ${row_key}`)
  return found.amount.amount_minor
}

/** Everything that the verifier finds at one moment, whatever is being posted; empty for books that are in order. */
export function findings(end_customer_id: string): Promise<VerificationFinding[]> {
  return service().web.pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    return verifyLedger(tx, end_customer_id, () => {})
  })
}

type PayableRow = {
  supplier_name: string
  currency: string
  amount_minor: number
  open_amount_minor: number
  base_amount_minor: number
  state: OpenItemState
}

export function payables(end_customer_id: string): Promise<readonly PayableRow[]> {
  return service().web.pool.any(sql.type(row<PayableRow>())`
    select supplier_name, currency, amount_minor::integer, open_amount_minor::integer, base_amount_minor::integer, state
    from supplier_payables where end_customer_id = ${end_customer_id} order by supplier_payable_id
  `)
}

/** Waits until the condition holds; for what happens by itself and has no request to wait for. */
export async function eventually(condition: () => Promise<boolean>, seconds = 45): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${seconds} seconds: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Until nothing of this end customer waits any more. */
export async function quietly(customer: string, pool: Pool = service().web.pool): Promise<void> {
  const isBusy = () =>
    pool.exists(sql.type(row())`
      select from pgboss.job
      where data ->> 'end_customer_id' = ${customer} and state in ('created', 'retry', 'active')
        and name <> 'statements.refresh'
    `)
  await eventually(async () => !(await isBusy()))
}

/** The statement tables brought up to the last entry, as the job does it; tax too, however little is behind. */
export async function refreshTables(end_customer_id: string): Promise<void> {
  await refreshWhole(service().worker.pool, [end_customer_id], { tax_behind: 1, movements_behind: 1 })
}

/** The statement tables as if no refresh had ever run. */
export async function dropTables(end_customer_id: string): Promise<void> {
  await service().worker.pool.transaction((tx) => dropStatementTables(tx, [end_customer_id]))
}
