import type { FactRequests, FactType } from '../../contract/facts/source-facts.ts'
import type { OpenItemKind } from '../../contract/open-items/open-items.ts'
import type { Rates } from '../amounts/rate.ts'
import type { AccountingDocument, DocumentOfType, Invoice } from '../documents/accounting-document.ts'
import { customerInvoiceOf, expenseDocumentOf, journalVoucherOf } from '../documents/document-of-request.ts'
import { duplicateKeyOfInvoice, duplicateKeyOfVoucher } from '../documents/duplicate-key.ts'
import type { RuleContext } from '../documents/rule-context.ts'
import type { ItemStates } from '../documents/voucher-item.ts'
import { rolesOfExpense } from '../journal/expense-roles.ts'
import { rolesOfInvoice } from '../journal/invoice-roles.ts'
import { type Posting, postingOfExpense, postingOfInvoice, postingOfVoucher } from '../journal/posting.ts'
import type { NeededAccount } from '../setup/needed-account.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { accountsOfRoles } from './needed-accounts.ts'
import { accountsOfVoucher } from './open-items/voucher-items.ts'

type FactKind<Request, Document> = {
  /** The request in the words of the rules. */
  readonly documentOf: (request: Request) => Document
  /** Equal keys make two facts suspected duplicates; null where two equal documents are two events. */
  readonly duplicateKeyOf: (document: Document) => string | null
  /** JSON Pointer to the part of the request with the currencies of its amounts. */
  readonly currency_pointer: string
  /** The accounts that booking the document needs, each role once. */
  readonly accountsOf: (document: Document, context: RuleContext) => NeededAccount[]
  /**
   * The posting that the document becomes once nothing blocks it.
   *
   * @param rates of the foreign currencies that the document uses, that convert it
   * @param open_items that the document names
   */
  readonly post: (document: Document, settings: PostingSettings, rates: Rates, open_items: ItemStates) => Posting
  /** The description of its journal entry. */
  readonly describe: (document: Document, external_reference: string) => string
  /** The open item that it leaves, and the sign that makes the amount on its account positive; null without one. */
  readonly open_item: Document extends Invoice ? { readonly kind: OpenItemKind; readonly sign: 1n | -1n } : null
}

/** Everything that differs between the kinds of facts. A new kind does not compile until it has its row. */
export const FACT_KINDS: { readonly [Type in FactType]: FactKind<FactRequests[Type], DocumentOfType[Type]> } = {
  expense_document: {
    documentOf: expenseDocumentOf,
    duplicateKeyOf: duplicateKeyOfInvoice,
    currency_pointer: '/payload/gross_amount/currency',
    accountsOf: (document, { settings }) => accountsOfRoles(rolesOfExpense(document, settings), document, settings),
    post: postingOfExpense,
    describe: describeInvoice,
    open_item: { kind: 'payable', sign: -1n },
  },
  customer_invoice: {
    documentOf: customerInvoiceOf,
    duplicateKeyOf: duplicateKeyOfInvoice,
    currency_pointer: '/payload/gross_amount/currency',
    accountsOf: (document, { settings }) => accountsOfRoles(rolesOfInvoice(document, settings), document, settings),
    post: postingOfInvoice,
    describe: describeInvoice,
    open_item: { kind: 'receivable', sign: 1n },
  },
  journal_voucher: {
    documentOf: journalVoucherOf,
    duplicateKeyOf: duplicateKeyOfVoucher,
    currency_pointer: '/payload/lines',
    accountsOf: accountsOfVoucher,
    post: postingOfVoucher,
    describe: ({ text }) => text,
    open_item: null,
  },
}

/**
 * Hands over a document of any type together with its kind. The compiler knows that the two belong together only inside
 * `use`, so that the kind of one document takes no other one.
 */
export function withKind<Result>(
  document: AccountingDocument,
  use: <Document extends AccountingDocument>(kind: FactKind<never, Document>, document: Document) => Result,
): Result {
  return document.fact_type === 'journal_voucher'
    ? use(FACT_KINDS.journal_voucher, document)
    : use(FACT_KINDS[document.fact_type], document)
}

function describeInvoice(
  { partner_name, document_number }: DocumentOfType['expense_document'],
  external_reference: string,
): string {
  return [partner_name, document_number ?? external_reference].join(' ')
}
