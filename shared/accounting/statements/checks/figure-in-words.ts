import { CHECKS } from '../../../contract/statements/checks.ts'
import { amountInWords } from '../../amounts/decimal.ts'
import type { CheckResult } from './check-books.ts'

/** The sentence that must be true, and where it is not, the two amounts and the remedy. */
export function figureInWords(
  { check, remedy }: CheckResult,
  figure: CheckResult['figures'][number],
  base_currency: string,
): string {
  if (figure.holds) return `${CHECKS[check]}.`
  const { account_code, subject, expected_minor, found_minor } = figure
  const currency = figure.currency ?? base_currency
  const amounts = `expected ${amountInWords(expected_minor, currency)}, found ${amountInWords(found_minor, currency)}`
  const places = [account_code && `account ${account_code}`, subject].filter((place) => place)
  return `${[`${CHECKS[check]}: ${amounts}`, ...places].join(', ')}. ${remedy}`
}
