import type { OpenItemKind } from '../../contract/open-items/open-items.ts'
import type { AccountStatus } from '../../contract/setup/accounts.ts'
import type { LegalForm } from '../../contract/setup/end-customers.ts'
import type { VatRegistration } from '../../contract/vat/registrations.ts'
import type { FiscalYear } from './fiscal-years.ts'

type Mapping = {
  readonly mapping_key: string
  readonly account_code: string
  readonly valid_from: string
  readonly valid_to: string | null
}

/** One account in one version of the chart. */
type ChartAccount = {
  readonly account_code: string
  readonly valid_from: string
  readonly status: AccountStatus
}

export type ControlAccount = { readonly account_code: string; readonly kind: OpenItemKind }

/** Everything besides the document that posting depends on: the end customer's settings at one version. */
export type PostingSettings = {
  readonly base_currency: string
  /** At least one, oldest first; the first holds from 0001-01-01 on. */
  readonly vat_registrations: readonly VatRegistration[]
  /** Last day of the last VAT return that was filed; null or absent while none was. */
  readonly vat_filed_through?: string | null
  /** First day of the first one: returns of days before it are none of these books. */
  readonly vat_filed_from?: string | null
  readonly legal_form: LegalForm
  readonly fiscal_years: readonly FiscalYear[]
  /** Nothing is posted on or before this date. */
  readonly locked_through: string | null
  /** First days of the chart's versions, oldest first. */
  readonly chart_versions: readonly string[]
  readonly chart_accounts: readonly ChartAccount[]
  readonly mappings: readonly Mapping[]
  /** Accounts of which every line changes or opens an open item, with the kinds of their items. */
  readonly control_accounts: readonly ControlAccount[]
}

const accountsOfCode = lookup<ChartAccount>(({ account_code }) => account_code)
const mappingsOfKey = lookup<Mapping>(({ mapping_key }) => mapping_key)

/** First day of the chart version in force on a date, or undefined before the first one. */
export function chartVersionOn(settings: PostingSettings, date: string): string | undefined {
  return settings.chart_versions.findLast((valid_from) => valid_from <= date)
}

/** An account as the chart version of the date has it: inactive where only another version lists it, undefined where none does. */
export function accountStatusOn(
  settings: PostingSettings,
  account_code: string,
  date: string,
): AccountStatus | undefined {
  const version = chartVersionOn(settings, date)
  const listed = accountsOfCode(settings.chart_accounts, account_code)
  if (listed.length === 0) return undefined
  for (const { valid_from, status } of listed) if (valid_from === version) return status
  return 'inactive'
}

/**
 * The account that plays a role on a date.
 *
 * @param keys mapping keys, the most specific first
 */
export function accountFor(settings: PostingSettings, keys: readonly string[], date: string): string | undefined {
  for (const key of keys)
    for (const { account_code, valid_from, valid_to } of mappingsOfKey(settings.mappings, key))
      if (valid_from <= date && (valid_to === null || date <= valid_to)) return account_code
  return undefined
}

/** Finds items of a list by their key. Every fact asks several times, so each list is sorted into groups only once. */
function lookup<Item>(keyOf: (item: Item) => string) {
  const groups = new WeakMap<readonly Item[], ReadonlyMap<string, readonly Item[]>>()
  const none: readonly Item[] = []
  return (items: readonly Item[], key: string): readonly Item[] => {
    let byKey = groups.get(items)
    if (!byKey) {
      byKey = Map.groupBy(items, keyOf)
      groups.set(items, byKey)
    }
    return byKey.get(key) ?? none
  }
}
