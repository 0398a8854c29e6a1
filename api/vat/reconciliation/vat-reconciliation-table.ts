import type { Money } from '../../../shared/contract/primitives.ts'
import { minorOf, percent, swiss } from '../../print/amounts.ts'
import { isolatedText } from '../../print/isolated.ts'
import { targetOfAddress } from '../../print/pages/links.ts'
import { swissDate } from '../../print/swiss-date.ts'
import type { Row, Table } from '../../print/table.ts'
import { type Places, type PresentedReconciliation, type PresentedStep, placesOf } from './places-of-reconciliation.ts'
import { type ReconciliationWord, reconciliationWordsIn } from './reconciliation-words.ts'

type ReconciliationWordFor = (word: ReconciliationWord) => string

/** The reconciliation section by section: accounts with their parts, then the steps from the books to the returns. */
export function tableOfVatReconciliation(reconciliation: PresentedReconciliation): Table {
  const { locale, fiscal_year_id, currency, turnover, tax, ledger_position, returns, activities } = reconciliation
  const wordFor = reconciliationWordsIn(locale)
  const places = placesOf(reconciliation)
  const steps = (figure: TotalFigure, its: readonly PresentedStep[], amounts: readonly [Money, Money]) =>
    stepsTo(figure, its, amounts, places, wordFor)
  const pair = (figure: TotalFigure, amounts: readonly [Money, Money]) => pairOf(figure, amounts, places, wordFor)
  return {
    name: `vat-reconciliation-${fiscal_year_id}`,
    locale,
    title: `${wordFor('title')} ${fiscal_year_id}`,
    subtitle: subtitleOf(reconciliation, wordFor),
    currency,
    columns: [
      { key: 'account', label: wordFor('account'), is_amount: false },
      { key: 'text', label: wordFor('text'), is_amount: false },
      { key: 'figure', label: wordFor('figure'), is_amount: false },
      { key: 'amount', label: wordFor('amount'), is_amount: true },
      { key: 'kind', label: '', is_amount: false, is_hidden: true },
      { key: 'category', label: '', is_amount: false, is_hidden: true },
    ],
    rows: [
      heading(wordFor('section_accounts')),
      ...turnover.accounts.flatMap((account) => rowsOfTurnover(account, places, wordFor)),
      heading(wordFor('section_steps')),
      ...steps('200', turnover.steps, [turnover.in_records.figure_200, turnover.figure_200]),
      ...pair('289', [turnover.in_records.figure_289, turnover.figure_289]),
      ...pair('299', [turnover.in_records.figure_299, turnover.figure_299]),
      heading(wordFor('section_tax')),
      ...tax.accounts.flatMap((account) => rowsOfTax(account, places, wordFor)),
      heading(wordFor('section_399')),
      ...steps('399', tax.owed_steps, [tax.in_records.figure_399, tax.figure_399]),
      heading(wordFor('section_479')),
      ...steps('479', tax.deducted_steps, [tax.in_records.figure_479, tax.figure_479]),
    ],
    chart: null,
    notes: [
      `${wordFor('position')} ${ledger_position.entry_number} (${ledger_position.entry_hash})`,
      `${wordFor('returns')}: ${returns.map(({ period, payable_tax }) => `${period} ${swiss(minorOf(payable_tax), currency)}`).join(' · ')}`,
      ...activities
        .filter(({ is_below_threshold }) => is_below_threshold)
        .map(
          ({ activity_id, text, turnover }) =>
            `${wordFor('below_threshold')}: ${activity_id} ${isolatedText(text)}, ${swiss(minorOf(turnover), currency)}`,
        ),
    ],
  }
}

function subtitleOf(reconciliation: PresentedReconciliation, wordFor: ReconciliationWordFor): string[] {
  const { end_customer_name, end_customer_id, uid, period_start, period_end, currency } = reconciliation
  return [
    end_customer_name ?? end_customer_id,
    ...(uid === null ? [] : [uid]),
    `${swissDate(period_start)} – ${swissDate(period_end)}`,
    wordFor('law'),
    currency,
  ]
}

