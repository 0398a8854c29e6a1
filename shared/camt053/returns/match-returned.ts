import type { MatchReason } from '../matching/match-reasons.ts'
import { findReturned, type Returnable, type ReturnMatch } from './find-returned.ts'
import { findSentBack, findSentBackTogether, type PaidCreditor, type SenderOfCredit } from './find-sent-back.ts'
import type { ReturnedMoney } from './returned-money.ts'

/** What a bank entry brings back. */
export type Returning = {
  readonly parts: readonly ReturnedMoney[]
  /** The batches of ours that it names, where it names no payment of them. */
  readonly batch_ids: readonly string[]
  /** What the bank calls the booking that it brings back, where it names no payment of it. */
  readonly booking_refs: readonly string[]
  /** Who sends it, of a credit with one payment that nothing has used; null of all others. */
  readonly sent_by: SenderOfCredit | null
  /** What of it nothing has booked. */
  readonly left_minor: bigint
  /** The first number that no part of it has. */
  readonly next_part_number: number
}

type OfBatch = Returnable & {
  readonly original_entry_id: string
  readonly batch_ids: readonly string[]
  /** What the bank calls the whole booking. */
  readonly booking_ref: string | null
  /** What of that booking no settlement and no allocation has: it is booked by vouchers and links, or dismissed. */
  readonly elsewhere_minor: bigint
  /** Whom a settlement has paid. */
  readonly creditor: PaidCreditor | null
}
type MatchedPart<Subject> = Omit<ReturnMatch<Subject>, 'reasons'> & {
  readonly part: ReturnedMoney
  readonly reasons: readonly (ReturnMatch<Subject>['reasons'][number] | MatchReason | 'payment_information_id')[]
  /** What the same money brings back beside it: all of it is booked at once. */
  readonly together_with?: readonly Subject[]
}

/** What a bank entry brings back, part by part; of a whole batch payment by payment; and what it names of nothing, by who sends it. */
export function* matchReturnedInSteps<Subject extends OfBatch>(
  returning: Returning,
  subjects: readonly Subject[],
): Generator<void, MatchedPart<Subject>[]> {
  const named: MatchedPart<Subject>[] = []
  for (const part of returning.parts) {
    for (const match of findReturned(part, subjects)) named.push({ ...match, part })
    yield
  }
  if (named.length > 0) return ofMoney(named)
  const ofBatch = matchBatch(returning, subjects)
  return ofMoney(ofBatch.length > 0 ? ofBatch : matchSender(returning, subjects))
}

/** Of a part that is given back already nothing is left, and no return is of nothing. */
function ofMoney<Subject>(matches: readonly MatchedPart<Subject>[]): MatchedPart<Subject>[] {
  return matches.filter(({ part }) => part.amount_minor > 0n)
}

function matchSender<Subject extends OfBatch>(
  { parts: [part], sent_by }: Returning,
  subjects: readonly Subject[],
): MatchedPart<Subject>[] {
  if (!part || !sent_by) return []
  const alone = findSentBack(part.amount_minor, sent_by, subjects).map((match) => ({ ...match, part }))
  if (alone.length > 0) return alone
  return findSentBackTogether(part.amount_minor, sent_by, subjects).map((match, index) => ({
    ...match,
    part: { ...part, amount_minor: match.subject.left_minor, part_number: part.part_number + index },
  }))
}

const ALL_OF_BATCH = 100
/** Only its amount tells which payment of the batch it is. */
const ONE_OF_BATCH = 95
const ONE_OF_SEVERAL = 60
const MOST_ALIKE = 5

/**
 * All that is left of a booking of the batch comes back: in sum just what is left of the bank entry, with what somebody has booked
 * otherwise of it, or without where that is given back already. Else it is one payment of the batch, which its amount tells.
 */
function matchBatch<Subject extends OfBatch>(
  { batch_ids, booking_refs, left_minor, next_part_number }: Returning,
  subjects: readonly Subject[],
): MatchedPart<Subject>[] {
  const named = subjects.filter((subject) => subject.batch_ids.some((id) => batch_ids.includes(id)))
  const isCalled = ({ booking_ref }: Subject) => booking_ref !== null && booking_refs.includes(booking_ref)
  const ofBatch = named.length > 0 ? named : subjects.filter(isCalled)
  const reasons = [named.length > 0 ? 'payment_information_id' : 'acct_svcr_ref', 'amount'] as const
  const debits = [...Map.groupBy(ofBatch, ({ original_entry_id }) => original_entry_id).values()]
  const fitting = debits.filter((paid) => {
    const lacking = left_minor - paid.reduce((sum, one) => sum + one.left_minor, 0n)
    return lacking === 0n || lacking === paid[0]?.elsewhere_minor
  })
  const [paid, ...others] = fitting
  if (others.length > 0) return []
  const alike = paid ?? ofBatch.filter((subject) => subject.left_minor === left_minor).slice(0, MOST_ALIKE)
  const score = paid ? ALL_OF_BATCH : alike.length === 1 ? ONE_OF_BATCH : ONE_OF_SEVERAL
  return alike.map((subject) => {
    const names = { uetr: [], end_to_end_id: [], acct_svcr_ref: [], reference: [] }
    const money = { amount_minor: subject.left_minor, charges_minor: null, instructed_minor: null }
    const part = { part_number: next_part_number, names, ...money }
    return { subject, part, reasons, score }
  })
}
