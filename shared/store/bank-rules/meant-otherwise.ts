import { toldBy } from '../../camt053/matching/meant/payments-told.ts'
import { mayBeMeant } from '../../camt053/matching/meant/what-may-be-meant.ts'
import type { MeantReason } from '../../contract/bank-rules/bank-rule-parts.ts'
import { eachInSteps, inTurns } from '../../process/in-turns.ts'
import type { Db } from '../db/database.ts'
import type { BankRuleRow } from './bank-rules.ts'
import type { EntryToRule } from './entries-to-rule.ts'
import { createPartnersOf, type PartnersOf } from './known-partners.ts'
import { knownOf } from './what-is-known.ts'

type EntryOfRule = { readonly rule: Pick<BankRuleRow, 'action' | 'conditions'>; readonly entry: EntryToRule }

/**
 * Finds, of bank entries that rules would book, those with which something else may be meant, and why. A rule that pays a payable is not asked: it
 * settles just what is open. The function that it returns may be called for one page after another.
 */
export function meantOtherwise(
  db: Db,
  end_customer_id: string,
  partnersOf: PartnersOf = createPartnersOf(end_customer_id),
): (ruled: readonly EntryOfRule[]) => Promise<ReadonlyMap<string, MeantReason>> {
  const findKnown = knownOf(db, end_customer_id, partnersOf)
  return async (ruled) => {
    const asked = ruled.filter(({ rule }) => rule.action.settle_payable_of === undefined)
    const told = await inTurns(
      eachInSteps(asked, ({ rule, entry }) => ({ entry: toldBy(entry), iban: rule.conditions.counterparty_iban })),
    )
    const known = await findKnown(told.map(({ entry }) => entry))
    if (known === null) return new Map()
    const found = eachInSteps(told, ({ entry, iban }): [string, MeantReason][] => {
      const reason = mayBeMeant(entry, known, iban)
      return reason === null ? [] : [[entry.entry_id, reason]]
    })
    return new Map((await inTurns(found)).flat())
  }
}
