import type { AccountType } from './balance-sheet.ts'

/**
 * Which row of the OR statements an account of the Swiss SME chart (Kontenrahmen KMU) stands on, by the first four
 * digits of its code.
 */

type Range = { readonly from: number; readonly to: number; readonly row_key: string; readonly type: AccountType }

const RANGES: readonly Range[] = [
  { from: 1000, to: 1099, row_key: 'fluessige_mittel', type: 'asset' },
  { from: 1100, to: 1139, row_key: 'forderungen_ll', type: 'asset' },
  { from: 1140, to: 1199, row_key: 'uebrige_kurzfristige_forderungen', type: 'asset' },
  { from: 1200, to: 1299, row_key: 'vorraete', type: 'asset' },
  { from: 1300, to: 1399, row_key: 'aktive_rechnungsabgrenzungen', type: 'asset' },
  { from: 1400, to: 1479, row_key: 'finanzanlagen', type: 'asset' },
  { from: 1480, to: 1499, row_key: 'beteiligungen', type: 'asset' },
  { from: 1500, to: 1699, row_key: 'sachanlagen', type: 'asset' },
  { from: 1700, to: 1799, row_key: 'immaterielle_werte', type: 'asset' },
  { from: 1800, to: 1899, row_key: 'nicht_einbezahltes_kapital', type: 'asset' },
  { from: 2000, to: 2099, row_key: 'verbindlichkeiten_ll', type: 'liability' },
  { from: 2100, to: 2199, row_key: 'kurzfristige_verzinsliche_verbindlichkeiten', type: 'liability' },
  { from: 2200, to: 2299, row_key: 'uebrige_kurzfristige_verbindlichkeiten', type: 'liability' },
  { from: 2300, to: 2399, row_key: 'passive_rechnungsabgrenzungen', type: 'liability' },
  { from: 2400, to: 2499, row_key: 'langfristige_verzinsliche_verbindlichkeiten', type: 'liability' },
  { from: 2500, to: 2599, row_key: 'uebrige_langfristige_verbindlichkeiten', type: 'liability' },
  { from: 2600, to: 2699, row_key: 'rueckstellungen', type: 'liability' },
  { from: 2800, to: 2830, row_key: 'grundkapital', type: 'equity' },
  { from: 2831, to: 2831, row_key: 'jahresgewinn_jahresverlust', type: 'equity' },
  { from: 2832, to: 2880, row_key: 'grundkapital', type: 'equity' },
  { from: 2881, to: 2881, row_key: 'jahresgewinn_jahresverlust', type: 'equity' },
  { from: 2882, to: 2890, row_key: 'grundkapital', type: 'equity' },
  { from: 2891, to: 2891, row_key: 'jahresgewinn_jahresverlust', type: 'equity' },
  { from: 2892, to: 2899, row_key: 'grundkapital', type: 'equity' },
  { from: 2900, to: 2929, row_key: 'gesetzliche_kapitalreserve', type: 'equity' },
  { from: 2930, to: 2959, row_key: 'gesetzliche_gewinnreserve', type: 'equity' },
  { from: 2960, to: 2969, row_key: 'freiwillige_gewinnreserven', type: 'equity' },
  { from: 2970, to: 2978, row_key: 'gewinnvortrag_verlustvortrag', type: 'equity' },
  { from: 2979, to: 2979, row_key: 'jahresgewinn_jahresverlust', type: 'equity' },
  { from: 2980, to: 2989, row_key: 'eigene_kapitalanteile', type: 'equity' },
  { from: 2990, to: 2990, row_key: 'gewinnvortrag_verlustvortrag', type: 'equity' },
  { from: 2991, to: 2991, row_key: 'jahresgewinn_jahresverlust', type: 'equity' },
  { from: 9000, to: 9999, row_key: 'abschluss_hilfskonten', type: 'closing' },
]

/**
 * @returns the row, or undefined for a code outside the chart's ranges or an account type that contradicts its range:
 * an unclear account is shown on a row of its own, never guessed onto one
 */
export function orRowOf(account_code: string, account_type: AccountType): string | undefined {
  if (!/^\d{4,}$/.test(account_code)) return undefined
  const code = Number(account_code.slice(0, 4))
  return RANGES.find(({ from, to, type }) => from <= code && code <= to && type === account_type)?.row_key
}
