import { minorOf } from '../print/amounts.ts'
import type { Cell, Chart, Column, Row, Table } from '../print/table.ts'
import { type Word, wordsIn } from '../print/words.ts'
import type { presentAccountLedger } from './account-ledger/present-account-ledger.ts'
import type { presentStatementHead } from './present-header.ts'
import type { presentRowStatement } from './present-row-statement.ts'
import type { presentTrialBalance } from './present-trial-balance.ts'

type Head = ReturnType<typeof presentStatementHead>
type RowStatement = ReturnType<typeof presentRowStatement>
type TrialBalance = ReturnType<typeof presentTrialBalance>
type AccountLedger = ReturnType<typeof presentAccountLedger>
type Period = { readonly period_start: string; readonly period_end: string }

/** Rows with their amounts and, for machines, the accounts that they are made of; the series as further columns. */
export function tableOfRows(statement: RowStatement): Table {
  const { rows, period_series, comparison, object } = statement
  const say = wordsIn(statement.locale)
  const series = (period_series ?? []).map(({ period_end, rows: own }) => ({
    period_end,
    amounts: new Map(own.map(({ row_key, amount }) => [row_key, minorOf(amount)])),
  }))
  const columns = [
    text('row_key', ''),
    text('law', ''),
    text('kind', ''),
    text('account_code', ''),
    { ...text('label', ''), is_hidden: false },
    amount('amount', statement.fiscal_year_id),
    ...(comparison ? [amount('prior_amount', `${say('prior_year')} ${comparison.fiscal_year_id}`)] : []),
    ...series.map(({ period_end }) => ({ ...amount(period_end, period_end), is_hidden: true })),
  ]
  const total = object.endsWith('balance_sheet') ? /^(aktiven|assets)$/ : /^((af_)?jahresergebnis|result)$/
  const charted = rows.find(({ row_key }) => total.test(row_key))
  return {
    ...frame(statement, object as Word),
    columns,
    rows: rows.flatMap((row): Row[] => [
      {
        level: row.level,
        kind: row.kind,
        cells: [
          row.row_key,
          row.law,
          row.kind,
          null,
          row.label,
          ...amountsOf(row),
          ...series.map(({ amounts }) => amounts.get(row.row_key) ?? 0n),
        ],
      },
      ...row.source_accounts.map(
        (source): Row => ({
          level: row.level + 1,
          kind: 'account',
          is_hidden: true,
          cells: [
            row.row_key,
            row.law,
            'account',
            source.account_code,
            source.account_name,
            ...amountsOf(source),
            ...series.map(() => null),
          ],
        }),
      ),
    ]),
    chart: charted
      ? chart(
          charted.label,
          period_series,
          series.map(({ amounts }) => amounts.get(charted.row_key) ?? 0n),
        )
      : null,
  }

  function amountsOf({ amount: now, prior_amount }: { amount: Money; prior_amount: Money | null }): Cell[] {
    return [minorOf(now), ...(comparison ? [prior_amount && minorOf(prior_amount)] : [])]
  }
}

type Money = Parameters<typeof minorOf>[0]

/** Every account with its balances and turnover; the prior year's closing balance beside them. */
export function tableOfTrialBalance(statement: TrialBalance): Table {
  const { rows, totals, comparison, period_series } = statement
  const say = wordsIn(statement.locale)
  const columns = [
    { ...text('account_code', say('account')), is_hidden: false },
    { ...text('account_name', say('name')), is_hidden: false },
    amount('opening_balance', say('opening_balance')),
    amount('debit', say('debit')),
    amount('credit', say('credit')),
    amount('closing_balance', say('closing_balance')),
    ...(comparison ? [amount('prior_closing_balance', `${say('prior_year')} ${comparison.fiscal_year_id}`)] : []),
    ...(period_series ?? []).map(({ period_end }) => ({ ...amount(period_end, period_end), is_hidden: true })),
  ]
  const series = (period_series ?? []).map(({ rows: own }) => new Map(own.map((row) => [row.account_code, row])))
  const turned = (period_series ?? []).map(({ rows: own }) => own.reduce((sum, { debit }) => sum + minorOf(debit), 0n))
  return {
    ...frame(statement, 'trial_balance'),
    columns,
    rows: [
      ...rows.map(
        (row): Row => ({
          level: 0,
          kind: 'line',
          cells: [
            row.account_code ?? '',
            row.account_name,
            ...cellsOf(row),
            ...series.map((bucket) => minorOf(bucket.get(row.account_code ?? '')?.closing_balance ?? NOTHING)),
          ],
        }),
      ),
      { level: 0, kind: 'total', cells: ['', say('total'), ...cellsOf(totals), ...series.map(() => null)] },
    ],
    chart: chart(say('debit'), period_series, turned),
  }

  function cellsOf(row: TrialBalance['totals']): Cell[] {
    const { opening_balance, debit, credit, closing_balance, prior } = row
    const now = [opening_balance, debit, credit, closing_balance].map(minorOf)
    return [...now, ...(comparison ? [prior && minorOf(prior.closing_balance)] : [])]
  }
}

