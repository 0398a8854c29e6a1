import type { Deduction } from '../../../shared/contract/settlement/deductions.ts'

export function presentDeductions(deductions: readonly Deduction[] = []) {
  return deductions.map(({ type, amount, account_code = null, tax_code = null }) => ({
    type,
    amount,
    account_code,
    tax_code,
  }))
}
