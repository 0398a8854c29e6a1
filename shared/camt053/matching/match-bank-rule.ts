import type { BankRuleConditions, BankRuleReason } from '../../contract/bank-rules/bank-rule-parts.ts'
import type { BankTransactionCode } from '../bank-entry/transaction-code.ts'
import type { Direction } from '../figures.ts'
import { compact, nameWordsOf, withoutAccents } from './compare-texts.ts'

/** One transaction of a bank entry, as rules look at it. */
export type RuledTransaction = {
  /** The other side: who pays a credit, who gets a debit. */
  readonly counterparty_iban: string | null
  readonly counterparty_names: readonly string[]
  readonly texts: readonly string[]
  readonly code: BankTransactionCode | null
}

/** A bank entry as rules look at it. */
export type RuledBankEntry = {
  readonly credit_debit: Direction
  /** The IBAN, also where the bank statement came under the QR-IBAN. */
  readonly bank_account: string
  readonly currency: string
  readonly amount_minor: bigint
  /** Money that the bank takes back or returns: no rule applies to it. */
  readonly is_return: boolean
  readonly code: BankTransactionCode | null
  readonly texts: readonly string[]
  readonly transactions: readonly RuledTransaction[]
}

/** Somebody has said before what such a bank entry is; a reference says it of this one. */
export const RULE_SCORE = 80
/** A proposal with this score or more claims a bank entry before any rule: it names the item by a reference. */
export const CLAIMING_SCORE = 90

/** Whether a rule applies, with the conditions that hold and those that do not, in the order of `BANK_RULE_REASONS`. */
export type RuleMatch = {
  readonly applies: boolean
  readonly reasons: readonly BankRuleReason[]
  readonly missing: readonly BankRuleReason[]
}

type GivenConditions = Required<BankRuleConditions>
type RuleCondition = {
  readonly reason: BankRuleReason
  readonly isGiven: (conditions: BankRuleConditions) => boolean
  readonly holds: (entry: RuledBankEntry, conditions: GivenConditions) => boolean
}

/** Order in the table is order in the answer. */
const CONDITIONS: readonly RuleCondition[] = [
  {
    reason: 'direction',
    isGiven: () => true,
    holds: ({ credit_debit }, { credit_debit_indicator }) => credit_debit === credit_debit_indicator,
  },
  {
    reason: 'bank_account',
    isGiven: ({ bank_account }) => bank_account !== undefined,
    holds: (entry, { bank_account }) => compact(entry.bank_account) === compact(bank_account),
  },
  {
    reason: 'counterparty_iban',
    isGiven: ({ counterparty_iban }) => counterparty_iban !== undefined,
    holds: ({ transactions }, { counterparty_iban }) =>
      forEach(
        transactions,
        (one) => one.counterparty_iban !== null && compact(one.counterparty_iban) === compact(counterparty_iban),
      ),
  },
  {
    reason: 'counterparty_name',
    isGiven: ({ counterparty_name }) => counterparty_name !== undefined,
    holds: ({ transactions }, { counterparty_name }) =>
      forEach(transactions, (one) => one.counterparty_names.some((name) => hasWordsOf(name, counterparty_name))),
  },
  {
    reason: 'text',
    isGiven: ({ text }) => text !== undefined,
    holds: ({ texts, transactions }, { text }) =>
      contains(texts, text) || forEach(transactions, (one) => contains(one.texts, text)),
  },
  {
    reason: 'bank_transaction_code',
    isGiven: ({ bank_transaction_code }) => bank_transaction_code !== undefined,
    holds: ({ code, transactions }, { bank_transaction_code: wanted }) =>
      isCode(code, wanted) || forEach(transactions, (one) => isCode(one.code, wanted)),
  },
  {
    reason: 'amount_range',
    isGiven: ({ amount_from, amount_to }) => amount_from !== undefined || amount_to !== undefined,
    holds: isInRange,
  },
]

/** Says whether a rule applies to a bank entry. A return never is what a rule waits for: it undoes another booking. */
export function matchBankRule(entry: RuledBankEntry, conditions: BankRuleConditions): RuleMatch {
  const given = CONDITIONS.filter(({ isGiven }) => isGiven(conditions))
  const [holding, missing] = [true, false].map((wanted) =>
    given.filter(({ holds }) => holds(entry, conditions as GivenConditions) === wanted).map(({ reason }) => reason),
  ) as [BankRuleReason[], BankRuleReason[]]
  return { applies: missing.length === 0 && !entry.is_return, reasons: holding, missing }
}

/** Whether a text has words by which a name can be told: legal forms and single letters are none. */
export function hasNameWords(name: string): boolean {
  return nameWordsOf(name).size > 0
}

/** A bank entry of which no transaction is known has no other side. */
function forEach(transactions: readonly RuledTransaction[], holds: (one: RuledTransaction) => boolean): boolean {
  return transactions.length > 0 && transactions.every(holds)
}

function hasWordsOf(name: string, wanted: string): boolean {
  const words = nameWordsOf(name)
  const needed = [...nameWordsOf(wanted)]
  return needed.length > 0 && needed.every((word) => words.has(word))
}

function contains(texts: readonly string[], wanted: string): boolean {
  const searched = comparable(wanted)
  return searched !== '' && comparable(texts.join(' ')).includes(searched)
}

function comparable(text: string): string {
  return withoutAccents(text).replace(/\s+/g, ' ').trim()
}

type WantedCode = GivenConditions['bank_transaction_code']

function isCode(code: BankTransactionCode | null, wanted: WantedCode): boolean {
  const parts = Object.entries(wanted) as [keyof WantedCode, string][]
  return code !== null && parts.every(([part, value]) => code[part]?.toUpperCase() === value.toUpperCase())
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
