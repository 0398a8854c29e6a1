import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { minorOf, swiss } from '../../print/amounts.ts'
import { isolatedText } from '../../print/isolated.ts'
import { ledgerOf } from '../../print/pages/links.ts'
import { swissDate } from '../../print/swiss-date.ts'
import type { Chart, Column, Note } from '../../print/table.ts'
import { type Word, wordsIn } from '../../print/words.ts'
import type { presentStatementHeader } from '../present-header.ts'
import { checkWordsIn } from './words-of-checks.ts'

type Header = ReturnType<typeof presentStatementHeader>

/** A bucket of the series of a statement. */
export type Period = { readonly period_start: string; readonly period_end: string }

/** The frame that every statement has around its figures: names, title, position in the ledger, checks. */
export function frame(header: Header, title: Word) {
  const { locale, currency, end_customer_id, fiscal_year_id, ledger_position, closing, checks, warnings } = header
  const wordFor = wordsIn(locale)
  const failed = checkWordsIn(locale, (check) => checks[check] === false)
  const unknown = checkWordsIn(locale, (check) => checks[check] === null)
  return {
    name: `${header.object.replaceAll('_', '-')}-${fiscal_year_id}`,
    locale,
    currency,
    title: wordFor(title),
    subtitle: [
      header.end_customer_name ?? header.end_customer_id,
      `${swissDate(header.period_start)} – ${swissDate(header.period_end)}`,
      currency,
    ],
    notes: [
      `${wordFor('position')} ${ledger_position.entry_number} (${ledger_position.entry_hash})`,
      ...(closing
        ? [
            `${wordFor('closed')} ${swissDate(todayInSwitzerland(new Date(closing.closed_at)))}, SHA-256 ${closing.content_sha256}`,
          ]
        : []),
      ...warnings.map(
        ({ code, account_code, account_name, amount }): Note => [
          `${wordFor(code)}: ${account_code} ${isolatedText(account_name)}, `,
          {
            text: swiss(minorOf(amount), currency),
            target: ledgerOf({ end_customer_id, fiscal_year_id, account_code }),
          },
        ],
      ),
      ...(failed.length + unknown.length === 0 ? [wordFor('checks_passed')] : []),
      ...(failed.length === 0 ? [] : [`${wordFor('checks_failed')}: ${failed.join(' · ')}`]),
      ...(unknown.length === 0 ? [] : [`${wordFor('checks_unknown')}: ${unknown.join(' · ')}`]),
    ],
  }
}

/** @param targetOf what the amount of a period is made of, from /v1/ on or, with #, in the page */
export function chart(
  title: string,
  periods: readonly Period[] | null,
  amounts: readonly bigint[],
  targetOf: (period: Period) => string,
): Chart | null {
  if (!periods) return null
  const bars = periods.map((period, index) => ({
    label: period.period_end.slice(0, 7),
    amount_minor: amounts[index] ?? 0n,
    target: targetOf(period),
  }))
  return { title, bars }
}

/** A column with text that is printed. */
export function textColumn(key: string, label: string): Column {
  return { key, label, is_amount: false }
}

export function amountColumn(key: string, label: string): Column {
  return { key, label, is_amount: true }
}

/** A column with text for machines only. */
export function hiddenColumn(key: string): Column {
  return { key, label: '', is_amount: false, is_hidden: true }
}

/** What stood at the end of a further period. */
export function endOfPeriodColumn({ period_end }: Period): Column {
  return amountColumn(period_end, swissDate(period_end))
}

/** What has moved in a further period. */
export function periodColumn({ period_start, period_end }: Period): Column {
  return amountColumn(period_end, `${swissDate(period_start).slice(0, 'DD.MM.'.length)} – ${swissDate(period_end)}`)
}
