import { obstaclesOf } from '../../shared/accounting/bank-rules/obstacles.ts'
import type { RuleRefusal } from '../../shared/accounting/bank-rules/ruled-amount.ts'
import type { Blocker } from '../../shared/accounting/facts/blockers.ts'
import { CLAIMING_SCORE } from '../../shared/camt053/matching/other-candidates.ts'
import type { BankRuleReason, MeantReason } from '../../shared/contract/bank-rules/bank-rule-parts.ts'
import type { JournalVoucherRequest } from '../../shared/contract/facts/journal-vouchers.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { LineBookedBefore } from '../../shared/store/bank/uses/lines-booked-before.ts'
import type { LineToLink } from '../../shared/store/bank/uses/lines-to-link.ts'
import type { BankRuleRow } from '../../shared/store/bank-rules/bank-rules.ts'
import type { BetterCandidate } from '../../shared/store/bank-rules/claims.ts'
import type { EntryToRule } from '../../shared/store/bank-rules/entries-to-rule.ts'
import { linkInWords } from '../bank/links/link-in-words.ts'
import { presentMoney } from '../http/present-money.ts'

/** A bank entry to which a rule applies, with everything that stands in its way. */
export type TriedEntry = {
  readonly entry: EntryToRule
  readonly reasons: readonly BankRuleReason[]
  readonly candidate: BetterCandidate | null
  /** Why something else may be meant, where nothing else is proposed. */
  readonly meant: MeantReason | null
  readonly line_to_link: LineToLink | null
  readonly equal_line: LineBookedBefore | null
  readonly refusal: RuleRefusal | null
  readonly blockers: readonly Blocker[]
  readonly voucher: JournalVoucherRequest | null
}

/** @param entries all that were compared, in their order */
export function presentTrial(
  { rule_id, version }: BankRuleRow,
  tried: readonly TriedEntry[],
  entries: readonly EntryToRule[],
  has_more: boolean,
) {
  const last = entries.at(-1)
  return {
    object: 'bank_rule_trial' as const,
    rule_id: publicId('bank_rule', rule_id),
    version,
    data: tried.map(presentTried),
    looked_at: entries.length,
    last_entry_id: last ? publicId('camt053_entry', last.entry_id) : null,
    has_more,
  }
}

function presentTried(one: TriedEntry) {
  const { entry, reasons, voucher } = one
  const obstacles = obstaclesOfTried(one)
  return {
    object: 'bank_rule_trial_entry' as const,
    entry_id: publicId('camt053_entry', entry.entry_id),
    booking_date: entry.booking_date,
    amount: presentMoney(entry.amount_minor, entry.currency),
    credit_debit_indicator: entry.credit_debit,
    reasons,
    would_book: obstacles.length === 0,
    obstacles,
    voucher_lines: (voucher?.payload.lines ?? []).map((line) => ({
      account_code: line.account_code,
      debit: line.debit ?? null,
      credit: line.credit ?? null,
      tax_code: line.tax_code ?? null,
      open_item_id: line.open_item?.supplier_payable_id ?? null,
    })),
  }
}

/** A bank entry that is booked has its blockers for that, which say nothing more. */
function obstaclesOfTried({ entry, candidate, meant, line_to_link, equal_line, refusal, blockers }: TriedEntry) {
  const standing = obstaclesOf(entry).map((one) => ({
    ...one,
    id: entry.waiting_fact_id === null ? null : publicId('source_fact', entry.waiting_fact_id),
  }))
  const claims = [
    ...(candidate === null ? [] : [claimedBy(candidate)]),
    ...(meant === null || candidate !== null || standing.length > 0 ? [] : [meantBy(meant)]),
    ...(line_to_link === null ? [] : [bookedByHand(line_to_link)]),
    ...(equal_line === null ? [] : [bookedBefore(equal_line)]),
  ]
  const ofVoucher = refusal === null ? blockers : [refusal]
  const said = ofVoucher.filter(({ code }) => standing.length === 0 || !code.startsWith('bank_entry'))
  return [...standing, ...claims, ...said.map(({ code, message }) => ({ code, message, id: null }))]
}

const MEANT: Readonly<Record<MeantReason, string>> = {
  known_document: 'It names a document that is open, or paid.',
  open_item_of_partner: 'The other side has an open item that it could settle.',
  settled_with_partner: 'It may bring back what was settled with the other side, or be paid twice.',
  own_account: 'The other side is another account of the end customer.',
  other_creditor: 'It goes to somebody else than the supplier whose payable the rule pays.',
}

function meantBy(code: MeantReason) {
  return { code, message: `${MEANT[code]} No automatic rule books it; a reviewer may accept the rule.`, id: null }
}

function claimedBy({ candidate_id, score }: BetterCandidate) {
  const id = publicId('settlement_candidate', candidate_id)
  if (score >= CLAIMING_SCORE)
    return {
      code: 'claimed_by_candidate',
      message: `A proposal with the score ${score} names an item by its reference.`,
      id,
    }
  const message = `Something else is proposed with the score ${score}. No automatic rule books it; a reviewer may accept the rule.`
  return { code: 'other_candidate', message, id }
}

function bookedByHand(line: LineToLink) {
  return { code: 'line_to_link', message: linkInWords(line), id: publicId('journal_entry', line.journal_entry_id) }
}

function bookedBefore({ journal_entry_id, line_number, posting_date }: LineBookedBefore) {
  const message = `Line ${line_number} of an entry of ${posting_date} has the same amount and no bank entry. Link it, or accept the candidate.`
  return { code: 'equal_line', message, id: publicId('journal_entry', journal_entry_id) }
}
