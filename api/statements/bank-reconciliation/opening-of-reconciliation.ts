import { minorOf } from '../../print/amounts.ts'
import { balanceOn, between, journalOf, ledgerOf, targetOf } from '../../print/pages/links.ts'
import type { Row } from '../../print/table.ts'
import type { InLocales } from '../../print/words.ts'
import { wordsIn, wordsOf } from '../../print/words.ts'
import { NO_PLACE, type PresentedBankReconciliation } from './ends-of-reconciliation.ts'

type PresentedOpening = PresentedBankReconciliation['opening_parts'][number]

const WORDS = {
  opening_entries: ['Eröffnungsbuchungen', "Écritures d'ouverture", 'Scritture di apertura', 'Opening entries'],
} as const satisfies Record<string, InLocales>

type OpeningInOneCurrency = Pick<PresentedBankReconciliation, 'differences' | 'opening_parts'>

/** The first of the rows that say which balances an opening difference lies between; null where there is none, or nobody has kept them. */
export function placeOfOpening({ differences, opening_parts }: OpeningInOneCurrency, currency: string): string | null {
  const isOpening = opening_parts.length > 0 && differences.some(({ kind }) => kind === 'opening')
  return isOpening ? `opening-${currency}` : null
}

/** Behind the balance of the bank: what the bank began with, less what the ledger had then. */
export function rowsOfOpening(whole: PresentedBankReconciliation, one: OpeningInOneCurrency, currency: string): Row[] {
  const id = placeOfOpening(one, currency)
  if (id === null) return []
  return one.opening_parts.map((part, at) => ({
    level: 1,
    kind: 'line',
    is_page_only: true,
    target: targetOfOpening(part, whole),
    ...(at === 0 && { id }),
    cells: cellsOf(part, whole),
  }))
}

function cellsOf(part: PresentedOpening, { locale, account_code }: PresentedBankReconciliation) {
  const { kind, date, amount, bank_account, statement_id, import_id } = part
  const wordFor = wordsIn(locale)
  const names = {
    ledger_balance: wordFor('ledger_balance'),
    opening_entries: wordsOf(WORDS, locale)('opening_entries'),
    opening_balance: wordFor('bank_balance'),
  }
  const text = [bank_account ?? account_code, statement_id].filter(Boolean).join(', ')
  const label = `${wordFor('opening')}: ${names[kind]}`
  return [label, date, text, minorOf(amount), bank_account ?? '', '', '', '', import_id ?? '']
}

/** Of a balance of the ledger its lines up to the day, of opening entries those of the day; of the bank the import. */
function targetOfOpening(part: PresentedOpening, whole: PresentedBankReconciliation): string {
  const { kind, date: to_date, amount, fiscal_year_id: year, import_id } = part
  const { end_customer_id, account_code, base_currency } = whole
  if (import_id !== null) return targetOf('import_id', import_id, NO_PLACE) ?? ''
  // An account ledger is in base currency.
  const fiscal_year_id = amount.currency === base_currency ? year : null
  const of = { end_customer_id, account_code }
  if (kind !== 'opening_entries') return balanceOn({ ...of, fiscal_year_id, to_date })
  return fiscal_year_id === null
    ? journalOf({ ...of, from_date: to_date, to_date })
    : between(ledgerOf({ ...of, fiscal_year_id }), to_date, to_date)
}
