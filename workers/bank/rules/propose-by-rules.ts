import type { PostingSettings } from '../../../shared/accounting/setup/posting-settings.ts'
import { type ReadyRule, readyRule, rulesThatApply } from '../../../shared/camt053/matching/match-bank-rule.ts'
import { CLAIMING_SCORE, heldByOther, RULE_SCORE } from '../../../shared/camt053/matching/other-candidates.ts'
import { refersToDocuments, ruledBankEntryOf } from '../../../shared/camt053/matching/ruled-bank-entry.ts'
import type { CanonicalValue } from '../../../shared/canonical/canonical-json.ts'
import { hashOf } from '../../../shared/canonical/hash.ts'
import type { BankRuleReason, MeantReason } from '../../../shared/contract/bank-rules/bank-rule-parts.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { inTurns } from '../../../shared/process/in-turns.ts'
import type { NewCandidate } from '../../../shared/store/bank/candidates/replace-candidates.ts'
import { findLinesToLink } from '../../../shared/store/bank/uses/lines-to-link.ts'
import { findRulesThatAreOn, type RuleThatIsOn } from '../../../shared/store/bank-rules/bank-rules.ts'
import { type EntryToRule, findUnruledEntries } from '../../../shared/store/bank-rules/entries-to-rule.ts'
import type { PartnersOf } from '../../../shared/store/bank-rules/known-partners.ts'
import { meantOtherwise } from '../../../shared/store/bank-rules/meant-otherwise.ts'
import {
  findPayablesOfRule,
  NO_PAYABLES,
  type PayablesOfRule,
} from '../../../shared/store/bank-rules/payables-of-rule.ts'
import { payableSettledBy, voucherOfEntry } from '../../../shared/store/bank-rules/vouchers-of-entries.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { Page } from '../../../shared/store/db/pages/list-page.ts'
import { findMadeAllTheSame, type MadeAllTheSame } from '../../../shared/store/orders/made-all-the-same.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import { heldByOrders } from './held-by-orders.ts'

/** A bank entry that an automatic rule may book, as far as was looked at without a lock. */
export type AutomaticBooking = { readonly rule: RuleThatIsOn; readonly entry_id: string }
type Ruled = { readonly candidates: NewCandidate[]; readonly automatic: AutomaticBooking[] }
type OfPage = { readonly candidates: OfRule[]; readonly automatic: OfRule[] }
type OfRule = { readonly rule: RuleThatIsOn; readonly entry: EntryToRule; readonly reasons: readonly RuleReason[] }
type RuleReason = BankRuleReason | MadeAllTheSame | 'other_candidate' | MeantReason

const ENTRIES = 200
const MOST_RULES_SHOWN = 5

type Open = {
  readonly settings: PostingSettings
  readonly payables: ReadonlyMap<string, PayablesOfRule>
  readonly madeAllTheSame: ReadonlyMap<string, readonly MadeAllTheSame[]>
}

/**
 * Proposes the rules that apply to bank entries which nothing has used. A proposal of another kind that names its item by a
 * reference claims the bank entry before them, and so does a line that has booked by hand what the bank entry names.
 *
 * @param others the proposals of another kind
 */
