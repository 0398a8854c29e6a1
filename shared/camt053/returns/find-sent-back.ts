import { isQrIban } from '../../accounting/bank/iban.ts'
import type { BankEntry } from '../bank-entry/bank-entry.ts'
import { incomingPaymentsInSteps, inOneGo } from '../bank-entry/incoming-payments.ts'
import { areSimilarWords, bare, compact, looseNameWordsOf, numbersIn } from '../matching/compare-texts.ts'
import { type MatchReason, REASONS, scoreOf } from '../matching/match-reasons.ts'
import { ID_OF_ORDER } from '../matching/orders/id-of-order.ts'
import { realReference } from '../repeats/bank-references.ts'

/** What a credit of one payment says of who sends it. */
export type SenderOfCredit = {
  readonly name: string | null
  readonly account: string | null
  readonly text: string
  /** The id of a payment that was ordered; null for any other. */
  readonly id_of_order: string | null
}

/** Whom a settlement has paid, and for which document. */
export type PaidCreditor = {
  readonly name: string
  readonly document_number: string | null
  /** Of its document, of its orders, and the one that the debit names. */
  readonly ibans: readonly string[]
}

type Paid = { readonly left_minor: bigint; readonly creditor: PaidCreditor | null }

const MOST = 5
const OUR_ID = new RegExp(ID_OF_ORDER)

/** Of a credit that brings nothing else back: also of one that the bank calls no return. Null for several payments. */
export function sentByOf(bankEntry: BankEntry): SenderOfCredit | null {
  const { tx_details, credit_debit } = bankEntry
  if (credit_debit !== 'CRDT' || tx_details.length > 1) return null
  const unmarked = tx_details.map((details) => ({ ...details, return_reason: null }))
  const [payment] = inOneGo(incomingPaymentsInSteps({ ...bankEntry, reversal: false, tx_details: unmarked }))
  if (!payment) return null
  const { debtor_name: name, debtor_account: account, remittance_text: text, end_to_end_id } = payment
  const id = realReference(end_to_end_id)
  return { name, account, text, id_of_order: id !== null && OUR_ID.test(id) ? id : null }
}

/**
 * Settlements of just that amount whose creditor sends it, or whose document the credit names: banks give money back without saying so, and so do
 * creditors. The amount alone proves nothing, and nothing of it is sure.
 */
export function findSentBack<Subject extends Paid>(
  amount_minor: bigint,
  sent_by: SenderOfCredit,
  subjects: readonly Subject[],
): { readonly subject: Subject; readonly reasons: readonly MatchReason[]; readonly score: number }[] {
  const words = sent_by.name === null ? null : looseNameWordsOf(sent_by.name)
  const numbers = numbersIn(sent_by.text)
  const account = sent_by.account === null ? null : compact(sent_by.account)
  return subjects
    .flatMap((subject) => {
      const { creditor, left_minor } = subject
      if (creditor === null || left_minor !== amount_minor) return []
      const number = creditor.document_number && bare(creditor.document_number)
      const ibans = creditor.ibans.map(compact).filter((iban) => !isQrIban(iban))
      const applies: Partial<Record<MatchReason, boolean>> = {
        amount: true,
        number_in_text: Boolean(number) && numbers.has(number ?? ''),
        name: words !== null && areSimilarWords(words, looseNameWordsOf(creditor.name)),
        iban: account !== null && ibans.includes(account),
      }
      const reasons = REASONS.filter((reason) => applies[reason])
      const score = scoreOf(reasons)
      return score > 0 ? [{ subject, reasons, score }] : []
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
}
