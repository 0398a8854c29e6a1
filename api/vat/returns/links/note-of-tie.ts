import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { fiscalYearOf } from '../../../../shared/accounting/setup/fiscal-years.ts'
import { minorOf, swiss } from '../../../print/amounts.ts'
import { isolatedText } from '../../../print/isolated.ts'
import { balanceOn, journalOf, query } from '../../../print/pages/links.ts'
import type { LinkedText, Note } from '../../../print/table.ts'
import { type ReturnWord, returnWordsIn } from '../return-words.ts'
import { idOfLine, type PresentedReturn, type ReturnOnPage } from './targets-of-lines.ts'

type PresentedTieStep = PresentedReturn['tie']['steps'][number]
type Parts = readonly (string | LinkedText)[]

const STEP_WORDS: Readonly<Record<string, ReturnWord>> = {
  payable_tax: 'payable_tax',
  rounding: 'rounding',
  net_tax_rate: 'net_rate_step',
  not_in_return: 'not_in_return',
  not_due: 'not_due',
  other_period: 'other_period',
  other: 'other',
  unexplained: 'unexplained',
}

/** From the balance of the tax accounts before the period to that at its end. Figures lead to what makes them. */
export function noteOfTie(vat_return: ReturnOnPage): Note {
  const { tie, locale, period_start, period_end } = vat_return
  const wordFor = returnWordsIn(locale)
  const opening = balanceOf(vat_return, 'opening_balance', addDays(period_start, -1))
  const closing = balanceOf(vat_return, 'closing_balance', period_end)
  return [
    `${wordFor('tie')}: ${wordFor('opening')} `,
    ...opening,
    ...tie.steps.flatMap((step) => [` · ${nameOf(step, wordFor)} `, amountOf(step, vat_return)]),
    ` · ${wordFor('closing')} `,
    ...closing,
  ]
}

function nameOf(step: PresentedTieStep, wordFor: (word: ReturnWord) => string): string {
  const place = step.account_code ?? step.figure ?? step.activity_id
  return `${wordFor(STEP_WORDS[step.kind] ?? 'other')}${place === null ? '' : ` ${isolatedText(place)}`}`
}

/** Of several accounts each one beside the sum of them, as each has entries of its own. */
function balanceOf(vat_return: ReturnOnPage, of: 'opening_balance' | 'closing_balance', to_date: string): Parts {
  const { tie, end_customer_id, currency } = vat_return
  const its = tie.accounts.filter((account) => minorOf(account[of]) !== 0n)
  const fiscal_year_id = fiscalYearOf(vat_return.fiscal_years ?? [], to_date)?.fiscal_year_id ?? null
  const linked = ({ account_code, ...balance }: (typeof its)[number]): LinkedText => ({
    text: swiss(minorOf(balance[of]), currency),
    target: balanceOn({ end_customer_id, fiscal_year_id, account_code, to_date }),
  })
  const [only, ...more] = its
  const sum = swiss(minorOf(tie[of]), currency)
  if (only === undefined) return [sum]
  if (more.length === 0) return [linked(only)]
  const parts = its.flatMap(
    (account, index): Parts => [`${index === 0 ? '' : ', '}${isolatedText(account.account_code)} `, linked(account)],
  )
  return [`${sum} (`, ...parts, ')']
}

function amountOf(step: PresentedTieStep, vat_return: PresentedReturn): string | LinkedText {
  const text = swiss(minorOf(step.amount), vat_return.currency)
  const target = targetOf(step, vat_return)
  return target === null ? text : { text, target }
}

/** The line that the payable tax or rounding is of, the records that are not due, or the entries of an account. */
function targetOf(
  step: PresentedTieStep,
  { lines, end_customer_id, period_start, period_end }: PresentedReturn,
): string | null {
  const days = { from_date: period_start, to_date: period_end }
  if (step.kind === 'other' && step.account_code !== null)
    return journalOf({ end_customer_id, account_code: step.account_code, ...days })
  if (step.kind === 'not_due') return `tax-records${query({ end_customer_id, ...days, counts_in: 'not_due' })}`
  const line =
    step.kind === 'payable_tax'
      ? lines.findIndex(({ figure, tax_amount }) => isPayable(figure) && tax_amount && minorOf(tax_amount) !== 0n)
      : lines.findIndex(
          ({ figure, activity_id, rate_bp }) =>
            rate_bp !== null && figure === step.figure && activity_id === step.activity_id && rate_bp === step.rate_bp,
        )
  return line === -1 ? null : `#${idOfLine(line)}`
}

function isPayable(figure: string | null): boolean {
  return figure === '500' || figure === '510'
}
