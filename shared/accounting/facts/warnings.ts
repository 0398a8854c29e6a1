import { FACT_TYPES } from '../../contract/facts/source-facts.ts'
import { type Check, type RuleContext, rulesForKind } from '../documents/rule-context.ts'
import { findPaidByOtherName } from '../open-items/reductions/paid-with-money.ts'
import { LOSS_WITHOUT_ROLE } from '../open-items/reductions/unknown-loss.ts'
import { findUntaxedWriteOffs } from '../open-items/reductions/untaxed-write-off.ts'
import { findOptions } from '../vat/allowed-tax.ts'
import { INVOICE_ACROSS_CHANGE } from '../vat/consideration/invoice-across-change.ts'
import { CREDIT_WITHOUT_CAUSE } from '../vat/filing/cause-of-credit.ts'
import {
  findForeignSuppliers,
  findPassedLimit,
  findUnprovedInputTax,
  findUnregisteredAcquisitions,
} from '../vat/input-tax-rules.ts'
import { findUidWithoutSuffix } from '../vat/suppliers/supplier-uid.ts'
import { findTaxDifference } from '../vat/tax-amount-rules.ts'
import { ADVANCE_WARNINGS } from './open-items/advances/advance-warnings.ts'
import { ITEM_BEFORE_REGISTRATION } from './open-items/before-registration.ts'
import { CREDITED_BEYOND } from './open-items/credit-note-beyond.ts'
import { PAID_BEFORE_INVOICE } from './open-items/paid-before-invoice.ts'
import { findTakenOverTwice } from './open-items/taken-over.ts'
import { findOrdered, findSeveralPartners, findUsedBefore, findValueLeft } from './open-items/voucher-items.ts'
import { BOOKED_BY_EVIDENCE } from './rules/booked-by-evidence.ts'
import { findPossibleDuplicate } from './rules/duplicate-rules.ts'
import { EVIDENCE_NAMES_OTHER } from './rules/evidence-names-other.ts'
import { ROLE_WITHOUT_ACCOUNT } from './rules/roles-without-account.ts'
import { CATEGORY_UNKNOWN } from './rules/unknown-categories.ts'

type WarningRule = {
  readonly code: string
  readonly pointer: string
  readonly remedy: string
  readonly source: string
  readonly find: Check
}

