import { FACT_TYPES, type FactType } from '../../../contract/facts/source-facts.ts'
import type { AccountingDocument } from '../../documents/accounting-document.ts'
import { rulesForKind } from '../../documents/rule-context.ts'
import { AMOUNT_TOO_SMALL } from '../../journal/lost-amounts.ts'
import { AMOUNT_TOO_LARGE } from '../../journal/posting-size.ts'
import { OTHER_METHOD_RULE, VAT_PERIOD_RULE } from '../../vat/filing/vat-period-rule.ts'
import { type BlockerCode, EVALUATION_FAILED, type FactRule, RULES } from '../blockers.ts'
import { OPEN_ITEM_RULES } from '../open-items/open-item-rules.ts'
import { BANK_ENTRY_RULES } from './bank-entry-rules.ts'
import { VOUCHER_RULES } from './voucher-rules.ts'

const CODES_OF_LINES = codesOf([VAT_PERIOD_RULE, OTHER_METHOD_RULE, AMOUNT_TOO_LARGE, AMOUNT_TOO_SMALL])
const CODES_OF_VOUCHERS = codesOf([...VOUCHER_RULES, ...BANK_ENTRY_RULES, ...OPEN_ITEM_RULES])

/** The rules that look at the lines of a posting, in the order of the table. While there are none, they find nothing. */
export const RULES_OF_LINES: readonly FactRule[] = RULES.filter(({ code }) => CODES_OF_LINES.has(code))

const RULES_OF = new Map(
  FACT_TYPES.map((fact_type) => [fact_type, rulesForKind<FactRule>(RULES.filter(canBeBrokenBy(fact_type)), fact_type)]),
)

/** The rules that a document can break before it has lines, in the order of the table. */
export function rulesOf({ fact_type }: AccountingDocument): readonly FactRule[] {
  return RULES_OF.get(fact_type) ?? RULES
}

function canBeBrokenBy(fact_type: FactType) {
  const isOfOthers = (code: BlockerCode) => fact_type !== 'journal_voucher' && CODES_OF_VOUCHERS.has(code)
  return ({ code }: FactRule) => code !== EVALUATION_FAILED.code && !CODES_OF_LINES.has(code) && !isOfOthers(code)
}

function codesOf(rules: readonly { readonly code: string }[]): ReadonlySet<string> {
  return new Set(rules.map(({ code }) => code))
}
