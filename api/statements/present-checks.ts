import type { CheckResult } from '../../shared/accounting/statements/checks/check-books.ts'
import { figureInWords } from '../../shared/accounting/statements/checks/figure-in-words.ts'
import type { CheckName } from '../../shared/contract/statements/checks.ts'
import { presentMoney } from '../http/present-money.ts'

/** Whether the books are in order, and the figures that say so. */
export function presentChecks(results: readonly CheckResult[], base_currency: string) {
  const holds = results.map(({ check, holds }): [CheckName, boolean | null] => [check, holds])
  return {
    checks: Object.fromEntries(holds) as Record<CheckName, boolean | null>,
    check_details: results.flatMap((result) =>
      result.figures.map((figure) => presentFigure(result, figure, base_currency)),
    ),
  }
}

function presentFigure(result: CheckResult, figure: CheckResult['figures'][number], base_currency: string) {
  const { holds, account_code, currency, unassigned_minor, is_from_before } = figure
  const money = (amount_minor: bigint) => presentMoney(amount_minor, currency ?? base_currency)
  return {
    check: result.check,
    holds,
    account_code,
    currency,
    expected: money(figure.expected_minor),
    found: money(figure.found_minor),
    unassigned_before_items: unassigned_minor === null ? null : money(unassigned_minor),
    is_from_before,
    message: figureInWords(result, figure, base_currency),
  }
}
