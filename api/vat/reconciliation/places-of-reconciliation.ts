import { ledgerOf, query, targetOfAddress } from '../../print/pages/links.ts'
import type { presentVatReconciliation } from './present-vat-reconciliation.ts'

export type PresentedReconciliation = ReturnType<typeof presentVatReconciliation>

export type PresentedStep =
  | PresentedReconciliation['turnover']['steps'][number]
  | PresentedReconciliation['tax']['owed_steps'][number]

export type Places = ReturnType<typeof placesOf>

/** Where the amounts of the page lead that are no part of an account. */
export function placesOf({
  end_customer_id,
  fiscal_year_id,
  period_start,
  period_end,
  returns,
}: PresentedReconciliation) {
  const year = { end_customer_id, fiscal_year_id }
  const records = `tax-records${query({ end_customer_id, from_date: period_start, to_date: period_end })}`
  const notFiled = new Map(returns.map(({ period, not_filed }) => [period, targetOfAddress(not_filed.records)]))
  return {
    records,
    filings: `vat-filings${query({ end_customer_id })}`,
    ledger: (account_code: string | null) =>
      account_code === null ? {} : { target: ledgerOf({ ...year, account_code }) },
    step(step: PresentedStep): string {
      if (step.kind === 'revenue') return `statements/income-statement${query(year)}`
      if (step.period !== null) return notFiled.get(step.period) ?? records
      const category = 'category' in step ? step.category : null
      return category === null ? records : `statements/vat-reconciliation/entries${query({ ...year, category })}`
    },
  }
}
