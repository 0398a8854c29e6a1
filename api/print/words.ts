import { LOCALES, type Locale } from '../../shared/contract/setup/settings.ts'

/** The words around the figures. */
const WORDS = {
  or_balance_sheet: ['Bilanz', 'Bilan', 'Bilancio', 'Balance sheet'],
  or_income_statement: ['Erfolgsrechnung', 'Compte de résultat', 'Conto economico', 'Income statement'],
  balance_sheet: ['Bilanz nach Konten', 'Bilan par comptes', 'Bilancio per conti', 'Balance sheet by account'],
  income_statement: [
    'Erfolgsrechnung nach Konten',
    'Compte de résultat par comptes',
    'Conto economico per conti',
    'Income statement by account',
  ],
  trial_balance: ['Saldenbilanz', 'Balance de vérification', 'Bilancio di verifica', 'Trial balance'],
  account_ledger: ['Kontoauszug', 'Extrait de compte', 'Estratto conto', 'Account ledger'],
  account: ['Konto', 'Compte', 'Conto', 'Account'],
  name: ['Bezeichnung', 'Libellé', 'Denominazione', 'Name'],
  date: ['Datum', 'Date', 'Data', 'Date'],
  number: ['Nr.', 'N°', 'N.', 'No.'],
  text: ['Text', 'Texte', 'Testo', 'Text'],
  counter_account: ['Gegenkonto', 'Contrepartie', 'Contropartita', 'Counter account'],
  debit: ['Soll', 'Débit', 'Dare', 'Debit'],
  credit: ['Haben', 'Crédit', 'Avere', 'Credit'],
  balance: ['Saldo', 'Solde', 'Saldo', 'Balance'],
  opening_balance: ['Anfangssaldo', "Solde d'ouverture", 'Saldo iniziale', 'Opening balance'],
  closing_balance: ['Endsaldo', 'Solde final', 'Saldo finale', 'Closing balance'],
  carried_forward: ['Saldovortrag', 'Solde reporté', 'Saldo riportato', 'Carried forward'],
  prior_year: ['Vorjahr', 'Exercice précédent', 'Esercizio precedente', 'Prior year'],
  total: ['Total', 'Total', 'Totale', 'Total'],
  position: ['Stand nach Buchung', "État après l'écriture", 'Stato dopo la scrittura', 'As of entry'],
  checks_passed: [
    'Alle Kontrollen bestanden',
    'Tous les contrôles sont en ordre',
    'Tutti i controlli superati',
    'All checks passed',
  ],
  clearing_account_not_empty: [
    'Durchlaufkonto mit Saldo',
    'Compte de passage non soldé',
    'Conto transitorio con saldo',
    'Clearing account with a balance',
  ],
  checks_failed: ['Nicht in Ordnung', 'En défaut', 'Non in ordine', 'Not in order'],
} as const satisfies Record<string, readonly [de: string, fr: string, it: string, en: string]>

export type Word = keyof typeof WORDS

export function wordsIn(locale: Locale): (word: Word) => string {
  const index = LOCALES.indexOf(locale)
  return (word) => WORDS[word][index] as string
}
