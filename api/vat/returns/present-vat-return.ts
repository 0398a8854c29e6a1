import { checkDeclaration } from '../../../shared/accounting/vat/ech-0217/checks.ts'
import { reconciliationDays } from '../../../shared/accounting/vat/filing/reconciliation-days.ts'
import type { ReturnRead } from '../../../shared/accounting/vat/filing/return-read.ts'
import { labelOfFigure } from '../../../shared/accounting/vat/return/labels.ts'
import type { ReturnLine } from '../../../shared/accounting/vat/return/lines-of-form.ts'
import type { TaxTotal } from '../../../shared/accounting/vat/return/tax-total.ts'
import { owedOf, type TaxAccount, type Tie } from '../../../shared/accounting/vat/return/tie.ts'
import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import { presentMoney } from '../../http/present-money.ts'
import { presentOpenWork } from './open-work/present-open-work.ts'
import { presentVatFiling } from './present-vat-filing.ts'
import type { ReturnAnswer } from './read-return.ts'

const KINDS: Readonly<Record<string, 'subtotal' | 'total'>> = {
  '289': 'subtotal',
  '299': 'subtotal',
  '399': 'subtotal',
  '479': 'subtotal',
  '500': 'total',
  '510': 'total',
}

export function presentVatReturn({ read, filing }: ReturnAnswer) {
  const { end_customer_id, locale, ledger, declaration } = read
  const { base_currency: currency, period, vat_return } = declaration
  const checks = checkDeclaration(declaration)
  return {
    object: 'vat_return',
    end_customer_id,
    end_customer_name: declaration.organisation_name,
    uid: declaration.uid,
    locale,
    period: period.name,
    period_start: declaration.from,
    period_end: declaration.to,
    method: declaration.method,
    consideration: declaration.consideration,
    filing_period: declaration.filing_period,
    currency,
    submission: declaration.submission,
    ...(declaration.submission === 'annual_reconciliation' && {
      reconciliation: reconciliationDays(period.first_end ?? period.to, declaration.filing_period),
    }),
    filing: filing && presentVatFiling(filing, currency),
    ledger_position: {
      entry_number: jsonInteger(ledger.last_entry_number),
      entry_hash: ledger.last_entry_hash,
    },
    records: recordsUrl(read, {}),
    lines: vat_return.lines.map((line) => presentLine(line, read)),
    payable_tax: presentMoney(vat_return.payable_minor, currency),
    tie: presentTie(read.tie, read.accounts, currency),
    ...(read.tax_not_due && { tax_not_due: presentTaxNotDue(read.tax_not_due, read) }),
    warnings: presentOpenWork(read),
    checks: checks.map(({ findings, ...check }) => ({ ...check, holds: findings.length === 0, findings })),
    can_be_filed: checks.every(({ findings }) => findings.length === 0),
  }
}

function presentLine(line: ReturnLine, read: ReturnRead) {
  const { locale, declaration, activities, former_activities = [] } = read
  const { figure, activity_id, rate_bp, base_minor, tax_minor, booked_minor, sources } = line
  const { base_currency } = declaration
  const money = (minor: bigint | null) => (minor === null ? null : presentMoney(minor, base_currency))
  const activity = [...activities, ...former_activities].find((known) => known.activity_id === activity_id)
  return {
    figure,
    activity_id,
    label: activity?.text ?? labelOfFigure(figure ?? '', locale),
    kind: KINDS[figure ?? ''] ?? ('line' as const),
    rate_bp: rate_bp === null ? null : Number(rate_bp),
    base_amount: money(base_minor),
    tax_amount: money(tax_minor),
    booked_tax_amount: money(booked_minor),
    records: sources.map(({ tax_code, form_figure }) =>
      recordsUrl(read, {
        tax_code,
        ...(form_figure !== null && { form_figure }),
        ...(activity_id !== null && { activity_id }),
        ...(activity_id !== null && rate_bp !== null && { net_rate_bp: String(rate_bp) }),
      }),
    ),
  }
}

/** The records of a return: up to its ledger position, and behind that of the reconciliation that it follows. */
function recordsUrl({ end_customer_id, declaration, ledger, after_entry_number }: ReturnRead, more: object): string {
  const { from, to, submission } = declaration
  const query = {
    end_customer_id,
    from_date: from,
    to_date: to,
    counts_in: submission === 'annual_reconciliation' ? submission : 'period',
    ...(after_entry_number !== undefined && { after_entry_number: String(after_entry_number) }),
    through_entry_number: String(ledger.last_entry_number),
  }
  return `/v1/tax-records?${new URLSearchParams({ ...query, ...more })}`
}

function presentTaxNotDue(totals: readonly TaxTotal[], { end_customer_id, declaration, ledger }: ReturnRead) {
  const { base_currency, period } = declaration
  return {
    amount: presentMoney(owedOf(totals), base_currency),
    codes: totals.map(({ tax_code, rate_bp, direction, activity_id, base_minor, tax_minor }) => ({
      tax_code,
      rate_bp: Number(rate_bp),
      direction,
      activity_id,
      base_amount: presentMoney(base_minor, base_currency),
      tax_amount: presentMoney(tax_minor, base_currency),
      records: `/v1/tax-records?${new URLSearchParams({
        end_customer_id,
        to_date: period.to,
        tax_code,
        counts_in: 'not_due',
        through_entry_number: String(ledger.last_entry_number),
      })}`,
    })),
  }
}

function presentTie(tie: Tie, accounts: readonly TaxAccount[], currency: string) {
  const money = (minor: bigint) => presentMoney(minor, currency)
  return {
    opening_balance: money(tie.opening_minor),
    steps: tie.steps.map(({ amount_minor, rate_bp, ...step }) => ({
      ...step,
      rate_bp: rate_bp === null ? null : Number(rate_bp),
      amount: money(amount_minor),
    })),
    change: money(tie.change_minor),
    closing_balance: money(tie.closing_minor),
    is_explained: tie.is_explained,
    accounts: accounts.map(({ account_code, account_name, opening_minor, recorded_minor, other_minor, ...more }) => ({
      account_code,
      account_name,
      opening_balance: money(opening_minor),
      recorded: money(recorded_minor),
      other: money(other_minor),
      closing_balance: money(opening_minor + recorded_minor + other_minor),
      ...(more.taken_over_minor !== undefined && { taken_over: money(more.taken_over_minor) }),
    })),
  }
}
