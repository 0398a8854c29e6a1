import {
  BANK_RULE_REASONS,
  type BankRuleConditions,
  type BankRuleReason,
} from '../../contract/bank-rules/bank-rule-parts.ts'
import { type ComparableEntry, comparable, comparableEntryOf, type WrittenDetails } from './comparable-entry.ts'
import { compact, nameWordsOf } from './compare-texts.ts'
import type { RuledBankEntry } from './ruled-bank-entry.ts'

type GivenConditions = Required<BankRuleConditions>
/** Makes a check of a condition of a rule, which then looks at many bank entries; null where the rule has no such condition. */
type RuleCondition<Looked> = (conditions: BankRuleConditions) => ((entry: Looked) => boolean) | null
type RuleConditions<Looked> = readonly (readonly [BankRuleReason, RuleCondition<Looked>])[]

/** Of the figures of a bank entry: most rules fail here, before any text is looked at. */
const OF_FIGURES: RuleConditions<RuledBankEntry> = [
  ['direction', (wanted) => (entry) => entry.credit_debit === wanted.credit_debit_indicator],
  [
    'bank_account',
    ({ bank_account }) => {
      const wanted = bank_account === undefined ? null : compact(bank_account)
      return wanted === null ? null : (entry) => compact(entry.bank_account) === wanted
    },
  ],
  [
    'amount_range',
    (wanted) =>
      wanted.amount_from === undefined && wanted.amount_to === undefined ? null : (entry) => isInRange(entry, wanted),
  ],
]

/** Of what the bank and the parties have written. */
const OF_DETAILS: RuleConditions<ComparableEntry> = [
  [
    'counterparty_iban',
    ({ counterparty_iban }) => (counterparty_iban === undefined ? null : hasIban(counterparty_iban)),
  ],
  [
    'counterparty_name',
    ({ counterparty_name }) => (counterparty_name === undefined ? null : hasName(counterparty_name)),
  ],
  ['text', ({ text }) => (text === undefined ? null : hasText(text))],
  [
    'bank_transaction_code',
    ({ bank_transaction_code }) => (bank_transaction_code === undefined ? null : hasCode(bank_transaction_code)),
  ],
]

/** A rule that is ready to be compared with bank entries: what it looks for is made comparable once. */
export type ReadyRule<Rule> = {
  readonly rule: Rule
  /** Why it applies where it does: all of its conditions hold. */
  readonly reasons: readonly BankRuleReason[]
  readonly ofFigures: readonly ((entry: RuledBankEntry) => boolean)[]
  readonly ofDetails: readonly ((entry: ComparableEntry) => boolean)[]
}

export function readyRule<Rule extends { readonly conditions: BankRuleConditions }>(rule: Rule): ReadyRule<Rule> {
  const checks = <Looked>(all: RuleConditions<Looked>) =>
    all.flatMap(([reason, condition]) => {
      const holds = condition(rule.conditions)
      return holds ? [{ reason, holds }] : []
    })
  const [ofFigures, ofDetails] = [checks(OF_FIGURES), checks(OF_DETAILS)]
  const given = new Set([...ofFigures, ...ofDetails].map(({ reason }) => reason))
  return {
    rule,
    reasons: BANK_RULE_REASONS.filter((reason) => given.has(reason)),
    ofFigures: ofFigures.map(({ holds }) => holds),
    ofDetails: ofDetails.map(({ holds }) => holds),
  }
}

/**
 * The rules that apply to a bank entry, in steps between which others may go on. Its texts are read once for all rules, and for
 * none where its figures fit none. A return never is what a rule waits for: it undoes another booking.
 */
export function* rulesThatApply<Rule>(
  entry: RuledBankEntry,
  rules: readonly ReadyRule<Rule>[],
): Generator<void, ReadyRule<Rule>[]> {
  if (entry.is_return) return []
  const applying: ReadyRule<Rule>[] = []
  let details: ComparableEntry | null = null
  for (const rule of rules) {
    yield
    if (!rule.ofFigures.every((holds) => holds(entry))) continue
    details ??= yield* comparableEntryOf(entry)
    const read = details
    if (rule.ofDetails.every((holds) => holds(read))) applying.push(rule)
  }
  return applying
}

/** Whether a text has words by which a name can be told: legal forms and single letters are none. */
export function hasNameWords(name: string): boolean {
  return nameWordsOf(name).size > 0
}

/** A bank entry of which no transaction is known has no other side. */
function forEach({ transactions }: ComparableEntry, holds: (one: WrittenDetails) => boolean): boolean {
  return transactions.length > 0 && transactions.every(holds)
}

function hasIban(counterparty_iban: string) {
  const wanted = compact(counterparty_iban)
  return (entry: ComparableEntry) => forEach(entry, ({ iban }) => iban === wanted)
}

function hasName(name: string) {
  const needed = [...nameWordsOf(name)]
  return (entry: ComparableEntry) =>
    needed.length > 0 && forEach(entry, ({ names }) => names.some((words) => needed.every((word) => words.has(word))))
}

function hasText(text: string) {
  const wanted = comparable(text)
  return (entry: ComparableEntry) =>
    wanted !== '' && (entry.text.includes(wanted) || forEach(entry, (one) => one.text.includes(wanted)))
}

type WantedCode = GivenConditions['bank_transaction_code']

function hasCode(code: WantedCode) {
  const wanted = Object.entries(code).map(([part, value]) => [part, value.toUpperCase()]) as [
    keyof WantedCode,
    string,
  ][]
  const isWanted = ({ code: written }: Pick<WrittenDetails, 'code'>) =>
    written !== null && wanted.every(([part, value]) => written[part]?.toUpperCase() === value)
  return (entry: ComparableEntry) => isWanted(entry) || forEach(entry, isWanted)
}

function isInRange(
  { amount_minor, currency }: RuledBankEntry,
  { amount_from, amount_to }: BankRuleConditions,
): boolean {
  const bounds = [amount_from, amount_to].filter((bound) => bound !== undefined)
  return (
    bounds.every((bound) => bound.currency === currency) &&
    (amount_from === undefined || amount_minor >= BigInt(amount_from.amount_minor)) &&
    (amount_to === undefined || amount_minor <= BigInt(amount_to.amount_minor))
  )
}
