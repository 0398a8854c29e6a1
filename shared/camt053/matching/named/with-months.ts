import type { OpenTarget } from '../open-target.ts'
import { explainsAmount, type Proposal, withReasons } from '../proposals.ts'
import { billsMeant, isNamedByDate } from './bills-meant.ts'
import { isWithoutMonths, laterMonthIn, type TextOfMonths } from './months-of-bills.ts'

const NUMBERED = ['reference', 'number_in_text', 'number_with_typo'] as const

/**
 * The month in the text of a payment, or the day of a document, speaks for the bill of that month, and against those that are of none of it: an equal one of the same partner, or an earlier one,
 * where the bill of that month may not be there yet. Where a reference or a number tells the bill, months say nothing.
 *
 * @param read the text, once, where it is asked for
 */
export function withMonths(proposals: readonly Proposal[], read: () => TextOfMonths): readonly Proposal[] {
  const ofOneBill = proposals.filter((one) => explainsAmount(one) && one.together_with.length === 0)
  if (ofOneBill.length === 0 || proposals.some(isNumbered)) return proposals
  const text = read()
  if (isWithoutMonths(text)) return proposals
  const equal = Map.groupBy(ofOneBill, ({ target }) =>
    JSON.stringify([target.partner_reference || target.partner_name, String(target.open_amount_minor)]),
  )
  const changed = new Map([...equal.values()].flatMap((own) => byMonths(own, text)))
  return proposals.map((one) => changed.get(one) ?? one)
}

function isNumbered({ reasons }: Proposal): boolean {
  return NUMBERED.some((reason) => reasons.includes(reason))
}

/** Equal bills of one partner, those of which the month says something. */
function byMonths(equal: readonly Proposal[], text: TextOfMonths): [Proposal, Proposal][] {
  const bills = new Map(equal.map((one) => [datedDocumentOf(one.target), one]))
  const meant = new Set(billsMeant([...bills.keys()], text))
  return [...bills].flatMap(([bill, one]): [Proposal, Proposal][] => {
    if (meant.has(bill)) return isNamedByDate(text, bill) ? [[one, withReasons(one, ['month_in_text'])]] : []
    const isOfOther = meant.size > 0 || laterMonthIn(text, bill) !== null
    return isOfOther ? [[one, withReasons(one, ['other_month'])]] : []
  })
}

function datedDocumentOf({ document_number, document_date, due_date = null, partner_name }: OpenTarget) {
  return { document_number, document_date, due_date, partner_name }
}
