import type { MeantReason } from '../../../contract/bank-rules/bank-rule-parts.ts'
import type { Direction } from '../../figures.ts'
import { compact, looseNameWordsOf } from '../compare-texts.ts'
import { indexNames, type NameIndex } from '../name-index.ts'
import type { EntryTold, PaymentTold } from './payments-told.ts'

/** A partner of whom something is open that money in this direction could settle. */
export type OpenPartner = { readonly direction: Direction; readonly partner_name: string }

/** What was settled with a partner by money in this direction lately, in one currency. */
export type SettledPartner = OpenPartner & {
  readonly currency: string
  readonly amount_minor: bigint
  readonly base_minor: bigint
  /** Of each. */
  readonly amounts: readonly string[]
}

export type Partners = {
  readonly open: ReadonlyMap<string, readonly OpenPartner[]>
  readonly settled: ReadonlyMap<string, readonly SettledPartner[]>
  readonly names: NameIndex
}

/** All that is known beside the bank entry. */
export type KnownBeside = {
  readonly partners: Partners
  /** Whose documents an account has paid, or was paid for. */
  readonly partnersOfAccounts: ReadonlyMap<string, readonly string[]>
  /** The bank entries that name a document. */
  readonly naming: ReadonlySet<string>
  readonly own_accounts: ReadonlySet<string>
}

/**
 * @param partners of each payment, by name or account
 * @param of_rule the account that the conditions of the rule name: somebody has said what is booked with that one
 */
type MeantCheck = (
  entry: EntryTold,
  known: KnownBeside,
  partners: ReadonlyMap<PaymentTold, readonly string[]>,
  of_rule: string | null,
) => boolean

export function partnersByName(open: readonly OpenPartner[], settled: readonly SettledPartner[]): Partners {
  return {
    open: Map.groupBy(open, ({ partner_name }) => partner_name),
    settled: Map.groupBy(settled, ({ partner_name }) => partner_name),
    names: indexNames([...open, ...settled].map(({ partner_name }) => partner_name)),
  }
}

/** The first that holds is told. */
const CHECKS: readonly (readonly [MeantReason, MeantCheck])[] = [
  ['known_document', ({ entry_id }, { naming }) => naming.has(entry_id)],
  [
    'open_item_of_partner',
    ({ credit_debit, payments }, { partners: { open } }, partners) =>
      payments.some((payment) =>
        partners.get(payment)?.some((name) => open.get(name)?.some(({ direction }) => direction === credit_debit)),
      ),
  ],
  [
    'settled_with_partner',
    (entry, { partners: { settled } }, partners) =>
      entry.payments.some((payment) =>
        partners.get(payment)?.some((name) => mayUndoOrRepeat(payment, entry, settled.get(name))),
      ),
  ],
  [
    'own_account',
    ({ payments, bank_account }, { own_accounts }, _, of_rule) =>
      payments.some(
        ({ iban }) => iban !== null && own_accounts.has(iban) && iban !== of_rule && iban !== compact(bank_account),
      ),
  ],
]

/** Why something else may be meant with a bank entry than what a rule says of all that are like it, in steps; null where nothing may. */
export function* mayBeMeant(
  entry: EntryTold,
  known: KnownBeside,
  rule_iban: string | undefined,
): Generator<void, MeantReason | null> {
  const of_rule = rule_iban === undefined ? null : compact(rule_iban)
  const partners = new Map<PaymentTold, readonly string[]>()
  for (const payment of entry.payments) {
    yield
    partners.set(payment, partnersIn(payment, known))
  }
  return CHECKS.find(([, holds]) => holds(entry, known, partners, of_rule))?.[0] ?? null
}

/** All words of one name stand in the other: a rule is not to wait for everybody who shares a word with it. */
function partnersIn({ names, iban }: PaymentTold, { partners, partnersOfAccounts }: KnownBeside): string[] {
  const alike = names.flatMap((name) => {
    const words = looseNameWordsOf(name)
    return partners.names.similarTo(words).filter((other) => {
      const others = partners.names.wordsOf(other)
      return words.isSubsetOf(others) || others.isSubsetOf(words)
    })
  })
  return [...alike, ...(iban === null ? [] : (partnersOfAccounts.get(iban) ?? []))]
}

/** What goes the other way may take back as much as was settled, and a twentieth for charges and rates; what goes the same way is one of them once more. */
function mayUndoOrRepeat(
  { amount_minor }: PaymentTold,
  { credit_debit, currency }: EntryTold,
  settled: readonly SettledPartner[] = [],
): boolean {
  if (amount_minor === null) return settled.length > 0
  const back = settled.filter(({ direction }) => direction !== credit_debit)
  const most = back.reduce((sum, one) => sum + (one.currency === currency ? one.amount_minor : one.base_minor), 0n)
  const again = settled.filter((one) => one.direction === credit_debit && one.currency === currency)
  return amount_minor * 20n <= most * 21n || again.some(({ amounts }) => amounts.includes(String(amount_minor)))
}
