import type { RuleContext } from '../../../../shared/accounting/documents/rule-context.ts'
import { postOrBlock } from '../../../../shared/accounting/facts/post-or-block.ts'
import { amount, SETTINGS } from '../rule-contexts.ts'

/** Given, and the codes that are expected: first cases that trigger a rule, beside them cases that just do not. */
export type BlockerCase = readonly [name: string, given: RuleContext, expected: readonly string[]]

export const blockersFor = (given: RuleContext) => postOrBlock(given).blockers
export const eur = { currency: 'EUR', gross: amount(10_810, 'EUR'), tax_lines: [] }
export const settings = (overrides: Partial<RuleContext['settings']>) => ({ settings: { ...SETTINGS, ...overrides } })
export const euroAt = (rate_e8: bigint) => ({ rates: new Map([['EUR', rate_e8]]) })
export const closed = SETTINGS.fiscal_years.map((year) => ({ ...year, state: 'closed' as const }))
export const inactive = (code: string) =>
  SETTINGS.chart_accounts.map((account) =>
    account.account_code === code ? { ...account, status: 'inactive' as const } : account,
  )
export const without = (key: string) => SETTINGS.mappings.filter(({ mapping_key }) => mapping_key !== key)