const NOTHING = { amount_minor: 0, currency: '' }

/** The lines of one account between what was carried forward and what is left. */
export function tableOfAccountLedger(statement: AccountLedger): Table {
  const { lines, account_code, account_name, comparison, prior, period_series } = statement
  const say = wordsIn(statement.locale)
  const total = (label: string, balance: Money, debit: Money | null, credit: Money | null): Row => ({
    level: 0,
    kind: 'subtotal',
    is_hidden: false,
    cells: ['', '', label, '', debit && minorOf(debit), credit && minorOf(credit), minorOf(balance), '', '', '', ''],
  })
  const head = frame(statement, 'account_ledger')
  return {
    ...head,
    name: `${head.name}-${account_code}`,
    title: `${say('account_ledger')} ${account_code} ${account_name}`,
    columns: [
      { ...text('posting_date', say('date')), is_hidden: false },
      { ...text('entry_number', say('number')), is_hidden: false },
      { ...text('description', say('text')), is_hidden: false },
      { ...text('counter_accounts', say('counter_account')), is_hidden: false },
      amount('debit', say('debit')),
      amount('credit', say('credit')),
      amount('balance', say('balance')),
      text('journal_entry_id', ''),
      text('source_id', ''),
      text('evidence_hashes', ''),
      text('tax_code', ''),
    ],
    rows: [
      total(say('carried_forward'), statement.carried_forward, null, null),
      ...lines.map(
        (line): Row => ({
          level: 0,
          kind: 'line',
          cells: [
            line.posting_date,
            String(line.entry_number),
            line.text === null ? line.description : `${line.description}: ${line.text}`,
            line.counter_accounts.join(' '),
            line.debit && minorOf(line.debit),
            line.credit && minorOf(line.credit),
            minorOf(line.balance),
            line.journal_entry_id,
            line.source.id,
            line.evidence_hashes.evidence_link_hashes.join(' '),
            line.tax_code ?? '',
          ],
        }),
      ),
      total(say('closing_balance'), statement.closing_balance, statement.debit, statement.credit),
      ...(prior && comparison
        ? [total(`${say('prior_year')} ${comparison.fiscal_year_id}`, prior.closing_balance, prior.debit, prior.credit)]
        : []),
    ],
    chart: chart(
      say('closing_balance'),
      period_series,
      (period_series ?? []).map((own) => minorOf(own.closing_balance)),
    ),
  }
}

/** What every statement has around its figures. */
function frame(head: Head, title: Word) {
  const { locale, currency, fiscal_year_id, ledger_position, checks } = head
  const say = wordsIn(locale)
  const failed = Object.entries(checks).flatMap(([check, holds]) => (holds ? [] : [check]))
  return {
    name: `${head.object.replaceAll('_', '-')}-${fiscal_year_id}`,
    locale,
    currency,
    title: say(title),
    subtitle: [
      head.end_customer_name ?? head.end_customer_id,
      `${swissDate(head.period_start)} – ${swissDate(head.period_end)}`,
      currency,
    ].join(' · '),
    notes: [
      `${say('position')} ${ledger_position.entry_number} (${ledger_position.entry_hash})`,
      failed.length === 0 ? say('checks_passed') : `${say('checks_failed')}: ${failed.join(', ')}`,
    ],
  }
}

function chart(title: string, periods: readonly Period[] | null, amounts: readonly bigint[]): Chart | null {
  if (!periods) return null
  const bars = periods.map(({ period_end }, index) => ({
    label: period_end.slice(0, 7),
    amount_minor: amounts[index] ?? 0n,
  }))
  return { title, bars }
}

function text(key: string, label: string): Column {
  return { key, label, is_amount: false, is_hidden: true }
}

function amount(key: string, label: string): Column {
  return { key, label, is_amount: true }
}

/** 2026-12-31 is 31.12.2026. */
function swissDate(date: string): string {
  return date.split('-').reverse().join('.')
}
