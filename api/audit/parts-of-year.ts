import { periodsOfYear } from '../../shared/accounting/vat/reconciliation/periods-of-year.ts'
import type { Locale } from '../../shared/contract/setup/settings.ts'
import type { VatRegistration } from '../../shared/contract/vat/registrations.ts'
import { swissDate } from '../print/swiss-date.ts'
import { type Absence, type AuditQuery, type AuditService, askJson } from './ask.ts'
import { auditWordsIn } from './words.ts'

/** An answer of the interface, under the name that its files have. */
export type PartOfYear = {
  readonly name: string
  readonly title: string
  readonly kind: 'statement' | 'list' | 'journal'
  readonly path: string
  readonly query: AuditQuery
  /** The refusal that says that there is none. */
  readonly absence?: Absence
}

type Year = { readonly end_customer_id: string; readonly fiscal_year_id: string }
type Words = ReturnType<typeof auditWordsIn>
type FirstAndLastDay = { readonly start_date: string; readonly end_date: string }
type AccountsInBalance = { rows: { account_code: string | null; account_name: string }[] }

/** Registrations of a page. */
const MOST_AT_ONCE = 100
/** Statements of the bank are of an IBAN; `posting.bank` alone is what is posted without one. */
const OF_IBAN = 'posting.bank.'
const NO_YEAR: Absence = { code: 'not_found', pointer: null }
const NO_BANK: Absence = { code: 'not_found', pointer: '/bank_account' }

/** Everything that is written of a fiscal year, in the order of the first page. @throws Error where there is no such year */
export async function partsOfYear(
  asked: AuditService,
  year: Year,
  locale: Locale,
  limit = MOST_AT_ONCE,
): Promise<PartOfYear[]> {
  const wordFor = auditWordsIn(locale)
  const ours = { end_customer_id: year.end_customer_id }
  const days = await askJson<FirstAndLastDay>(
    asked,
    `/v1/fiscal-years/${encodeURIComponent(year.fiscal_year_id)}`,
    ours,
    [NO_YEAR],
  )
  if (!days) throw new Error(`There is no fiscal year ${year.fiscal_year_id} of this end customer.`)
  return [
    ...statementParts(year, wordFor),
    ...dayParts(ours, days, wordFor),
    ...(await vatParts(asked, year, days, wordFor, limit)),
    ...(await accountParts(asked, year, days, wordFor)),
  ]
}

export const OPEN_ITEMS = '/v1/statements/open-items'
const STATEMENTS = ['or_balance_sheet', 'or_income_statement', 'trial_balance'] as const
const SIDES = ['receivables', 'payables'] as const

function statementParts(query: Year, wordFor: Words): PartOfYear[] {
  return STATEMENTS.map((word): PartOfYear => {
    const name = word.replaceAll('_', '-')
    return { name, title: wordFor(word), kind: 'statement', path: `/v1/statements/${name}`, query }
  })
}

function dayParts(
  ours: AuditQuery,
  { start_date: from_date, end_date: date }: FirstAndLastDay,
  wordFor: Words,
): PartOfYear[] {
  const query = { ...ours, from_date, to_date: date }
  const sides = SIDES.map((side): PartOfYear => {
    const title = wordFor(`open_items_${side}`)
    return {
      name: `open-items-${side}`,
      title,
      kind: 'list',
      path: OPEN_ITEMS,
      query: { ...ours, side, date },
    }
  })
  const title = wordFor('journal_entry_list')
  return [{ name: 'journal', title, kind: 'journal', path: '/v1/journal-entries', query }, ...sides]
}

