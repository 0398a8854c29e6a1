import type { AccountingDocument } from '../documents/accounting-document.ts'
import { foreignCurrencies } from '../documents/rates-of-document.ts'
import type { RuleContext } from '../documents/rule-context.ts'
import { type LostAmount, lostAmount } from '../journal/lost-amounts.ts'
import type { Posting } from '../journal/posting.ts'
import type { PostingContext } from '../journal/posting-rules.ts'
import { sizeOf } from '../journal/posting-size.ts'
import { chartVersionOn, type PostingSettings } from '../setup/posting-settings.ts'
import {
  creditedWithoutCause,
  errorInTwoPeriods,
  errorWithoutDay,
  isCreditNote,
  unfitTaxDate,
  withErrorOfDocument,
} from '../vat/filing/error-of-document.ts'
import { correctedElsewhere, frozenThrough, haveNoPeriod, taxIn, withVatPeriod } from '../vat/filing/frozen-tax.ts'
import {
  hasOneMethod,
  putsReturnInOrder,
  strandedTax,
  withOwnMethod,
  withOwnMethodOfPayments,
  withoutPlaced,
} from '../vat/filing/other-method.ts'
import { withTaxPoint } from '../vat/filing/tax-point.ts'
import { timeOfRate } from '../vat/time-of-rate.ts'
import type { Blocker, FactRule } from './blockers.ts'
import { FACT_KINDS, withKind } from './fact-kinds.ts'
import { RULES_OF_LINES, rulesOf } from './rules/rules-of-kinds.ts'

/**
 * The posting of a document, or everything that stops it from being booked, in the order of the table. Its
 * lines are looked at last of all, because a document that anything else blocks has none.
 */
export function postOrBlock(document_context: RuleContext): Posted | Blocked {
  const asked = postingOfFact(document_context)
  const blockers = blockersBy(rulesOf(document_context.document), document_context, asked)
  if (blockers.length > 0) return { posting: null, blockers }
  const { document, settings, rates, open_items, turnover_minor } = document_context
  const posting = withKind(document, (kind, itself) => kind.post(itself, settings, rates, open_items))
  const { lines, ...ofReturns } = placeTax(document, posting.lines, settings)
  const lost = lostLines(document_context, posting)
  const found = { size: sizeOf(lines, turnover_minor), ...ofReturns, lost }
  const late = blockersBy(RULES_OF_LINES, document_context, { ...asked, ...found })
  return late.length > 0 ? { posting: null, blockers: late } : { posting: { ...posting, lines }, blockers: [] }
}

/** Nothing speaks against the places that tax has in returns. */
const NOTHING_FOUND = {
  frozen_through: null,
  tax_point: null,
  unfit_tax_date: null,
  error_days: null,
  credited_supply: null,
  corrected_elsewhere: null,
  stranded: [],
} as const

/** The lines with the places of their tax in returns, and what speaks against these places. */
function placeTax(document: AccountingDocument, lines: Posting['lines'], settings: PostingSettings) {
  const { vat_period, business_date, tax_date } = document
  // Nearly every document says nothing about returns; then its tax has the day on which it arises.
  if (vat_period === null && tax_date === null && !isCreditNote(document) && hasOneMethod(settings)) {
    const dated = withTaxPoint(document, lines, settings)
    const isPlaced = frozenThrough(dated, business_date, settings) === null && haveNoPeriod(dated)
    if (isPlaced) return { lines: dated, ...NOTHING_FOUND }
  }
  return placeSaidTax(document, lines, settings)
}

function placeSaidTax(document: AccountingDocument, posted: Posting['lines'], settings: PostingSettings) {
  const { vat_period, business_date, tax_date } = document
  const paid = withOwnMethodOfPayments(posted, document, settings)
  const dated = withTaxPoint(document, paid, settings)
  const frozen = frozenThrough(dated, business_date, settings)
  const with_error = withErrorOfDocument(document, paid, settings)
  const corrected = with_error === paid ? dated : withTaxPoint(document, with_error, settings)
  const placed = withVatPeriod(corrected, business_date, frozen, vat_period)
  const lines = tax_date === null ? withOwnMethod(placed, business_date, settings, vat_period) : placed
  const puts_in_order = putsReturnInOrder(document)
  return {
    lines,
    frozen_through: vat_period === null ? frozen : errorWithoutDay(document, withoutPlaced(posted, paid), settings),
    tax_point: vat_period === null && frozen !== null ? taxPointIn(dated) : null,
    unfit_tax_date: puts_in_order ? null : unfitTaxDate(document, lines, settings),
    error_days: puts_in_order ? null : errorInTwoPeriods(document, lines, settings),
    credited_supply: creditedWithoutCause(document, lines, settings),
    corrected_elsewhere: correctedElsewhere(lines, business_date, settings),
    stranded: puts_in_order ? [] : strandedTax(lines, business_date, settings),
  }
}

type Posted = { readonly posting: Posting; readonly blockers: readonly [] }
type Blocked = { readonly posting: null; readonly blockers: readonly Blocker[] }

/** The day of their tax, where that is another one than the day of the posting. */
function taxPointIn(lines: Posting['lines']): string | null {
  return taxIn(lines).find(({ tax_date }) => tax_date !== undefined)?.tax_date ?? null
}

/** Lines of a voucher that book bank entries, and for which the entry has none. */
function lostLines({ document, bank_entry_uses }: RuleContext, { line_numbers }: Posting): LostAmount[] {
  if (document.fact_type !== 'journal_voucher' || !line_numbers) return []
  const indexes = new Set(bank_entry_uses.map(({ line_index }) => line_index))
  return document.lines.flatMap(({ amount: { amount_minor, currency } }, index) =>
    indexes.has(index) && line_numbers[index] === 0
      ? [lostAmount(amount_minor, currency, `/payload/lines/${index}`)]
      : [],
  )
}

/** The posting that a fact asks for, as the rules of postings see it. */
function postingOfFact(context: RuleContext): PostingContext {
  const { document, settings, today, rates } = context
  const { currency_pointer } = FACT_KINDS[document.fact_type]
  const hasChart = chartVersionOn(settings, document.business_date) !== undefined
  return {
    settings,
    posting_date: document.business_date,
    today,
    // Without any chart there are no mappings and no accounts either; then only the missing chart is reported.
    accounts: hasChart ? withKind(document, (kind, itself) => kind.accountsOf(itself, context)) : [],
    missing_rates: foreignCurrencies(document, settings.base_currency)
      .filter((currency) => !rates.has(currency))
      .map((currency) => ({ currency, on_date: timeOfRate(document, settings), pointer: currency_pointer })),
    size: null,
  }
}

function blockersBy(rules: readonly FactRule[], context: RuleContext, posting: PostingContext): Blocker[] {
  const blockers: Blocker[] = []
  for (const { code, pointer, remedy, find } of rules) {
    const findings = find(context, posting)
    // Nearly every rule finds nothing, and then nothing is walked through.
    if (findings.length === 0) continue
    for (const finding of findings)
      blockers.push({ code, message: finding.message, pointer: finding.pointer ?? pointer, remedy })
  }
  return blockers
}
