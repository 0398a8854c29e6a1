import type { ActivityShare } from '../../../shared/accounting/vat/reconciliation/activity-shares.ts'
import type { ReconciledTaxAccount, TaxStep } from '../../../shared/accounting/vat/reconciliation/tax.ts'
import type { TurnoverAccount } from '../../../shared/accounting/vat/reconciliation/turnover.ts'
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
      steps: turnover.steps.map(({ kind, category, amount_minor }) => ({
        kind,
        category,
        amount: money(amount_minor),
      })),
      figure_200: money(turnover.declared['200']),
      figure_289: money(turnover.declared['289']),
      figure_299: money(turnover.declared['299']),
    },
    tax: {
      accounts: tax.accounts.map(present.taxAccount),
      owed_steps: tax.owed_steps.map(present.taxStep),
      figure_399: money(tax.declared['399']),
      deducted_steps: tax.deducted_steps.map(present.taxStep),
      figure_479: money(tax.declared['479']),
    },
    is_explained: turnover.is_explained && tax.is_explained,
  }
}

type MoneyOf = (minor: bigint) => ReturnType<typeof presentMoney>

function presenter(query: ReconciliationRead['query'], money: MoneyOf) {
  return {
    declaredReturn: ({ days, vat_return }: ReconciliationRead['returns'][number]) => ({
      period: days.name,
      period_start: days.from,
      period_end: days.to,
      is_cut: days.is_cut,
      method: days.registration.method,
      consideration: money(vat_return.lines.find(({ figure }) => figure === '200')?.base_minor ?? 0n),
      payable_tax: money(vat_return.payable_minor),
      vat_return: `/v1/vat-returns/${days.name}?${new URLSearchParams({ end_customer_id: query.end_customer_id })}`,
    }),
    activity: ({ turnover_minor, ...activity }: ActivityShare) => ({ ...activity, turnover: money(turnover_minor) }),
    turnoverAccount: (account: TurnoverAccount) => presentTurnoverAccount(account, query, money),
    taxAccount: (account: ReconciledTaxAccount) => presentTaxAccount(account, query, money),
    taxStep: ({ amount_minor, ...step }: TaxStep) => ({ ...step, amount: money(amount_minor) }),
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
