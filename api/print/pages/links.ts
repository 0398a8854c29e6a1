import type { SubLedger } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import type { ReadRequest } from '../../http/endpoint.ts'

export type AskedMembers = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** Where a page stands: links of a page are relative, so that the service may stand behind any prefix. */
export type PagePlace = {
  /** From this page up to /v1/: `../` for each folder. */
  readonly root: string
  readonly end_customer_id?: string | undefined
  readonly fiscal_year_id?: string | undefined
  /** The parameters that it was asked for with: a language among them goes on to the pages that it leads to. */
  readonly asked?: AskedMembers
}

/** The parameters of a page as its links keep them: with no other language than the one that its address names. */
export function askedOf({ page, query: its }: Pick<ReadRequest<unknown>, 'page' | 'query'>): AskedMembers {
  return { ...(its as AskedMembers), locale: page?.named_locale }
}

/** @param target from /v1/ on, or with # in the page itself */
export function hrefOf(place: PagePlace, target: string): string {
  if (target.startsWith('#')) return target
  return place.root + inSameLanguage(place, target)
}

export function inSameLanguage({ asked }: PagePlace, target: string): string {
  if (typeof asked?.locale !== 'string') return target
  const [address = '', ...place] = target.split('#')
  return [`${address}${address.includes('?') ? '&' : '?'}locale=${asked.locale}`, ...place].join('#')
}

/** Ids say by their prefix what they name. */
const READS: Readonly<Record<string, string>> = {
  fact: 'source-facts',
  je: 'journal-entries',
  spay: 'supplier-payables',
  doc: 'documents',
  imp: 'camt-053/imports',
  cent: 'camt-053/entries',
  nimp: 'camt-054/imports',
  nent: 'camt-054/entries',
  pay: 'payments',
  cand: 'settlement-candidates',
  hand: 'allocation-handoffs',
  alloc: 'allocations',
  mpay: 'manual-payments',
  pord: 'payment-orders',
  brule: 'bank-rules',
  bret: 'bank-returns',
  whsub: 'webhook-subscriptions',
}
/** Members whose texts are addresses of other reads. */
const ADDRESSES = [
  ...['records', 'vat_return', 'entries', 'look_at'],
  ...['reconciliation', 'qr_bill', 'ledger_proof', 'attempts'],
]
export const ID = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const PERIOD = /^\d{4}(?:-(?:Q[1-4]|H[12]|0[1-9]|1[0-2]))?$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The page of what a member of an answer names; null where it names nothing with a page. From /v1/ on. */
export function targetOf(name: string, value: string, place: PagePlace): string | null {
  const [, prefix = ''] = ID.exec(value) ?? []
  if (Object.hasOwn(READS, prefix)) return `${READS[prefix]}/${value}`
  if (name === 'end_customer_id' && UUID.test(value)) return `end-customers/${value}`
  const { end_customer_id, fiscal_year_id } = place
  if (end_customer_id === undefined) return null
  if (prefix === 'vatf') return `vat-filings${query({ end_customer_id })}`
  if (name.endsWith('fiscal_year_id')) return `fiscal-years/${encodeURIComponent(value)}${query({ end_customer_id })}`
  if (name.endsWith('period') && PERIOD.test(value)) return `vat-returns/${value}${query({ end_customer_id })}`
  if (name === 'canonical_entry_hash')
    return `camt-053/entries${query({ end_customer_id, canonical_entry_hash: value })}`
  if (name.endsWith('account_code') && fiscal_year_id !== undefined)
    return ledgerOf({ end_customer_id, fiscal_year_id, account_code: value })
  return null
}

/** Whether a member is the way to another read. */
export function isAddress(name: string): boolean {
  return ADDRESSES.includes(name)
}

/** From /v1/ on; null where the member says something else. */
export function addressIn(name: string, value: string): string | null {
  return isAddress(name) && value.startsWith('/v1/') ? targetOfAddress(value) : null
}

/** @param address of another read, as answers have it */
export function targetOfAddress(address: string): string {
  return address.slice('/v1/'.length)
}

type LedgerLink = {
  end_customer_id: string
  fiscal_year_id: string
  account_code: string
  from_date?: string | undefined
  to_date?: string | undefined
}

/** Of the whole year, or of days of it. */
export function ledgerOf(link: LedgerLink): string {
  return `statements/account-ledger${query({ ...askedFor(link), limit: 100 })}`
}

/** In one page, however long it is. */
export function wholeLedgerOf(link: LedgerLink): string {
  return `statements/account-ledger${query(askedFor(link))}`
}

/** What is asked with may have more. */
function askedFor({ end_customer_id, fiscal_year_id, account_code, from_date, to_date }: LedgerLink): AskedMembers {
  return { end_customer_id, fiscal_year_id, account_code, from_date, to_date }
}

/** @param ledger as `ledgerOf` a whole year has made it */
export function upTo(ledger: string, to_date: string): string {
  return `${ledger}&to_date=${to_date}`
}

/** @param ledger as for `upTo` */
export function between(ledger: string, from_date: string, to_date: string): string {
  return upTo(`${ledger}&from_date=${from_date}`, to_date)
}

type BalanceLink = Omit<LedgerLink, 'fiscal_year_id' | 'from_date'> & { fiscal_year_id: string | null; to_date: string }

/** What the balance of an account on a day is made of: its ledger up to that day; where no fiscal year has the day, its entries. */
export function balanceOn({ fiscal_year_id, ...balance }: BalanceLink): string {
  return fiscal_year_id === null ? journalOf(balance) : ledgerOf({ ...balance, fiscal_year_id })
}

type Entries = {
  end_customer_id: string
  account_code?: string
  from_date?: string
  fiscal_year_id?: string
  to_date?: string
  without?: 'opening'
  entry_type?: 'closing'
}

export function journalOf(entries: Entries): string {
  return `journal-entries${query(entries)}`
}

type YearLink = { end_customer_id: string; fiscal_year_id: string; granularity?: string }

export function trialBalanceAt(asked: YearLink): string {
  return `statements/trial-balance${query(asked)}`
}

/** From its first row on, which stands nearest to the evidence. */
export function incomeStatementAt(asked: YearLink): string {
  return `statements/income-statement${query(asked)}#${FIRST_ROW}`
}

/** Of a statement: the first row that something may stand on. */
export const FIRST_ROW = 'first-row'

type OpenItemList = { end_customer_id: string; side: SubLedger; date: string }

export function openItemsOf({ end_customer_id, side, date }: OpenItemList): string {
  return `statements/open-items${query({ end_customer_id, side, date })}`
}

/** Members that are undefined are left out. */
export function query(members: AskedMembers): string {
  const there = new URLSearchParams()
  for (const [name, value] of Object.entries(members)) if (value !== undefined) there.set(name, String(value))
  return there.size === 0 ? '' : `?${there}`
}