/** What is told with a decision and blocks nothing. Order in this table is order in the answer. */
export const WARNINGS = [
  CATEGORY_UNKNOWN,
  ROLE_WITHOUT_ACCOUNT,
  {
    code: 'tax_amount_differs',
    pointer: '/payload/tax_lines',
    remedy: 'Nothing, where the document prints it; else reverse the fact and send it again with the right tax.',
    source: 'MWSTG Art. 26 Abs. 2 lit. f',
    find: findTaxDifference,
  },
  {
    code: 'input_tax_without_receipt',
    pointer: '/evidence_links',
    remedy:
      'Reverse the fact and send it again with the receipt, or with input_tax_decision: who has decided that the tax is deducted, and how it can be proved.',
    source: 'MWSTG Art. 28 Abs. 1 and Art. 81 Abs. 3',
    find: findUnprovedInputTax,
  },
  {
    code: 'supplier_abroad',
    pointer: '/payload/supplier/structured_address',
    remedy:
      'Send supplier.uid_mwst_number where the supplier is registered in Switzerland; else reverse the fact and send it again gross, or with a B code for a service.',
    source: 'MWSTG Art. 26 Abs. 2 lit. a, Art. 28 and Art. 45',
    find: findForeignSuppliers,
  },
  {
    code: 'supplier_uid_without_suffix',
    pointer: '/payload/supplier/uid_mwst_number',
    remedy:
      'Nothing has to be done with the fact. Look the supplier up in the UID register, and answer once with PUT /v1/supplier-uids.',
    source: 'MWSTG Art. 26 Abs. 2 lit. a and Art. 28',
    find: findUidWithoutSuffix,
  },
  {
    code: 'acquisition_tax_unregistered',
    pointer: '/payload/tax_lines',
    remedy:
      'Nothing, up to CHF 10,000 in the calendar year: GET /v1/acquisition-tax has the sum; above it report all of them to the tax administration.',
    source: 'MWSTG Art. 45 Abs. 2 lit. b and Art. 66 Abs. 3',
    find: findUnregisteredAcquisitions,
  },
  {
    code: 'acquisition_tax_limit_passed',
    pointer: '/payload/tax_lines',
    remedy:
      'Report to the tax administration within 60 days after the calendar year. GET /v1/acquisition-tax has the sum, the tax and its records.',
    source: 'MWSTG Art. 45 Abs. 2 lit. b and Art. 66 Abs. 3',
    find: findPassedLimit,
  },
  CREDIT_WITHOUT_CAUSE,
  INVOICE_ACROSS_CHANGE,
  {
    code: 'option_at_net_tax_rate',
    pointer: '/payload/tax_lines',
    remedy:
      'Nothing, where the supply is one of the few that may be opted for under this method; else reverse the fact and send it again with V0E and without tax.',
    source: 'MWSTG Art. 22; MWSTV Art. 39',
    find: findOptions,
  },
  ...ADVANCE_WARNINGS,
  {
    code: 'several_partners',
    pointer: '/payload/lines',
    remedy: 'Reverse the voucher and send one for each partner, if they were not paid together.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findSeveralPartners,
  },
  {
    code: 'value_without_amount',
    pointer: '/payload/lines',
    remedy:
      'Send a voucher that takes the value back, with the purpose revaluation: usually on the first day of the new year.',
    source: 'OR Art. 958c Abs. 1 Ziff. 7',
    find: findValueLeft,
  },
  {
    code: 'item_used_before_it_was_opened',
    pointer: '/payload/lines',
    remedy: 'Nothing, where it happened in that order; else reverse the voucher and send it again with its own day.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findUsedBefore,
  },
  PAID_BEFORE_INVOICE,
  CREDITED_BEYOND,
  {
    code: 'write_off_without_tax',
    pointer: '/payload/lines',
    remedy:
      'Reverse the voucher, and send it again with the line that takes the tax back, less that amount on the account of the loss or the income; or allocate the item with the deduction write_off, which has it. Nothing, where the loss is not definitive yet.',
    source: 'MWSTG Art. 41',
    find: findUntaxedWriteOffs,
  },
  LOSS_WITHOUT_ROLE,
  {
    code: 'purpose_unlikely',
    pointer: '/payload/lines',
    remedy: 'Reverse the voucher, and send it again as payment or refund, or with the account of the loss.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findPaidByOtherName,
  },
  {
    code: 'item_ordered',
    pointer: '/payload/lines',
    remedy:
      'Withdraw the payment of the order if the bank does not make it (POST /v1/payment-orders/{id}/withdraw); else reverse the voucher, and settle the debit of the bank.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findOrdered,
  },
  EVIDENCE_NAMES_OTHER,
  ITEM_BEFORE_REGISTRATION,
  BOOKED_BY_EVIDENCE,
  {
    code: 'possible_duplicate_item',
    pointer: '/payload/lines',
    remedy: 'Compare the two items; if they are the same, reverse the voucher and send it without the second one.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findTakenOverTwice,
  },
  {
    code: 'possible_duplicate',
    pointer: '/payload/document_number',
    remedy: 'Compare the two documents, and reverse one of the facts if they are the same.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findPossibleDuplicate,
  },
] as const satisfies readonly WarningRule[]
type WarningCode = (typeof WARNINGS)[number]['code']

const WARNINGS_OF = new Map(
  FACT_TYPES.map((fact_type) => [fact_type, rulesForKind<WarningRule & { code: WarningCode }>(WARNINGS, fact_type)]),
)

/** Something that the sender should know of, and that stops nothing: message, pointer into the request, and remedy. */
export type Warning = {
  readonly code: WarningCode
  readonly message: string
  readonly pointer: string
  readonly remedy: string
}

/** Everything that is to be told of a document besides its blockers, in the order of the table. */
export function evaluateWarnings(context: RuleContext): readonly Warning[] {
  const warnings: Warning[] = []
  for (const { code, pointer, remedy, find } of WARNINGS_OF.get(context.document.fact_type) ?? WARNINGS) {
    const findings = find(context)
    // Nearly every rule finds nothing, and then nothing is walked through.
    if (findings.length === 0) continue
    for (const finding of findings)
      warnings.push({ code, message: finding.message, pointer: finding.pointer ?? pointer, remedy })
  }
  return warnings
}
