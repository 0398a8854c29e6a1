import { baseOf, taxOf } from '../../../shared/accounting/vat/reconciliation/return-of-year.ts'
import { differencesIn } from '../../../shared/accounting/vat/reconciliation/tax-steps.ts'
import type { VatReturn } from '../../../shared/accounting/vat/return/vat-return.ts'
import type { presentMoney } from '../../http/present-money.ts'
import type { ReconciliationRead } from './reconciliation-read.ts'

export type MoneyOf = (minor: bigint) => ReturnType<typeof presentMoney>

/** A return of the year: what was filed of it, and what of its records was not. */
export function presentReconciledReturn(
  { days, is_annual, filings, in_records, filed }: ReconciliationRead['returns'][number],
  { end_customer_id }: ReconciliationRead['query'],
  money: MoneyOf,
) {
  const amountsOf = (returns: readonly VatReturn[]) => ({
    consideration: baseOf(returns, '200'),
    payable_tax: returns.reduce((sum, { payable_minor }) => sum + payable_minor, 0n),
  })
  const [recorded, declared] = [amountsOf(in_records), amountsOf(filed)]
  const notFiled = {
    end_customer_id,
    from_date: days.from,
    to_date: days.to,
    counts_in: is_annual ? 'annual_reconciliation' : 'period',
    after_entry_number: String(filings.at(-1)?.entry_number ?? 0n),
  }
  const address = (asked: object) =>
    `/v1/vat-returns/${days.name}?${new URLSearchParams({ end_customer_id, ...asked })}`
  const annual = { ...(is_annual && { submission: 'annual_reconciliation' }) }
  return {
    period: days.name,
    period_start: days.from,
    period_end: days.to,
    is_cut: days.is_cut,
    method: days.registration.method,
    submission: is_annual ? ('annual_reconciliation' as const) : (filings.at(-1)?.submission ?? ('first' as const)),
    filing_numbers: filings.map(({ filing_number }) => filing_number),
    filings: filings.map(({ filing_number }, index) => {
      const its = filed.slice(index, index + 1)
      return {
        filing_number,
        ...figuresOf(its, money),
        payable_tax: money(amountsOf(its).payable_tax),
        vat_return: address({ ...annual, filing_number: String(filing_number) }),
      }
    }),
    consideration: money(declared.consideration),
    payable_tax: money(declared.payable_tax),
    not_filed: {
      consideration: money(recorded.consideration - declared.consideration),
      payable_tax: money(recorded.payable_tax - declared.payable_tax),
      records: `/v1/tax-records?${new URLSearchParams(notFiled)}`,
    },
    differences: presentDifferences(in_records, money),
    vat_return: address(annual),
    // What was filed answers as it was: a correction is what the records make of it today.
    recorded_return: address(is_annual || filings.length === 0 ? annual : { submission: 'correction' }),
  }
}

function presentDifferences(returns: readonly VatReturn[], money: MoneyOf) {
  return differencesIn(returns.flatMap(({ lines }) => lines))
    .filter(({ amount_minor }) => amount_minor !== 0n)
    .map(({ kind, figure, activity_id, rate_bp, amount_minor }) => ({
      ...{ kind, figure, activity_id, rate_bp },
      amount: money(amount_minor),
    }))
}

function figuresOf(returns: readonly VatReturn[], money: MoneyOf) {
  return {
    figure_200: money(baseOf(returns, '200')),
    figure_289: money(baseOf(returns, '289')),
    figure_299: money(baseOf(returns, '299')),
    figure_399: money(taxOf(returns, '399')),
    figure_479: money(taxOf(returns, '479')),
  }
}