async function vatParts(
  asked: AuditService,
  query: Year,
  { start_date: from, end_date: to }: FirstAndLastDay,
  wordFor: Words,
  limit: number,
): Promise<PartOfYear[]> {
  const ours = { end_customer_id: query.end_customer_id }
  const periods = periodsOfYear({ from, to }, await registrationsOf(asked, { ...ours, limit }))
  const returns = [...new Set(periods.map(({ name }) => name))].map((period): PartOfYear => {
    const title = `${wordFor('vat_period')} ${period}`
    return { name: `vat-return-${period}`, title, kind: 'statement', path: `/v1/vat-returns/${period}`, query: ours }
  })
  if (returns.length === 0) return []
  const path = '/v1/statements/vat-reconciliation'
  const title = wordFor('vat_reconciliation')
  return [...returns, { name: 'vat-reconciliation', title, kind: 'statement', path, query }]
}

async function registrationsOf(asked: AuditService, query: AuditQuery): Promise<VatRegistration[]> {
  const all: VatRegistration[] = []
  for (let after: AuditQuery = {}; ; ) {
    const page = await askJson<PageOfRegistrations>(asked, '/v1/vat-registrations', { ...query, ...after })
    all.push(...(page?.registrations ?? []))
    const last = all.at(-1)
    if (!page?.registrations_has_more || !last) return all
    after = { registrations_after: last.valid_from }
  }
}

type PageOfRegistrations = { registrations: VatRegistration[]; registrations_has_more: boolean }

/** The accounts of the trial balance, and the bank of those that have one, also where nothing of it is booked. */
async function accountParts(
  asked: AuditService,
  query: Year,
  days: FirstAndLastDay,
  wordFor: Words,
): Promise<PartOfYear[]> {
  const { end_customer_id } = query
  const balance = await askJson<AccountsInBalance>(asked, '/v1/statements/trial-balance', query)
  const accounts = (balance?.rows ?? []).flatMap(({ account_code: code, account_name }) =>
    code === null ? [] : [{ code, title: `${code} ${account_name}` }],
  )
  const titles = new Map(accounts.map(({ code, title }) => [code, title]))
  const mapped = await lastDaysAtBank(asked, { end_customer_id }, days)
  // A closed year has its bank where it was mapped then.
  const banks = [...new Set([...titles.keys(), ...mapped.keys()])].sort().map((code): PartOfYear => {
    const date = mapped.get(code) ?? days.end_date
    const until = date === days.end_date ? '' : `, ${wordFor('until')} ${swissDate(date)}`
    const at = { end_customer_id, bank_account: code, date }
    return {
      name: `bank-reconciliation-${code}`,
      title: `${wordFor('bank_reconciliation')} ${titles.get(code) ?? code}${until}`,
      kind: 'statement',
      path: '/v1/statements/bank-reconciliation',
      query: at,
      absence: NO_BANK,
    }
  })
  const ledgers = accounts.map(({ code, title }): PartOfYear => {
    const of_account = { ...query, account_code: code }
    return {
      name: `account-${code}`,
      title: `${wordFor('account')} ${title}`,
      kind: 'list',
      path: '/v1/statements/account-ledger',
      query: of_account,
    }
  })
  return [...banks, ...ledgers]
}

type PageOfMappings = {
  data: {
    account_mapping_id: string
    mapping_key: string
    account_code: string
    valid_from: string
    valid_to: string | null
  }[]
  has_more: boolean
}

/** The last day of the year on which each account had an account at the bank: one that has moved away is reconciled until then. */
async function lastDaysAtBank(
  asked: AuditService,
  query: AuditQuery,
  { start_date, end_date }: FirstAndLastDay,
): Promise<ReadonlyMap<string, string>> {
  const days = new Map<string, string>()
  for (let after: AuditQuery = {}; ; ) {
    const page = await askJson<PageOfMappings>(asked, '/v1/account-mappings', { ...query, ...after })
    for (const { mapping_key, account_code, valid_from, valid_to } of page?.data ?? []) {
      const last = valid_to === null || valid_to > end_date ? end_date : valid_to
      const isOfYear = valid_from <= end_date && last >= start_date
      if (mapping_key.startsWith(OF_IBAN) && isOfYear && last > (days.get(account_code) ?? ''))
        days.set(account_code, last)
    }
    const last = page?.data.at(-1)
    if (!page?.has_more || !last) return days
    after = { starting_after: last.account_mapping_id }
  }
}
