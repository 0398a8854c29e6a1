import { obstaclesOf } from '../../../shared/accounting/bank-rules/obstacles.ts'
import { readyRule, rulesThatApply } from '../../../shared/camt053/matching/match-bank-rule.ts'
import { heldByOther } from '../../../shared/camt053/matching/other-candidates.ts'
import { refersToDocuments, ruledBankEntryOf } from '../../../shared/camt053/matching/ruled-bank-entry.ts'
import type { JournalVoucherRequest } from '../../../shared/contract/facts/journal-vouchers.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { inTurns } from '../../../shared/process/in-turns.ts'
import { findLinesBookedBefore } from '../../../shared/store/bank/uses/lines-booked-before.ts'
import { findLinesToLink } from '../../../shared/store/bank/uses/lines-to-link.ts'
import { holdRuleThatIsOn, type RuleThatIsOn } from '../../../shared/store/bank-rules/bank-rules.ts'
import { insertRuleBooking } from '../../../shared/store/bank-rules/book-by-rule.ts'
import { findOtherCandidates } from '../../../shared/store/bank-rules/claims.ts'
import { findBlockersOf } from '../../../shared/store/bank-rules/decide-vouchers.ts'
import { type EntryToRule, lockEntriesToRule } from '../../../shared/store/bank-rules/entries-to-rule.ts'
import type { PartnersOf } from '../../../shared/store/bank-rules/known-partners.ts'
import { meantOtherwise } from '../../../shared/store/bank-rules/meant-otherwise.ts'
import { findPayablesOfRule } from '../../../shared/store/bank-rules/payables-of-rule.ts'
import { payableSettledBy, voucherOfEntry } from '../../../shared/store/bank-rules/vouchers-of-entries.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import type { WorkerDeps } from '../../job.ts'
import type { AutomaticBooking } from './propose-by-rules.ts'

const AT_ONCE = 25
/** The vouchers of these ask for new proposals when they are booked, and the rest has its turn then. */
const MOST_BOOKINGS = 500

/**
 * Books bank entries by automatic rules, some in a transaction. Everything is looked at once more under the lock of the bank
 * entry, so whoever runs this twice, or at the same time, books each once.
 *
 * @param partnersOf reads them once for the run
 */
export async function bookByRules(
  { pool }: Pick<WorkerDeps, 'pool'>,
  end_customer_id: string,
  planned: readonly AutomaticBooking[],
  partnersOf: PartnersOf,
): Promise<void> {
  let booked = 0
  for (const [, bookings] of Map.groupBy(planned, ({ rule }) => rule.rule_id)) {
    const rule = (bookings[0] as AutomaticBooking).rule
    const ids = bookings.map(({ entry_id }) => entry_id)
    for (let from = 0; from < ids.length && booked < MOST_BOOKINGS; from += AT_ONCE)
      booked += await pool.transaction((tx) =>
        bookSome(tx, end_customer_id, rule, ids.slice(from, from + AT_ONCE), partnersOf),
      )
  }
}

/** @returns how many were booked: those that cannot be are tried and leave their turn to the others */
async function bookSome(
  tx: Tx,
  end_customer_id: string,
  rule: RuleThatIsOn,
  ids: readonly string[],
  partnersOf: PartnersOf,
): Promise<number> {
  if (!(await holdRuleThatIsOn(tx, rule))) return 0
  const free = await inTurns(freeForRule(rule, await lockEntriesToRule(tx, end_customer_id, ids)))
  const keys = free.map(({ entry_id }) => ({ end_customer_id, entry_id }))
  const equal = await findLinesBookedBefore(tx, keys, null)
  const freeIds = free.map(({ entry_id }) => entry_id)
  const byHand = await findLinesToLink(tx, end_customer_id, freeIds)
  const others = await findOtherCandidates(tx, end_customer_id, freeIds)
  const meant = await meantOtherwise(tx, end_customer_id, partnersOf)(free.map((entry) => ({ rule, entry })))
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  if (!settings) return 0
  const payables = await findPayablesOfRule(tx, rule)
  const made = free.flatMap((entry): Made[] => {
    const { entry_id } = entry
    if (equal.has(entry_id) || byHand.has(entry_id) || meant.has(entry_id)) return []
    const booking_id = newUuid()
    const result = voucherOfEntry(rule, entry, settings, payables, booking_id)
    if (!('voucher' in result)) return []
    const { voucher } = result
    const other = heldByOther(others.get(entry.entry_id) ?? [], payableSettledBy(voucher), refersToDocuments(entry))
    return other ? [] : [{ entry, booking_id, voucher }]
  })
  const blockers = await findBlockersOf(
    tx,
    settings,
    made.map(({ voucher }) => voucher),
    todayInSwitzerland(),
  )
  const { client_id, actor_id } = rule
  if (client_id === null) return 0
  const unblocked = made.filter((_, index) => (blockers[index] ?? []).length === 0)
  for (const { entry, booking_id, voucher } of unblocked) {
    const by = { client_id, actor_id, request_id: `bank rule ${booking_id}`, is_automatic: true }
    await insertRuleBooking(tx, rule, entry.entry_id, booking_id, voucher, by)
  }
  return unblocked.length
}

function* freeForRule(rule: RuleThatIsOn, locked: readonly EntryToRule[]): Generator<void, EntryToRule[]> {
  const ready = [readyRule(rule)]
  const free: EntryToRule[] = []
  for (const entry of locked) {
    if (entry.is_touched || entry.names_order || obstaclesOf(entry).length > 0) continue
    if ((yield* rulesThatApply(ruledBankEntryOf(entry), ready)).length > 0) free.push(entry)
  }
  return free
}

type Made = {
  readonly entry: EntryToRule
  readonly booking_id: string
  readonly voucher: JournalVoucherRequest
}
