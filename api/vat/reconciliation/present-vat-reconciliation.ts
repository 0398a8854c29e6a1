import type { ActivityShare } from '../../../shared/accounting/vat/reconciliation/activity-shares.ts'
import type { ReconciledTaxAccount } from '../../../shared/accounting/vat/reconciliation/tax.ts'
import type { TaxStep } from '../../../shared/accounting/vat/reconciliation/tax-steps.ts'
import type { TurnoverAccount } from '../../../shared/accounting/vat/reconciliation/turnover.ts'
import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import { presentMoney } from '../../http/present-money.ts'
import { entriesOf, entriesOfPart, entriesOfStep } from './entries/addresses-of-entries.ts'
import { type MoneyOf, presentReconciledReturn } from './present-reconciled-return.ts'
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
      steps: turnover.steps.map(present.turnoverStep),
      in_records: present.turnoverFigures(turnover.in_records),
      ...present.turnoverFigures(turnover.filed),
    },
    tax: {
      accounts: tax.accounts.map(present.taxAccount),
      owed_steps: tax.owed_steps.map(present.taxStep('399')),
      deducted_steps: tax.deducted_steps.map(present.taxStep('479')),
      in_records: present.taxFigures(tax.in_records),
      ...present.taxFigures(tax.filed),
    },
    is_explained: turnover.is_explained && tax.is_explained,
  }
}

function presenter(query: ReconciliationRead['query'], money: MoneyOf) {
  return {
    declaredReturn: (one: ReconciliationRead['returns'][number]) => presentReconciledReturn(one, query, money),
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
    turnoverStep: (step: ReconciliationRead['turnover']['steps'][number]) => {
      const { amount_minor, ...of } = step
      return { ...of, amount: money(amount_minor), entries: entriesOfStep(query, '200', step) }
    },
    taxStep: (total: '399' | '479') => (step: TaxStep) => {
      const { amount_minor, booked_minor, ...of } = step
      const booked = booked_minor === null ? null : money(booked_minor)
      return { ...of, amount: money(amount_minor), booked, entries: entriesOfStep(query, total, step) }
    },
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
    entries: entriesOf(query, { account_code }),
    recorded: money(recorded_minor),
    difference: money(booked_minor - recorded_minor),
    parts: parts.map(({ amount_minor, ...part }) => ({
      ...part,
      amount: money(amount_minor),
      entries: entriesOfPart(query, account_code, part),
    })),
  }
}

function presentTaxAccount(account: ReconciledTaxAccount, query: ReconciliationRead['query'], money: MoneyOf) {
  const { account_code, account_name } = account
  const entries = (category: string) => entriesOf(query, { category, account_code })
  return {
    account_code,
    account_name,
    owed: money(account.owed_minor),
    owed_entries: entries('owed'),
    deducted: money(account.deducted_minor),
    deducted_entries: entries('deducted'),
    transferred: money(account.transferred_minor),
    transferred_entries: entries('transferred'),
    other: money(account.other_minor),
    other_entries: entries('other'),
  }
}
