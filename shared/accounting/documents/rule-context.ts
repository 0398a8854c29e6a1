import type { AccountStatus } from '../../contract/setup/accounts.ts'
import type { Rates } from '../journal/voucher-posting.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import type { AccountingDocument, Invoice, JournalVoucher } from './accounting-document.ts'

/** All that a rule may look at. `today` is the day in Switzerland, given by the caller. */
export type Situation<Document extends AccountingDocument = AccountingDocument> = {
  readonly document: Document
  readonly settings: PostingSettings
  readonly today: string
  /** Newest rates on or before the business date, of the foreign currencies that the document uses. */
  readonly rates: Rates
  /** Accounts that a voucher names, as they are on the business date; one that is missing is in no chart. */
  readonly accounts: ReadonlyMap<string, AccountStatus>
  /** Fact with the same external reference that is posted. */
  readonly posted_twin: string | null
  /** External reference of a fact with the same partner, date, amount and number. */
  readonly duplicate_of: string | null
}

/** What a rule has found; without a pointer it lies where the rule says. */
export type Finding = { readonly message: string; readonly pointer?: string }
export type Find = (situation: Situation) => readonly Finding[]

export function when(applies: boolean, message: string): Finding[] {
  return applies ? [{ message }] : []
}

/** A rule that concerns invoices only, of suppliers and to customers. */
export function ofTrade(find: (situation: Situation<Invoice>) => readonly Finding[]): Find {
  return (situation) => (isOfVoucher(situation) ? [] : find(situation as Situation<Invoice>))
}

/** A rule that concerns one kind of invoice only. */
export function of(fact_type: Invoice['fact_type'], find: (situation: Situation<Invoice>) => readonly Finding[]): Find {
  return ofTrade((situation) => (situation.document.fact_type === fact_type ? find(situation) : []))
}

export function ofVoucher(find: (situation: Situation<JournalVoucher>) => readonly Finding[]): Find {
  return (situation) => (isOfVoucher(situation) ? find(situation) : [])
}

function isOfVoucher(situation: Situation): situation is Situation<JournalVoucher> {
  return situation.document.fact_type === 'journal_voucher'
}
