import type { Locale } from '../../contract/setup/settings.ts'

type Named = { readonly account_code: string | null; readonly account_name: string }
type Names = Readonly<Record<Locale, string>>

/** Names of computed amounts that stand on no account: the result of a year, and the sum of its closing entries. */
const RESULT: Names = { de: 'Ergebnis', fr: 'Résultat', it: 'Risultato', en: 'Result' }
const CLOSING: Names = {
  de: 'Abschlussbuchungen',
  fr: 'Écritures de clôture',
  it: 'Scritture di chiusura',
  en: 'Closing entries',
}

export function resultName(fiscal_year_id: string): string {
  return `${RESULT.en} ${fiscal_year_id}`
}

export function closingName(fiscal_year_id: string): string {
  return `${CLOSING.en} ${fiscal_year_id}`
}

export function nameIn(locale: Locale, { account_code, account_name }: Named): string {
  if (account_code !== null) return account_name
  const names = [RESULT, CLOSING].find(({ en }) => account_name.startsWith(`${en} `))
  return names ? names[locale] + account_name.slice(names.en.length) : account_name
}

/** The year that it is the result of, in whatever language; null for any other amount. */
export function yearOfResult({ account_code, account_name }: Named): string | null {
  if (account_code !== null) return null
  const name = Object.values(RESULT).find((one) => account_name.startsWith(`${one} `))
  return name === undefined ? null : account_name.slice(name.length + 1)
}

/** The name in every language. */
export function namesOf(named: Named): Names {
  return { de: nameIn('de', named), fr: nameIn('fr', named), it: nameIn('it', named), en: nameIn('en', named) }
}
