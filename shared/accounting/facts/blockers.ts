import { isIban } from '../bank/iban.ts'
import type { Invoice } from '../documents/accounting-document.ts'
import { isPaymentReference } from '../documents/payment-references.ts'
import {
  allChecks,
  type Finding,
  findingIf,
  forInvoices,
  forType,
  type RuleContext,
} from '../documents/rule-context.ts'
import { isUid } from '../documents/uid.ts'
import { POSTING_RULES, type PostingContext, type PostingRule } from '../journal/posting-rules.ts'
import { TAX_RULES } from '../vat/tax-rules.ts'
import { OPEN_ITEM_RULES } from './open-items/open-item-rules.ts'
import { ACTIVITY_RULES } from './rules/activity-rules.ts'
import {
  findCurrencyMismatch,
  findRateOfNothing,
  findVoucherCurrencyMismatch,
  findZeroAmount,
} from './rules/amount-rules.ts'
import { BANK_ENTRY_RULES } from './rules/bank-entry-rules.ts'
import { DUPLICATE_RULES } from './rules/duplicate-rules.ts'
import { VOUCHER_RULES } from './rules/voucher-rules.ts'

type Rule = {
  readonly code: string
  readonly pointer: string
  readonly remedy: string
  readonly source: string
  /** @param posting that the document asks for */
  readonly find: (context: RuleContext, posting: PostingContext) => readonly Finding[]
}

/** No rule finds it: whoever evaluates does. */
const FAILED = {
  code: 'evaluation_failed',
  pointer: '/payload',
  remedy: 'Send nothing again: the operators of the service see it, and it is evaluated again after a repair.',
  source: 'GeBüV Art. 3',
} as const

const NOTHING: readonly Finding[] = []

/** Order in this table is order in the answer. */
export const RULES = [
  {
    code: 'receipt_missing',
    pointer: '/evidence_links',
    remedy:
      'Send the fact again with an evidence link of type receipt, invoice or attachment, or with an approved missing_receipt_exception.',
    source: 'OR Art. 957a Abs. 2 Ziff. 2',
    find: ({ document }) =>
      findingIf(
        document.receipt_required && !document.has_receipt && !document.has_receipt_exception,
        'A receipt is required, none is attached and no exception is approved.',
      ),
  },
  {
    code: 'supplier_missing',
    pointer: '/payload/supplier/name',
    remedy: 'Send the fact again with supplier.name.',
    source: 'MWSTG Art. 26 Abs. 2',
    find: forType('expense_document', ({ document }) =>
      findingIf(document.partner_name === null, 'The document names no supplier.'),
    ),
  },
  {
    code: 'customer_missing',
    pointer: '/payload/customer/name',
    remedy: 'Send the fact again with customer.name.',
    source: 'MWSTG Art. 26 Abs. 2',
    find: forType('customer_invoice', ({ document }) =>
      findingIf(document.partner_name === null, 'The invoice names no customer.'),
    ),
  },
  {
    code: 'supplier_uid_invalid',
    pointer: '/payload/supplier/uid_mwst_number',
    remedy: 'Correct the number; its last digit is a check digit (CHE-116.281.710 MWST).',
    source: 'UIDV, modulo 11',
    find: forType('expense_document', wrongUid),
  },
  {
    code: 'customer_uid_invalid',
    pointer: '/payload/customer/uid_mwst_number',
    remedy: 'Correct the number; its last digit is a check digit (CHE-116.281.710 MWST).',
    source: 'UIDV, modulo 11',
    find: forType('customer_invoice', wrongUid),
  },
  {
    code: 'amount_missing',
    pointer: '/payload/gross_amount',
    remedy: 'Send the fact again with gross_amount.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: forInvoices(({ document }) => findingIf(document.gross === null, 'The document has no gross amount.')),
  },
  {
    code: 'amount_zero',
    pointer: '/payload/gross_amount/amount_minor',
    remedy:
      'Send the fact again with the amount; an invoice is positive, a credit note negative, and 0.00 only where the lines move something from one account to another, as where an advance has paid all.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findZeroAmount,
  },
  {
    code: 'currency_mismatch',
    pointer: '/payload/currency',
    remedy: 'Send the fact again with one currency in everything that belongs together.',
    source: 'OR Art. 957a Abs. 4',
    find: allChecks(findCurrencyMismatch, findVoucherCurrencyMismatch, findRateOfNothing),
  },
  ...POSTING_RULES.map(ruleForFacts),
  {
    code: 'document_date_in_future',
    pointer: '/payload/document_date',
    remedy: 'Correct the date, or wait: the fact is evaluated again on that day.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: ({ document: { document_date }, today }) =>
      findingIf(document_date > today, `The document is dated ${document_date}, which is after ${today}.`),
  },
  ...TAX_RULES,
  ...ACTIVITY_RULES,
  ...DUPLICATE_RULES,
  ...VOUCHER_RULES,
  ...BANK_ENTRY_RULES,
  ...OPEN_ITEM_RULES,
  {
    code: 'reference_invalid',
    pointer: '/payload/payment_reference',
    remedy: 'Correct the reference: 27 digits (QRR) or RF… (SCOR), both with check digits.',
    source: 'ISO 11649; Swiss QR-bill',
    find: forInvoices(({ document: { payment_reference } }) =>
      findingIf(
        payment_reference !== null && !isPaymentReference(payment_reference),
        `${payment_reference} is neither a QR reference nor a creditor reference.`,
      ),
    ),
  },
  {
    code: 'iban_invalid',
    pointer: '/payload/supplier/iban',
    remedy:
      'Correct the IBAN of the supplier, or leave it out: without it the document is booked, and cannot be ordered to be paid.',
    source: 'ISO 13616',
    find: forInvoices(({ document: { partner_iban } }) =>
      findingIf(
        partner_iban !== null && !isIban(partner_iban),
        `${partner_iban} is no IBAN: its check digits are wrong.`,
      ),
    ),
  },
  { ...FAILED, find: () => [] },
] as const satisfies readonly Rule[]
export type BlockerCode = (typeof RULES)[number]['code']
export type FactRule = Rule & { readonly code: BlockerCode }

/** A reason why a fact cannot be booked: message, pointer into the request, and remedy. */
export type Blocker = {
  readonly code: BlockerCode
  readonly message: string
  readonly pointer: string
  readonly remedy: string
}

/** The blocker of a fact whose evaluation threw, or that the database refused. The log has the error. */
export const EVALUATION_FAILED: Blocker = {
  code: FAILED.code,
  message: 'The service could not evaluate the fact.',
  pointer: FAILED.pointer,
  remedy: FAILED.remedy,
}

function wrongUid({ document: { partner_uid } }: RuleContext<Invoice>): Finding[] {
  return findingIf(partner_uid !== null && !isUid(partner_uid), `${partner_uid} is not a valid UID.`)
}

/** A rule of postings as a rule of facts: it checks the posting of the fact, and words its findings for the sender. */
function ruleForFacts<Code extends string>({ code, source, violations, fact }: PostingRule<Code>) {
  const { pointer, remedy, message } = fact
  const find = (_: RuleContext, posting: PostingContext): readonly Finding[] => {
    const found = violations(posting)
    if (found.length === 0) return NOTHING
    return found.map((one) => ({ pointer, ...one, message: message(one.subject, posting) }))
  }
  return { code, pointer, remedy, source, find }
}