function rowsOfTurnover(
  account: PresentedReconciliation['turnover']['accounts'][number],
  places: Places,
  wordFor: ReconciliationWordFor,
): Row[] {
  const { account_code, account_name, booked, parts } = account
  const isPaid = parts.every(({ category }) => category === 'declared_with_payment')
  const name = account_code === null ? wordFor(isPaid ? 'declared_with_payment' : 'not_booked') : account_name
  return [
    { ...line('account', [account_code, name, null, booked, 'booked', null]), ...places.ledger(account_code) },
    ...parts.map(({ category, figure, activity_id, kind, amount, entries }) => {
      const isWaiting = kind === 'not_due' || kind === 'extinguished'
      const label = isWaiting ? `${wordFor(category)}, ${wordFor(kind)}` : wordFor(category)
      const row = line('line', [account_code, label, figure ?? activity_id, amount, kind, category])
      return leadingTo(row, entries)
    }),
  ]
}

function rowsOfTax(
  account: PresentedReconciliation['tax']['accounts'][number],
  places: Places,
  wordFor: ReconciliationWordFor,
): Row[] {
  const kinds = (['owed', 'deducted', 'transferred', 'other'] as const).filter((kind) => minorOf(account[kind]) !== 0n)
  const { account_code, account_name, transferred_entries: transferred, other_entries: other } = account
  const entries: Readonly<Record<string, string>> = { transferred, other }
  return kinds.map((kind) => {
    const label = `${account_name}: ${wordFor(kind)}`
    const row = {
      ...line('line', [account_code, label, null, account[kind], kind, null]),
      ...places.ledger(account_code),
    }
    return leadingTo(row, entries[kind])
  })
}

/** What the records have, then what of it no filed return has. */
function stepsTo(
  figure: TotalFigure,
  steps: readonly PresentedStep[],
  amounts: readonly [Money, Money],
  places: Places,
  wordFor: ReconciliationWordFor,
): Row[] {
  const rowsOf = (its: readonly PresentedStep[]) => its.map((step) => stepRow(step, places, wordFor))
  const [recorded, filed] = pairOf(figure, amounts, places, wordFor)
  return [
    ...rowsOf(steps.filter(({ kind }) => kind !== 'not_filed')),
    ...(recorded ? [recorded] : []),
    ...rowsOf(steps.filter(({ kind }) => kind === 'not_filed')),
    ...(filed ? [filed] : []),
  ]
}

type TotalFigure = '200' | '289' | '299' | '399' | '479'

function pairOf(
  figure: TotalFigure,
  [recorded, filed]: readonly [Money, Money],
  { records, filings }: Places,
  wordFor: ReconciliationWordFor,
): Row[] {
  return [
    { ...totalRow(wordFor(`recorded_${figure}`), figure, recorded), target: records },
    { ...totalRow(wordFor(`figure_${figure}`), figure, filed), target: filings },
  ]
}

function stepRow(step: PresentedStep, places: Places, wordFor: ReconciliationWordFor): Row {
  const category = 'category' in step ? step.category : null
  const figure = 'figure' in step ? (step.figure ?? step.activity_id) : null
  const isSaid = category === null || category === step.kind || category === 'without_code'
  const rate_bp = 'rate_bp' in step ? step.rate_bp : null
  const detail = step.period ?? (rate_bp === null ? null : percent(rate_bp)) ?? (isSaid ? null : wordFor(category))
  const label = detail === null ? wordFor(step.kind) : `${wordFor(step.kind)}: ${detail}`
  return { ...line('line', [null, label, figure, step.amount, step.kind, category]), target: places.step(step) }
}

/** Of the page the amount leads to what it is made of. */
function leadingTo(row: Row, entries: string | undefined): Row {
  return entries === undefined ? row : { ...row, target: targetOfAddress(entries) }
}

function heading(label: string): Row {
  return { level: 0, kind: 'subtotal', cells: ['', label, null, null, null, null] }
}

function totalRow(label: string, figure: string, amount: Money): Row {
  return { level: 0, kind: 'total', cells: [null, label, figure, minorOf(amount), 'total', null] }
}

function line(
  kind: 'line' | 'account',
  [account, label, figure, amount, name, category]: [
    string | null,
    string,
    string | null,
    Money,
    string | null,
    string | null,
  ],
): Row {
  const level = kind === 'account' ? 0 : 1
  return { level, kind, cells: [account, label, figure, minorOf(amount), name, category] }
}