export async function proposeByRules(
  tx: Tx,
  end_customer_id: string,
  others: readonly NewCandidate[],
  partnersOf: PartnersOf,
): Promise<Ruled> {
  const ruled: Ruled = { candidates: [], automatic: [] }
  const rules = await findRulesThatAreOn(tx, end_customer_id)
  const settings = rules.length > 0 && (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  if (!settings) return ruled
  const payables = new Map<string, PayablesOfRule>()
  for (const rule of rules) payables.set(rule.rule_id, await findPayablesOfRule(tx, rule))
  const known = Map.groupBy(others, ({ entry_id }) => entry_id)
  const ready = rules.map(readyRule)
  const findHeld = heldByOrders(tx, end_customer_id)
  const findMeant = meantOtherwise(tx, end_customer_id, partnersOf)
  for (let after: string | null = null; ; ) {
    const { rows, has_more }: Page<EntryToRule> = await findUnruledEntries(tx, end_customer_id, after, ENTRIES)
    const { candidates, automatic }: OfPage = { candidates: [], automatic: [] }
    const naming = rows.flatMap(({ entry_id, names_order }) => (names_order ? [entry_id] : []))
    const madeAllTheSame = await findMadeAllTheSame(tx, end_customer_id, naming)
    await inTurns(proposeEach({ candidates, automatic }, ready, rows, known, { settings, payables, madeAllTheSame }))
    const byHand = await findLinesToLink(tx, end_customer_id, [...new Set(candidates.map(idOf))])
    const booked = automatic.filter((one) => !byHand.has(idOf(one)))
    const held = await findHeld(booked.map(({ entry }) => entry))
    const meant = await findMeant(booked)
    for (const one of candidates) if (!byHand.has(idOf(one))) ruled.candidates.push(candidateOfRule(one, meant))
    for (const { rule, entry } of booked) {
      const { entry_id } = entry
      if (!held.has(entry_id) && !meant.has(entry_id)) ruled.automatic.push({ rule, entry_id })
    }
    if (!has_more) return ruled
    after = rows.at(-1)?.entry_id ?? null
  }
}

const idOf = ({ entry }: OfRule) => entry.entry_id

/** All in one work: each alone would be over before it is its turn to let others go on. */
function* proposeEach(
  ruled: OfPage,
  rules: readonly ReadyRule<RuleThatIsOn>[],
  entries: readonly EntryToRule[],
  known: ReadonlyMap<string, readonly NewCandidate[]>,
  open: Open,
) {
  for (const entry of entries) {
    yield
    yield* propose(ruled, rules, entry, known.get(entry.entry_id) ?? [], open)
  }
}

/** In steps: five hundred rules are compared with a thousand transactions. */
function* propose(
  ruled: OfPage,
  rules: readonly ReadyRule<RuleThatIsOn>[],
  entry: EntryToRule,
  others: readonly NewCandidate[],
  open: Open,
) {
  if (entry.waiting_fact_id !== null || others.some(({ score }) => score >= CLAIMING_SCORE)) return
  const applying = yield* rulesThatApply(ruledBankEntryOf(entry), rules)
  const booking: (ReadyRule<RuleThatIsOn> & { readonly isHeld: boolean })[] = []
  for (const ready of applying) {
    if (booking.length === MOST_RULES_SHOWN) break
    const voucher = voucherFor(ready.rule, entry, open)
    const settled = voucher && payableSettledBy(voucher)
    if (voucher) booking.push({ ...ready, isHeld: heldByOther(others, settled, refersToDocuments(entry)) !== null })
    yield
  }
  const madeAllTheSame = open.madeAllTheSame.get(entry.entry_id) ?? []
  for (const { rule, reasons, isHeld } of booking) {
    const held = isHeld ? (['other_candidate'] as const) : []
    ruled.candidates.push({ rule, entry, reasons: [...reasons, ...madeAllTheSame, ...held] })
  }
  const [only] = booking
  if (only && applying.length === 1 && !only.isHeld && isFor(only.rule, entry)) ruled.automatic.push({ ...only, entry })
}

/**
 * An automatic rule books what came after it was switched on, and what nobody has dealt with before. It books in the name of a
 * key, so one whose key is disabled only proposes. What was ordered books a payable, and nothing else.
 */
function isFor(
  { mode, switched_on_at, client_id }: RuleThatIsOn,
  { created_at, is_touched, names_order }: EntryToRule,
): boolean {
  const isLater = Date.parse(created_at) > Date.parse(switched_on_at)
  return mode === 'automatic' && client_id !== null && !is_touched && !names_order && isLater
}

function voucherFor(rule: RuleThatIsOn, entry: EntryToRule, { settings, payables }: Open) {
  const made = voucherOfEntry(rule, entry, settings, payables.get(rule.rule_id) ?? NO_PAYABLES, rule.rule_id)
  return 'voucher' in made ? made.voucher : null
}

/**
 * Beside the conditions that hold, it says that the bank has made a payment that was given up: no payable may be left to say so. And that
 * something else is proposed, or may be meant, which has to be looked at first.
 */
function candidateOfRule({ rule, entry, reasons }: OfRule, meant: ReadonlyMap<string, MeantReason>): NewCandidate {
  const reason = meant.get(entry.entry_id)
  const { end_customer_id, rule_id, version } = rule
  const { entry_id, import_id, amount_minor, currency } = entry
  const content = {
    entry_id,
    payment_id: null,
    target_type: 'rule' as const,
    target_id: rule_id,
    rule_version: version,
    amount_minor: String(amount_minor),
    currency,
    score: RULE_SCORE,
    reasons: reason === undefined ? reasons : [...reasons, reason],
  }
  const candidate_hash = hashOf({ end_customer_id, ...content } as CanonicalValue)
  return { candidate_id: newUuid(), import_id, ...content, discount_minor: '0', together_with: [], candidate_hash }
}
