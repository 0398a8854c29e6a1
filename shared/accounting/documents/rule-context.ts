import type { FactType } from '../../contract/facts/source-facts.ts'
import type { Rates } from '../amounts/rate.ts'
import type { AccountOfDay } from '../setup/of-day.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import type { AccountingDocument, Invoice, JournalVoucher } from './accounting-document.ts'
import type { BankEntryFinding, DoubtsOfDebit } from './bank-entry-finding.ts'
import type { ItemStates } from './voucher-item.ts'

/** A supplier that somebody was asked about, because its UID does not say that it is in the VAT register. */
export type KnownSupplier = {
  readonly end_customer_id: string
  /** Without dots and suffix: CHE116281710. */
  readonly uid: string
  /** Null while nobody has answered. */
  readonly is_registered: boolean | null
}
/** Those of an end customer, by their UID. */
export type KnownSuppliers = ReadonlyMap<string, Pick<KnownSupplier, 'is_registered'>>

/** Everything that a rule may read. `today` is the day in Switzerland; the caller passes it. */
export type RuleContext<Document extends AccountingDocument = AccountingDocument> = {
  readonly document: Document
  readonly settings: PostingSettings
  readonly today: string
  /** Sum of all debits of the ledger, with those that this batch has added. */
  readonly turnover_minor: bigint
  /** Services from abroad of the calendar year, where the document adds to those of somebody who is not registered. */
  readonly acquired_minor: bigint
  /** The rate of the document, or the newest ones on or before its day, of the foreign currencies that it uses. */
  readonly rates: Rates
  /** Accounts that a voucher names, as they are on the business date; one that is missing is in no chart. */
  readonly accounts: ReadonlyMap<string, Pick<AccountOfDay, 'status' | 'account_type'>>
  /** Codes of the accounts with lines, among those on which a voucher opens the first item. */
  readonly accounts_with_lines: ReadonlySet<string>
  /** Why a voucher cannot use the bank entries that it names. */
  readonly bank_entry_findings: readonly BankEntryFinding[]
  /** The lines by which it uses them, from 0. */
  readonly bank_entry_uses: readonly { readonly line_index: number }[]
  /** What is to be told of the bank entries that it uses. */
  readonly bank_entry_doubts: readonly Finding[]
  /** The open items that they name, and that the voucher does not close. */
  readonly named_beside: readonly Finding[]
  /** The debits of the bank among them: the import that brought each, its day, and why it may be for something else. */
  readonly bank_debits: readonly {
    readonly public_id: string
    readonly import_id: string
    readonly day: string
    readonly doubts?: DoubtsOfDebit
  }[]
  /** The open items that a voucher names; one that is missing does not exist for its end customer. */
  readonly open_items: ItemStates
  /** External references of the facts that took items over from another system, by the keys of these items. */
  readonly taken_over: ReadonlyMap<string, string>
  /** Suppliers whose UID does not say that they are registered, as far as somebody was asked about them. */
  readonly supplier_uids: KnownSuppliers
  /** Id, as clients see it, of a fact with the same external reference that is posted. */
  readonly posted_with_same_reference: string | null
  /** Id and external reference of a fact of the same partner with the same number, as far as spelling tells. */
  readonly possible_duplicate_of: string | null
  /** Id and external reference of a fact with the same partner, date, amount and number. */
  readonly duplicate_of: string | null
}

/** A violation of a rule; without a pointer it is at the pointer of the rule. */
export type Finding = { readonly message: string; readonly pointer?: string }
export type Check = (context: RuleContext) => readonly Finding[]

export function findingIf(applies: boolean, message: string): Finding[] {
  return applies ? [{ message }] : []
}

/** What is left of a check where the kind of the facts is known; null where it finds nothing in them. */
type CheckOfKind = (fact_type: FactType) => Check | null
/** A check without an entry is the same for all kinds. */
const CHECKS_OF_KINDS = new WeakMap<object, CheckOfKind>()

/**
 * A table of rules as it is for one kind of facts: without the rules that find nothing in them, and without what the others ask
 * to find out the kind. So it is cut once, and nothing of that is done for each fact.
 */
export function rulesForKind<Rule extends { readonly find: object }>(
  rules: readonly Rule[],
  fact_type: FactType,
): readonly Rule[] {
  return rules.flatMap((rule) => {
    const find = checkForKind(rule.find, fact_type)
    return find === null ? [] : [{ ...rule, find }]
  })
}

/** @returns the check itself, where nobody has said what is left of it */
export function checkForKind<Find extends object>(find: Find, fact_type: FactType): Find | Check | null {
  const ofKind = CHECKS_OF_KINDS.get(find)
  return ofKind ? ofKind(fact_type) : find
}

/** A check that is less for some kinds of facts. */
export function withKinds(find: Check, ofKind: CheckOfKind): Check {
  CHECKS_OF_KINDS.set(find, ofKind)
  return find
}

/** The findings of several checks, in their order. */
export function allChecks(...checks: readonly Check[]): Check {
  return withKinds(
    (context) => checks.flatMap((check) => check(context)),
    (fact_type) => {
      const left = checks.flatMap((check) => checkForKind(check, fact_type) ?? [])
      const [first = null] = left
      return left.length > 1 ? (context) => left.flatMap((check) => check(context)) : first
    },
  )
}

/** A rule that concerns invoices only, of suppliers and to customers. */
export function forInvoices(find: (context: RuleContext<Invoice>) => readonly Finding[]): Check {
  return withKinds(
    (context) => (isOfVoucher(context) ? [] : find(context as RuleContext<Invoice>)),
    (fact_type) => (fact_type === 'journal_voucher' ? null : (find as Check)),
  )
}

/** A rule that concerns one kind of invoice only. */
export function forType(
  fact_type: Invoice['fact_type'],
  find: (context: RuleContext<Invoice>) => readonly Finding[],
): Check {
  return withKinds(
    (context) => (context.document.fact_type === fact_type ? find(context as RuleContext<Invoice>) : []),
    (asked) => (asked === fact_type ? (find as Check) : null),
  )
}

export function forVouchers(find: (context: RuleContext<JournalVoucher>) => readonly Finding[]): Check {
  return withKinds(
    (context) => (isOfVoucher(context) ? find(context) : []),
    (fact_type) => (fact_type === 'journal_voucher' ? (find as Check) : null),
  )
}

function isOfVoucher(context: RuleContext): context is RuleContext<JournalVoucher> {
  return context.document.fact_type === 'journal_voucher'
}
