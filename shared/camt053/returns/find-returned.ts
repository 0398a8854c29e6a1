import { type PaymentNames, RETURN_KEYS, type ReturnedMoney, type ReturnKey } from './returned-money.ts'

/** A settlement or allocation whose money may have come back. */
export type Returnable<Id extends string = string> = {
  readonly subject_id: Id
  readonly names: PaymentNames
  /** The import has found that the bank takes its payment back. */
  readonly is_taken_back: boolean
  /** What has not come back of it yet. */
  readonly left_minor: bigint
}

export type ReturnMatch<Subject> = {
  readonly subject: Subject
  readonly reasons: readonly (ReturnKey | 'amount' | 'taken_back')[]
  readonly score: number
}

const MOST = 5
const SURE = 100
const PART = 95
/** A reference may be that of several payments. */
const BY_REFERENCE = 5
const ONE_OF_SEVERAL = 60

/**
 * What returned money had paid, by what the bank calls it: never by its amount alone. Where several have one name, that of
 * the amount is meant, and where several have that too, nobody knows which.
 */
export function findReturned<Subject extends Returnable>(
  money: ReturnedMoney,
  subjects: readonly Subject[],
): ReturnMatch<Subject>[] {
  const found = subjects.flatMap((subject): ReturnMatch<Subject>[] => {
    const keys = RETURN_KEYS.filter((key) => subject.names[key].some((name) => money.names[key].includes(name)))
    if (keys.length === 0 && !subject.is_taken_back) return []
    if (contradicts(money.names, subject.names)) return []
    const isWhole = subject.left_minor === money.amount_minor
    const reasons = [...keys, ...(subject.is_taken_back ? (['taken_back'] as const) : [])]
    const isByReference = reasons.every((reason) => reason === 'reference')
    const score = (isWhole ? SURE : PART) - (isByReference ? BY_REFERENCE : 0)
    return [{ subject, reasons: [...reasons, ...(isWhole ? (['amount'] as const) : [])], score }]
  })
  const best = Math.max(0, ...found.map(({ score }) => score))
  const isOne = found.filter(({ score }) => score === best).length === 1
  return found
    .map((match) =>
      isOne && match.score === best ? match : { ...match, score: Math.min(match.score, ONE_OF_SEVERAL) },
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
}

/** Nobody shares a UETR. */
function contradicts(a: PaymentNames, b: PaymentNames): boolean {
  return a.uetr.length > 0 && b.uetr.length > 0 && !a.uetr.some((uetr) => b.uetr.includes(uetr))
}
