import { checkDeclaration } from '../../../shared/accounting/vat/ech-0217/checks.ts'
import type { VatDeclaration } from '../../../shared/accounting/vat/ech-0217/declaration.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'

/** @throws ApiError state_conflict with a remedy for each check that does not hold */
export function requireInOrder(declaration: VatDeclaration): void {
  const findings = checkDeclaration(declaration).flatMap(({ code, findings }) =>
    findings.map(({ message, remedy }) => `${code}: ${message} ${remedy}`),
  )
  if (findings.length === 0) return
  throw new ApiError(
    'state_conflict',
    'The VAT return cannot be filed as it stands. The details say what to do.',
    findings.map((message) => ({ pointer: '/period', code: 'return_not_in_order', message })),
  )
}
