import type { AccountType } from '../../../contract/setup/accounts.ts'

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

/** Revenue and expense: where the range does not decide, the type of the account does. */
const RESULT_RANGES = [
  { from: 3000, to: 3899, revenue: 'nettoerloese', expense: 'nettoerloese' },
  { from: 3900, to: 3999, revenue: 'bestandesaenderungen', expense: 'bestandesaenderungen' },
  { from: 4000, to: 4999, revenue: 'materialaufwand', expense: 'materialaufwand' },
  { from: 5000, to: 5999, revenue: 'personalaufwand', expense: 'personalaufwand' },
  { from: 6000, to: 6799, revenue: 'uebriger_betrieblicher_aufwand', expense: 'uebriger_betrieblicher_aufwand' },
  { from: 6800, to: 6899, revenue: 'abschreibungen_wertberichtigungen', expense: 'abschreibungen_wertberichtigungen' },
  // Exchange differences and the like have two sides: OR Art. 958c bars setting one off against the other.
  { from: 6900, to: 6999, revenue: 'finanzertrag', expense: 'finanzaufwand' },
  { from: 7000, to: 7009, revenue: 'nebenertrag', expense: 'nebenertrag' },
  { from: 7010, to: 7499, revenue: 'nebenertrag', expense: 'nebenaufwand' },
  { from: 7500, to: 7509, revenue: 'nebenertrag', expense: 'nebenertrag' },
  { from: 7510, to: 7899, revenue: 'nebenertrag', expense: 'nebenaufwand' },
  { from: 7900, to: 7999, revenue: 'nebenertrag', expense: 'nebenertrag' },
  { from: 8000, to: 8099, revenue: 'betriebsfremder_aufwand', expense: 'betriebsfremder_aufwand' },
  { from: 8100, to: 8199, revenue: 'betriebsfremder_ertrag', expense: 'betriebsfremder_ertrag' },
  { from: 8200, to: 8499, revenue: 'betriebsfremder_ertrag', expense: 'betriebsfremder_aufwand' },
  { from: 8500, to: 8509, revenue: 'ausserordentlicher_aufwand', expense: 'ausserordentlicher_aufwand' },
  { from: 8510, to: 8599, revenue: 'ausserordentlicher_ertrag', expense: 'ausserordentlicher_ertrag' },
  { from: 8600, to: 8609, revenue: 'ausserordentlicher_aufwand', expense: 'ausserordentlicher_aufwand' },
  { from: 8610, to: 8699, revenue: 'ausserordentlicher_ertrag', expense: 'ausserordentlicher_ertrag' },
  { from: 8700, to: 8709, revenue: 'ausserordentlicher_aufwand', expense: 'ausserordentlicher_aufwand' },
  { from: 8710, to: 8799, revenue: 'ausserordentlicher_ertrag', expense: 'ausserordentlicher_ertrag' },
  { from: 8800, to: 8899, revenue: 'ausserordentlicher_ertrag', expense: 'ausserordentlicher_aufwand' },
  { from: 8900, to: 8999, revenue: 'direkte_steuern', expense: 'direkte_steuern' },
] as const

/**
 * @returns the row, or undefined for a code outside the chart's ranges or an account type that contradicts its range:
 * an unclear account is shown on a row of its own, never guessed onto one
 */
export function orRowOf(account_code: string, account_type: AccountType): string | undefined {
  if (!/^\d{4,}$/.test(account_code)) return undefined
  const code = Number(account_code.slice(0, 4))
  if (account_type === 'revenue' || account_type === 'expense') {
    return RESULT_RANGES.find(({ from, to }) => from <= code && code <= to)?.[account_type]
  }
  return RANGES.find(({ from, to, type }) => from <= code && code <= to && type === account_type)?.row_key
}
