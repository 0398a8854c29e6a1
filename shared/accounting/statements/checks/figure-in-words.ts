import { CHECKS } from '../../../contract/statements/checks.ts'
import { amountInWords } from '../../amounts/decimal.ts'
import type { CheckResult } from './check-books.ts'

/** The sentence that must be true, and where it is not, the two amounts and the remedy. */
export function figureInWords(
  { check }: CheckResult,
  figure: CheckResult['figures'][number],
  base_currency: string,
): string {
  if (figure.holds) return `${CHECKS[check]}.`
  const { account_code, subject, expected_minor, found_minor, unassigned_minor, remedy } = figure
  const inWords = (amount: bigint) => amountInWords(amount, figure.currency ?? base_currency)
  const older = unassigned_minor === null ? '' : ` and ${inWords(unassigned_minor)} on lines older than open items`
  const amounts = `expected ${inWords(expected_minor)}, found ${inWords(found_minor)}${older}`
  const places = [account_code && `account ${account_code}`, subject].filter((place) => place)
  return `${[`${CHECKS[check]}: ${amounts}`, ...places].join(', ')}. ${remedy}`
}
