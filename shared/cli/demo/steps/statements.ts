import type { AnswerTo } from '../../../client/index.ts'
import type { DemoDocument } from '../company/documents.ts'
import type { DemoInvoice } from '../company/invoices.ts'
import { type Demo, expectEqual, say } from '../demo.ts'
import { francs } from '../tables.ts'

export type OrStatements = {
  readonly sheet: AnswerTo<'getOrBalanceSheet'>
  readonly income: AnswerTo<'getOrIncomeStatement'>
}

/** Both statements of the law for 2025, with the prior year and the quarters. */
export async function readStatements({ client, customer }: Demo): Promise<OrStatements> {
  const query = {
    ...{ end_customer_id: customer, fiscal_year_id: 'FY2025' },
    ...({ granularity: 'quarter', comparison: 'prior_fiscal_year' } as const),
  }
  const [sheet, income] = await Promise.all([
    client.getOrBalanceSheet({ query }),
    client.getOrIncomeStatement({ query }),
  ])
  return { sheet, income }
}

/** The amounts of statements as a text, to compare them. */
export function statementFigures({ sheet, income }: OrStatements): string {
  return JSON.stringify(
    [sheet, income].map(({ rows, period_series }) => [
      rows.map(({ row_key, amount, prior_amount }) => [row_key, amount.amount_minor, prior_amount?.amount_minor]),
      period_series,
    ]),
  )
}

/**
 * The amounts owed to suppliers and by customers are known from the documents alone; the balance sheet has to show the
 * same ones.
 */
export function verifyStatements(
  { sheet, income }: OrStatements,
  booked: readonly DemoDocument[],
  invoices: readonly DemoInvoice[],
): void {
  const amountOn = ({ rows }: Pick<OrStatements['sheet' | 'income'], 'rows'>, key: string) =>
    rows.find(({ row_key }) => row_key === key)?.amount.amount_minor ?? Number.NaN
  const grossOf = (documents: readonly { payload: { gross_amount: { amount_minor: number } } }[]) =>
    documents.reduce((sum, { payload }) => sum + payload.gross_amount.amount_minor, 0)
  const owed: [string, string, number][] = [
    ['what suppliers are owed', 'verbindlichkeiten_ll', grossOf(booked)],
    ['what customers owe', 'forderungen_ll', grossOf(invoices)],
  ]
  for (const [what, row_key, expected] of owed) {
    say(`${what}: ${francs(amountOn(sheet, row_key))} on the balance sheet, ${francs(expected)} by the documents`)
    expectEqual(what, amountOn(sheet, row_key), expected)
  }
  expectEqual('the result', amountOn(sheet, 'jahresgewinn_jahresverlust'), amountOn(income, 'jahresergebnis'))
  for (const [check, holds] of Object.entries({ ...sheet.checks, ...income.checks })) expectEqual(check, holds, true)
  say(`Checks: ${Object.keys(sheet.checks).join(', ')}.`)
}
