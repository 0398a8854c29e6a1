import type { Locale } from '../../../shared/contract/setup/settings.ts'
import type { CheckName } from '../../../shared/contract/statements/checks.ts'
import { type InLocales, wordsOf } from '../../print/words.ts'

/** What each check compares. */
const WORDS = {
  assets_equal_liabilities_and_equity: [
    'Aktiven und Passiven',
    'Actifs et passifs',
    'Attivi e passivi',
    'Assets, and liabilities and equity',
  ],
  result_equals_income_statement: [
    'Ergebnis der Bilanz und der Erfolgsrechnung',
    'Résultat du bilan et du compte de résultat',
    'Risultato del bilancio e del conto economico',
    'Result on the balance sheet and on the income statement',
  ],
  or_equals_plain_statements: [
    'Abschluss nach OR und nach Konten',
    'Comptes annuels selon le CO et par comptes',
    'Conto annuale secondo il CO e per conti',
    'Statements by the law and by account',
  ],
  debits_equal_credits: ['Soll und Haben', 'Débit et crédit', 'Dare e avere', 'Debits and credits'],
  every_account_has_a_row: [
    'Zeile für jedes Konto',
    'Poste pour chaque compte',
    'Voce per ogni conto',
    'A row for every account',
  ],
  closing_accounts_are_zero: [
    'Abschlusskonten (Klasse 9) ohne Saldo',
    'Comptes de clôture (classe 9) soldés',
    'Conti di chiusura (classe 9) senza saldo',
    'Closing accounts (class 9) without a balance',
  ],
  entry_types_on_their_accounts: [
    'Konten der Eröffnung und des Abschlusses',
    "Comptes d'ouverture et de clôture",
    'Conti di apertura e di chiusura',
    'Accounts of opening and closing entries',
  ],
  open_items_equal_control_accounts: [
    'Offene Posten und ihre Konten',
    'Postes ouverts et leurs comptes',
    'Partite aperte e i loro conti',
    'Open items and their accounts',
  ],
  bank_entries_within_amounts: [
    'Bankbewegung über ihren Betrag verbucht',
    'Mouvement bancaire comptabilisé au-delà de son montant',
    'Movimento bancario contabilizzato oltre il suo importo',
    'Bank entry booked beyond its amount',
  ],
} as const satisfies Record<CheckName, InLocales>

/** The words of some checks, in their order. */
export function checkWordsIn(locale: Locale, isWanted: (check: CheckName) => boolean): string[] {
  return (Object.keys(WORDS) as CheckName[]).filter(isWanted).map(wordsOf(WORDS, locale))
}
