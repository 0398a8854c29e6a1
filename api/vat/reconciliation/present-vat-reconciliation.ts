import type { ActivityShare } from '../../../shared/accounting/vat/reconciliation/activity-shares.ts'
import { baseOf } from '../../../shared/accounting/vat/reconciliation/return-of-year.ts'
import type { ReconciledTaxAccount, TaxStep } from '../../../shared/accounting/vat/reconciliation/tax.ts'
import type { TurnoverAccount } from '../../../shared/accounting/vat/reconciliation/turnover.ts'
import type { VatReturn } from '../../../shared/accounting/vat/return/vat-return.ts'
import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import { presentMoney } from '../../http/present-money.ts'
import type { ReconciliationRead } from './reconciliation-read.ts'

export function presentVatReconciliation(read: ReconciliationRead) {
  const { query, customer, ledger, scope, turnover, tax } = read
  const { end_customer_id, fiscal_year_id, locale } = query
  const money = (minor: bigint) => presentMoney(minor, ledger.base_currency)
  const present = presenter(query, money)
  return {
    object: 'vat_reconciliation',
    end_customer_id,
    end_customer_name: customer.name,
    uid: customer.uid,
    locale: locale ?? ledger.locale,
    fiscal_year_id,
    period_start: scope.from,
    period_end: scope.to,
    currency: ledger.base_currency,
    ledger_position: {
      entry_number: jsonInteger(ledger.last_entry_number),
      entry_hash: ledger.last_entry_hash,
    },
    returns: read.returns.map(present.declaredReturn),
    activities: read.activities.map(present.activity),
    turnover: {
      accounts: turnover.accounts.map(present.turnoverAccount),
      steps: turnover.steps.map(({ amount_minor, ...step }) => ({ ...step, amount: money(amount_minor) })),
      in_records: present.turnoverFigures(turnover.in_records),
      ...present.turnoverFigures(turnover.filed),
    },
    tax: {
      accounts: tax.accounts.map(present.taxAccount),
      owed_steps: tax.owed_steps.map(present.taxStep),
      deducted_steps: tax.deducted_steps.map(present.taxStep),
      in_records: present.taxFigures(tax.in_records),
      ...present.taxFigures(tax.filed),
    },
    is_explained: turnover.is_explained && tax.is_explained,
  }
}

type MoneyOf = (minor: bigint) => ReturnType<typeof presentMoney>

function presenter(query: ReconciliationRead['query'], money: MoneyOf) {
  return {
    declaredReturn: (one: ReconciliationRead['returns'][number]) => presentReturn(one, query, money),
    turnoverFigures: (of: ReconciliationRead['turnover']['filed']) => ({
      figure_200: money(of['200']),
      figure_289: money(of['289']),
      figure_299: money(of['299']),
    }),
    taxFigures: (of: ReconciliationRead['tax']['filed']) => ({
      figure_399: money(of['399']),
      figure_479: money(of['479']),
    }),
    activity: ({ turnover_minor, rates, ...activity }: ActivityShare) => ({
      ...activity,
      turnover: money(turnover_minor),
      rates: rates.map(({ rate_bp, ...of }) => ({
        rate_bp,
        turnover: money(of.turnover_minor),
        tax: money(of.tax_minor),
      })),
    }),
    turnoverAccount: (account: TurnoverAccount) => presentTurnoverAccount(account, query, money),
    taxAccount: (account: ReconciledTaxAccount) => presentTaxAccount(account, query, money),
    taxStep: ({ amount_minor, ...step }: TaxStep) => ({ ...step, amount: money(amount_minor) }),
  }
}

function presentReturn(
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
  const shown = { end_customer_id, ...(is_annual && { submission: 'annual_reconciliation' }) }
  return {
    period: days.name,
    period_start: days.from,
    period_end: days.to,
    is_cut: days.is_cut,
    method: days.registration.method,
    submission: is_annual ? ('annual_reconciliation' as const) : (filings.at(-1)?.submission ?? ('first' as const)),
    filing_numbers: filings.map(({ filing_number }) => filing_number),
    consideration: money(declared.consideration),
    payable_tax: money(declared.payable_tax),
    not_filed: {
      consideration: money(recorded.consideration - declared.consideration),
      payable_tax: money(recorded.payable_tax - declared.payable_tax),
      records: `/v1/tax-records?${new URLSearchParams(notFiled)}`,
    },
    vat_return: `/v1/vat-returns/${days.name}?${new URLSearchParams(shown)}`,
  }
}

function presentTurnoverAccount(account: TurnoverAccount, query: ReconciliationRead['query'], money: MoneyOf) {
  const { account_code, account_name, is_revenue, booked_minor, parts } = account
  const recorded = parts.filter(({ has_record }) => has_record)
  const recorded_minor = recorded.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  return {
    account_code: account_code === '' ? null : account_code,
    account_name,
    is_revenue,
    booked: money(booked_minor),
    recorded: money(recorded_minor),
    difference: money(booked_minor - recorded_minor),
    parts: parts.map(({ amount_minor, ...part }) => ({
      ...part,
      amount: money(amount_minor),
      entries: entriesOf(query, part.category, account_code),
    })),
  }
}

function presentTaxAccount(account: ReconciledTaxAccount, query: ReconciliationRead['query'], money: MoneyOf) {
  const { account_code, account_name } = account
  return {
    account_code,
    account_name,
    owed: money(account.owed_minor),
    deducted: money(account.deducted_minor),
    transferred: money(account.transferred_minor),
    transferred_entries: entriesOf(query, 'transferred', account_code),
    other: money(account.other_minor),
    other_entries: entriesOf(query, 'other', account_code),
  }
}

function entriesOf(
  { end_customer_id, fiscal_year_id }: ReconciliationRead['query'],
  category: string,
  account_code: string,
): string {
  const account = account_code === '' ? {} : { account_code }
  const filters = new URLSearchParams({ end_customer_id, fiscal_year_id, category, ...account })
  return `/v1/statements/vat-reconciliation/entries?${filters}`
}
