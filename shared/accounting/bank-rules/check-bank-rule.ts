import type { BankRuleAction, BankRuleConditions, BankRuleLine } from '../../contract/bank-rules/bank-rule-parts.ts'
import type { BankRuleContent } from '../../contract/bank-rules/bank-rules.ts'
import type { ErrorDetail } from '../../contract/platform/errors.ts'

/** What is wrong with a rule that no schema can express; all of it at once. */
export function checkBankRule(
  { conditions, action }: Pick<BankRuleContent, 'conditions' | 'action'>,
  hasNameWords: (name: string) => boolean,
): ErrorDetail[] {
  return [...wrongConditions(conditions, hasNameWords), ...wrongAction(action, conditions)]
}

function wrongConditions(conditions: BankRuleConditions, hasNameWords: (name: string) => boolean): ErrorDetail[] {
  const { counterparty_name, text, amount_from, amount_to } = conditions
  const { credit_debit_indicator: _, bank_account: __, ...telling } = conditions
  const isEmptyRange =
    amount_from &&
    amount_to &&
    amount_from.currency === amount_to.currency &&
    amount_from.amount_minor > amount_to.amount_minor
  return [
    ...detailIf(Object.keys(telling).length === 0, {
      pointer: '/conditions',
      code: 'required',
      message: 'Add a condition beside direction and own account; else the rule would book every bank entry.',
    }),
    ...detailIf(counterparty_name !== undefined && !hasNameWords(counterparty_name), {
      pointer: '/conditions/counterparty_name',
      code: 'format',
      message: 'A legal form alone is no name. Give a word of the name with at least two letters.',
    }),
    ...detailIf(text?.trim() === '', {
      pointer: '/conditions/text',
      code: 'format',
      message: 'Give a text that is not blank.',
    }),
    ...detailIf(amount_from && amount_to && amount_from.currency !== amount_to.currency, {
      pointer: '/conditions/amount_to/currency',
      code: 'currency_mismatch',
      message: 'Both ends of the range have one currency.',
    }),
    ...detailIf(isEmptyRange, {
      pointer: '/conditions/amount_to/amount_minor',
      code: 'out_of_range',
      message: 'The end of the range is below its beginning.',
    }),
  ]
}

function wrongAction(action: BankRuleAction, { credit_debit_indicator }: BankRuleConditions): ErrorDetail[] {
  if (action.lines)
    return [...action.lines.flatMap(wrongLine), ...wrongShares(action.lines), ...wrongCurrency(action.lines)]
  return [
    ...detailIf(credit_debit_indicator === 'CRDT', {
      pointer: '/action/settle_payable_of',
      code: 'not_allowed',
      message: 'Money that goes out pays a payable: the direction is DBIT.',
    }),
    ...detailIf(action.input_tax_decision !== undefined, {
      pointer: '/action/input_tax_decision',
      code: 'not_allowed',
      message: 'A rule that settles a payable deducts no input tax: its document does.',
    }),
  ]
}

/** Every line but the last one says how much; the last one takes the rest. */
function wrongLine({ amount, share_bp }: BankRuleLine, index: number, lines: readonly BankRuleLine[]): ErrorDetail[] {
  const pointer = `/action/lines/${index}`
  const isLast = index === lines.length - 1
  const said = Number(amount !== undefined) + Number(share_bp !== undefined)
  return [
    ...detailIf(isLast && said > 0, {
      pointer: `${pointer}/${amount ? 'amount' : 'share_bp'}`,
      code: 'not_allowed',
      message: 'The last line takes the rest, so it has neither amount nor share_bp.',
    }),
    ...detailIf(!isLast && said !== 1, {
      pointer,
      code: 'exactly_one',
      message: 'Give exactly one of amount and share_bp: only the last line takes the rest.',
    }),
    ...detailIf(amount?.amount_minor === 0 || share_bp === 0, {
      pointer: `${pointer}/${amount ? 'amount/amount_minor' : 'share_bp'}`,
      code: 'out_of_range',
      message: 'A part of nothing is not booked. Leave the line out.',
    }),
  ]
}

function wrongShares(lines: readonly BankRuleLine[]): ErrorDetail[] {
  const sum = lines.reduce((total, { share_bp = 0 }) => total + share_bp, 0)
  const message = `The shares are ${sum} basis points together. At most 10000 are there, and the last line takes the rest.`
  return detailIf(sum > 10_000, { pointer: '/action/lines', code: 'out_of_range', message })
}

function wrongCurrency(lines: readonly BankRuleLine[]): ErrorDetail[] {
  const currency = lines.find(({ amount }) => amount)?.amount?.currency
  return lines.flatMap(({ amount }, index) =>
    detailIf(amount && amount.currency !== currency, {
      pointer: `/action/lines/${index}/amount/currency`,
      code: 'currency_mismatch',
      message: `Another line has an amount in ${currency}. A bank entry has one currency.`,
    }),
  )
}

function detailIf(applies: boolean | undefined, detail: ErrorDetail): ErrorDetail[] {
  return applies ? [detail] : []
}
