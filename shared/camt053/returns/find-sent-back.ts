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
  /** It was paid within weeks: later only its document tells what comes back. */
  readonly is_recent: boolean
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

type SentBack<Subject> = {
  readonly subject: Subject
  readonly reasons: readonly MatchReason[]
  readonly score: number
  /** What the same credit brings back beside it. */
  readonly together_with?: readonly Subject[]
}

/**
 * Settlements of just that amount whose creditor sends it, or whose document the credit names: banks give money back without saying so, and so do
 * creditors. The amount alone proves nothing, and nothing of it is sure.
 */
export function findSentBack<Subject extends Paid>(
  amount_minor: bigint,
  sent_by: SenderOfCredit,
  subjects: readonly Subject[],
): SentBack<Subject>[] {
  const saidOf = readerOf(sent_by)
  return subjects
    .flatMap((subject) => {
      const { creditor, left_minor } = subject
      if (creditor === null || left_minor !== amount_minor) return []
      const said = saidOf(creditor)
      if (!creditor.is_recent && !said.number_in_text) return []
      const reasons = REASONS.filter((reason) => reason === 'amount' || said[reason])
      const score = scoreOf(reasons)
      return score > 0 ? [{ subject, reasons, score }] : []
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
}

/**
 * All that one debit has paid of several documents, where the credit is as much: what says who sends it has to say so of each. Nothing is proposed
 * where two debits were as much.
 */
export function findSentBackTogether<Subject extends Paid & { readonly original_entry_id: string }>(
  amount_minor: bigint,
  sent_by: SenderOfCredit,
  subjects: readonly Subject[],
): SentBack<Subject>[] {
  const saidOf = readerOf(sent_by)
  const left = subjects.filter(({ left_minor }) => left_minor > 0n)
  const debits = [...Map.groupBy(left, ({ original_entry_id }) => original_entry_id).values()]
  const [paid, ...others] = debits.filter(
    (own) => own.length > 1 && own.reduce((sum, { left_minor }) => sum + left_minor, 0n) === amount_minor,
  )
  if (!paid || others.length > 0) return []
  const said = paid.map(({ creditor }) => creditor && { ...saidOf(creditor), is_recent: creditor.is_recent })
  const ofAll = (key: 'name' | 'iban' | 'number_in_text' | 'is_recent') => said.every((one) => one?.[key] === true)
  if (!ofAll('is_recent') && !ofAll('number_in_text')) return []
  if (!ofAll('name') && !ofAll('iban') && !ofAll('number_in_text')) return []
  const NAMES = ['number_in_text', 'name', 'iban'] as const
  const reasons = REASONS.filter((reason) => reason === 'sum' || NAMES.some((name) => name === reason && ofAll(name)))
  const score = scoreOf(reasons)
  return paid.map((subject) => ({ subject, reasons, score, together_with: paid.filter((other) => other !== subject) }))
}

/** What a credit says of a creditor. */
function readerOf(sent_by: SenderOfCredit) {
  const words = sent_by.name === null ? null : looseNameWordsOf(sent_by.name)
  const numbers = numbersIn(sent_by.text)
  const account = sent_by.account === null ? null : compact(sent_by.account)
  return (creditor: PaidCreditor): Partial<Record<MatchReason, boolean>> => {
    const ibans = creditor.ibans.map(compact).filter((iban) => !isQrIban(iban))
    const number = bare(creditor.document_number ?? '')
    return {
      number_in_text: number !== '' && numbers.has(number),
      name: words !== null && areSimilarWords(words, looseNameWordsOf(creditor.name)),
      iban: account !== null && ibans.includes(account),
    }
  }
}
