import type { LegalForm } from '../../../contract/setup/end-customers.ts'
import { type OrRow, orRow } from './row.ts'

/**
 * The equity of an end customer is laid out by its legal form. A company has the rows of the law; sole proprietors and
 * partnerships have capital, contributions and private accounts, associations and foundations a capital of their name.
 *
 * @source OR Art. 959 Abs. 7, Art. 959a Abs. 2 Ziff. 3; Swiss SME chart, variants by legal form
 */

const BY_FORM = 'OR 959 Abs. 7'
const CAPITAL = 'OR 959a Abs. 2 Ziff. 3 lit. a'

/** Rows that no company has; they stand behind `grundkapital`. */
export const EQUITY_ROWS_BY_FORM: readonly OrRow[] = [
  orRow('kapital', 'eigenkapital', 2, 'line', 'credit', BY_FORM),
  orRow('kapital_gesellschafter', 'eigenkapital', 2, 'line', 'credit', BY_FORM),
  orRow('kapital_kommanditaere', 'eigenkapital', 2, 'line', 'credit', BY_FORM),
  orRow('vereinskapital', 'eigenkapital', 2, 'line', 'credit', CAPITAL),
  orRow('stiftungskapital', 'eigenkapital', 2, 'line', 'credit', CAPITAL),
  orRow('einlagen_rueckzuege', 'eigenkapital', 2, 'line', 'credit', BY_FORM),
  orRow('privat', 'eigenkapital', 2, 'line', 'credit', BY_FORM),
]

type EquityLayout = {
  /** Rows that are shown even without an amount. */
  readonly rows: readonly string[]
  /** Results of earlier years that nothing has appropriated stand here. */
  readonly carried_forward: string
  /** Codes of the 28xx accounts; where none fits, the code says what it says for a company. */
  readonly ranges: readonly { readonly from: number; readonly to: number; readonly row_key: string }[]
}

const RESULT = 'jahresgewinn_jahresverlust'
const CARRIED_FORWARD = 'gewinnvortrag_verlustvortrag'
/** Private accounts are no capital of a form that has none: what is drawn there is not netted with it. */
const PRIVATE = { from: 2850, to: 2890, row_key: 'privat' }

export const EQUITY_LAYOUTS: Readonly<Record<LegalForm, EquityLayout>> = {
  company: {
    rows: [
      'grundkapital',
      'gesetzliche_kapitalreserve',
      'gesetzliche_gewinnreserve',
      'freiwillige_gewinnreserven',
      'eigene_kapitalanteile',
      CARRIED_FORWARD,
      RESULT,
    ],
    carried_forward: CARRIED_FORWARD,
    ranges: [PRIVATE],
  },
  sole_proprietor: {
    rows: ['kapital', 'einlagen_rueckzuege', 'privat', RESULT],
    carried_forward: 'kapital',
    ranges: [
      { from: 2820, to: 2849, row_key: 'einlagen_rueckzuege' },
      PRIVATE,
      { from: 2891, to: 2891, row_key: RESULT },
      { from: 2800, to: 2899, row_key: 'kapital' },
    ],
  },
  partnership: {
    rows: ['kapital_gesellschafter', 'einlagen_rueckzuege', 'privat', RESULT],
    carried_forward: 'kapital_gesellschafter',
    ranges: [
      { from: 2810, to: 2819, row_key: 'einlagen_rueckzuege' },
      { from: 2820, to: 2830, row_key: 'privat' },
      { from: 2831, to: 2839, row_key: RESULT },
      { from: 2850, to: 2859, row_key: 'kapital_kommanditaere' },
      { from: 2860, to: 2869, row_key: 'einlagen_rueckzuege' },
      { from: 2870, to: 2880, row_key: 'privat' },
      { from: 2881, to: 2889, row_key: RESULT },
      { from: 2891, to: 2891, row_key: RESULT },
      { from: 2800, to: 2899, row_key: 'kapital_gesellschafter' },
    ],
  },
  association: withCapitalOn('vereinskapital'),
  foundation: withCapitalOn('stiftungskapital'),
}

/** The row of an equity account that only this legal form has; undefined where the code decides for every form. */
export function equityRowOf(account_code: string, legal_form: LegalForm): string | undefined {
  if (!/^\d{4,}$/.test(account_code)) return undefined
  const code = Number(account_code.slice(0, 4))
  return EQUITY_LAYOUTS[legal_form].ranges.find(({ from, to }) => from <= code && code <= to)?.row_key
}

function withCapitalOn(row_key: string): EquityLayout {
  const results = [2831, 2881, 2891].map((code) => ({ from: code, to: code, row_key: RESULT }))
  return {
    rows: [row_key, CARRIED_FORWARD, RESULT],
    carried_forward: CARRIED_FORWARD,
    ranges: [...results, PRIVATE, { from: 2800, to: 2899, row_key }],
  }
}
