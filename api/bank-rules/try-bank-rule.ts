import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PostingSettings } from '../../shared/accounting/setup/posting-settings.ts'
import { type ReadyRule, readyRule, rulesThatApply } from '../../shared/camt053/matching/match-bank-rule.ts'
import { heldByOther } from '../../shared/camt053/matching/other-candidates.ts'
import { refersToDocuments, ruledBankEntryOf } from '../../shared/camt053/matching/ruled-bank-entry.ts'
import type { BankRuleReason } from '../../shared/contract/bank-rules/bank-rule-parts.ts'
import type { BankRuleTrialQuery } from '../../shared/contract/bank-rules/bank-rule-trials.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { inTurns } from '../../shared/process/in-turns.ts'
import { findLinesBookedBefore } from '../../shared/store/bank/uses/lines-booked-before.ts'
import { findLinesToLink } from '../../shared/store/bank/uses/lines-to-link.ts'
import { type BankRuleRow, findBankRule } from '../../shared/store/bank-rules/bank-rules.ts'
import { findOtherCandidates } from '../../shared/store/bank-rules/claims.ts'
import { findBlockersOf } from '../../shared/store/bank-rules/decide-vouchers.ts'
import { type EntryToRule, findPastEntries } from '../../shared/store/bank-rules/entries-to-rule.ts'
import { meantOtherwise } from '../../shared/store/bank-rules/meant-otherwise.ts'
import { findPayablesOfRule } from '../../shared/store/bank-rules/payables-of-rule.ts'
import { payableSettledBy, voucherOfEntry } from '../../shared/store/bank-rules/vouchers-of-entries.ts'
import type { Db } from '../../shared/store/db/database.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf } from '../http/page.ts'
import { findSubjectOfCustomer } from '../http/subject.ts'
import { presentTrial, type TriedEntry } from './present-trial.ts'

const DEFAULT_LIMIT = 100
/** Comparing an entry takes a fraction of a millisecond, deciding a voucher more. */
const AT_ONCE = 20

/** What a rule would do with bank entries that came before, on or off. Nothing is stored. */
export async function tryBankRule({ pool }: ApiDeps, { query, params }: ReadRequest<BankRuleTrialQuery>) {
  const { end_customer_id, booking_date_from = null, booking_date_to = null, limit = DEFAULT_LIMIT } = query
  const rule = await findSubjectOfCustomer('bank_rule', params.rule_id, (id) =>
    findBankRule(pool, id, [end_customer_id]),
  )
  const days = { from: booking_date_from, to: booking_date_to }
  const after = cursorOf('camt053_entry', query.starting_after)
  const { rows: entries, has_more } = await findPastEntries(pool, end_customer_id, days, after, limit)
  const tried: TriedEntry[] = []
  const ready = readyRule(rule)
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    tried.push(...(await tryEntries(pool, ready, entries.slice(from, from + AT_ONCE))))
    await nextTurn()
  }
  return presentTrial(rule, tried, entries, has_more)
}

async function tryEntries(
  db: Db,
  ready: ReadyRule<BankRuleRow>,
  entries: readonly EntryToRule[],
): Promise<TriedEntry[]> {
  const { rule, reasons } = ready
  const applying = await inTurns(entriesOfRule(ready, entries))
  const settings = (await readPostingSettings(db, [rule.end_customer_id])).get(rule.end_customer_id)
  return settings && applying.length > 0 ? withObstacles(db, rule, applying, reasons, settings) : []
}

function* entriesOfRule(
  ready: ReadyRule<BankRuleRow>,
  entries: readonly EntryToRule[],
): Generator<void, EntryToRule[]> {
  const applying: EntryToRule[] = []
  for (const entry of entries)
    if ((yield* rulesThatApply(ruledBankEntryOf(entry), [ready])).length > 0) applying.push(entry)
  return applying
}

async function withObstacles(
  db: Db,
  rule: BankRuleRow,
  entries: readonly EntryToRule[],
  reasons: readonly BankRuleReason[],
  settings: PostingSettings,
): Promise<TriedEntry[]> {
  const ids = entries.map(({ entry_id }) => entry_id)
  const others = await findOtherCandidates(db, rule.end_customer_id, ids)
  const { end_customer_id } = rule
  const keys = ids.map((entry_id) => ({ end_customer_id, entry_id }))
  const equal = await findLinesBookedBefore(db, keys, null)
  const byHand = await findLinesToLink(db, rule.end_customer_id, ids)
  const meant = await meantOtherwise(db, rule.end_customer_id)(entries.map((entry) => ({ rule, entry })))
  const payables = await findPayablesOfRule(db, rule)
  const made = entries.map((entry) => voucherOfEntry(rule, entry, settings, payables, entry.entry_id))
  const vouchers = made.flatMap((one) => ('voucher' in one ? [one.voucher] : []))
  const blockers = await findBlockersOf(db, settings, vouchers, todayInSwitzerland())
  const blockersOf = new Map(vouchers.map((voucher, index) => [voucher, blockers[index] ?? []]))
  return entries.map((entry, index) => {
    const result = made[index] as (typeof made)[number]
    const voucher = 'voucher' in result ? result.voucher : null
    return {
      entry,
      reasons,
      candidate: heldByOther(
        others.get(entry.entry_id) ?? [],
        voucher && payableSettledBy(voucher),
        refersToDocuments(entry),
      ),
      meant: meant.get(entry.entry_id) ?? null,
      line_to_link: byHand.get(entry.entry_id)?.[0] ?? null,
      equal_line: equal.get(entry.entry_id)?.[0] ?? null,
      refusal: 'voucher' in result ? null : result,
      blockers: voucher ? (blockersOf.get(voucher) ?? []) : [],
      voucher,
    }
  })
}
