import { areSimilarWords, compact, looseNameWordsOf } from '../compare-texts.ts'
import type { Match } from '../match.ts'
import type { MatchReason } from '../match-reasons.ts'
import { otherNumberIn, saidNumbers } from '../named/other-number.ts'
import { type DebitFit, explains, fitOf, type PayableToFit, type ToldByDebit } from './debits-of-payables.ts'
import { isOfOtherReference } from './other-reference.ts'

/** What a debit moves, with what it tells. */
type DebitOfPart = ToldByDebit & {
  readonly currency: string
  readonly amount_minor: bigint
  readonly text: string
}

/** A payable that is to be ordered, as a whole or in part. */
type PartlyPaid = PayableToFit & {
  readonly id: string
  readonly currency: string
  readonly document_number: string | null
  readonly open_amount_minor: bigint
  /** What the order pays of it; null for all. */
  readonly part_minor: bigint | null
}

/**
 * How debits fit parts of payables, beside what is proposed for them. One of just the part that is ordered fits as one of all would. One of any part, or of
 * somewhat more than is open, is possible where it goes to an account of the supplier, and nothing else that the supplier is owed explains it.
 */
export function createPartLook(payables: readonly PartlyPaid[]) {
  const byPart = Map.groupBy(payables, ({ currency, part_minor }) => `${currency} ${part_minor}`)
  const byAccount = new Map<string, Set<PartlyPaid>>()
  for (const payable of payables)
    for (const account of payable.accounts) byAccount.set(account, (byAccount.get(account) ?? new Set()).add(payable))
  return (debit: DebitOfPart, matches: readonly Match[]): DebitFit[] => {
    const said = saidNumbers(debit.text)
    const isOfOther = ({ id, document_number }: PartlyPaid) =>
      matches.some((match) => match.target_id !== id && isMeant(match)) || otherNumberIn(said, document_number) !== null
    const ofAccount = [...(byAccount.get(compact(debit.account_of_other ?? '')) ?? [])]
    const ofPart = byPart.get(`${debit.currency} ${debit.amount_minor}`) ?? []
    const fits = ofPart.flatMap((payable) => {
      const reasons = namesInDebit(debit, payable, matches)
      const fit = reasons.length > 0 ? fitOf({ reasons: ['amount', ...reasons] }, debit, payable) : null
      return fit ? [fitFor(payable, fit === 'certain' && !isOfOther(payable))] : []
    })
    const possible = ofAccount.filter(
      (payable) => isAbout(debit, payable) && !matches.some(explains) && !isOfOther(payable),
    )
    return [...fits, ...possible.map((payable) => fitFor(payable, false))]
  }
}

function fitFor({ id }: PartlyPaid, is_certain: boolean): DebitFit {
  return { payable: id, is_certain, is_named: false }
}

/** Something tells that the money is for this target. */
export function isMeant(match: Match): boolean {
  return explains(match) || match.reasons.includes('reference') || match.reasons.includes('number_in_text')
}

/** How a debit names a payable, or its supplier. */
export function namesInDebit(
  debit: ToldByDebit,
  payable: PayableToFit & { readonly id: string },
  matches: readonly Match[],
): MatchReason[] {
  const { name, account_of_other } = debit
  const isNumbered = matches.some((match) => match.target_id === payable.id && match.reasons.includes('number_in_text'))
  const isNamed = name !== null && areSimilarWords(looseNameWordsOf(name), looseNameWordsOf(payable.partner_name))
  const isToAccount = account_of_other !== null && payable.accounts.includes(compact(account_of_other))
  const named = { number_in_text: isNumbered, name: isNamed, iban: isToAccount }
  return (['number_in_text', 'name', 'iban'] as const).filter((reason) => named[reason])
}

/** A part, or all with charges, a rounding, or too much: up to a quarter more. */
function isAbout(debit: DebitOfPart, payable: PartlyPaid): boolean {
  const { currency, amount_minor, day, references } = debit
  const isSince = day === null || day >= payable.document_date
  const isEnough = amount_minor * 4n <= payable.open_amount_minor * 5n
  return (
    isSince && currency === payable.currency && isEnough && !isOfOtherReference(references, payable.payment_reference)
  )
}
