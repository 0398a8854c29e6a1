import { toldBy } from '../../camt053/matching/meant/payments-told.ts'
import { mayBeMeant } from '../../camt053/matching/meant/what-may-be-meant.ts'
import type { MeantReason } from '../../contract/bank-rules/bank-rule-parts.ts'
import { eachWithSteps, inTurns } from '../../process/in-turns.ts'
import type { Db } from '../db/database.ts'
import type { BankRuleRow } from './bank-rules.ts'
import type { EntryToRule } from './entries-to-rule.ts'
import { createPartnersOf, type PartnersOf } from './known-partners.ts'
import { findDebitsToOthers } from './other-creditors.ts'
import { knownOf } from './what-is-known.ts'

type EntryOfRule = {
  readonly rule: Pick<BankRuleRow, 'rule_id' | 'end_customer_id' | 'action' | 'conditions'>
  readonly entry: EntryToRule
}

/**
 * Finds, of bank entries that rules would book, those with which something else may be meant, and why. Of a rule that pays a payable it is asked only
 * whether the money goes to its supplier: it settles just what is open. The function that it returns may be called for one page after another.
 */
export function meantOtherwise(
  db: Db,
  end_customer_id: string,
  partnersOf: PartnersOf = createPartnersOf(end_customer_id),
): (ruled: readonly EntryOfRule[]) => Promise<ReadonlyMap<string, MeantReason>> {
  const findKnown = knownOf(db, end_customer_id, partnersOf)
  return async (ruled) => {
    const [paying = [], asked = []] = [true, false].map((pays) =>
      ruled.filter(({ rule }) => (rule.action.settle_payable_of !== undefined) === pays),
    )
    const toOthers = await findDebitsToOthers(db, end_customer_id, paying)
    const told = await inTurns(
      eachWithSteps(asked, function* ({ rule, entry }) {
        return { entry: yield* toldBy(entry), iban: rule.conditions.counterparty_iban }
      }),
    )
    const known = await findKnown(told.map(({ entry }) => entry))
    const reasons = new Map<string, MeantReason>([...toOthers].map((id) => [id, 'other_creditor']))
    if (known === null) return reasons
    const found = eachWithSteps(told, function* ({ entry, iban }): Generator<void, [string, MeantReason][]> {
      const reason = yield* mayBeMeant(entry, known, iban)
      return reason === null ? [] : [[entry.entry_id, reason]]
    })
    for (const [id, reason] of (await inTurns(found)).flat()) reasons.set(id, reason)
    return reasons
  }
}
