import { LOCALES, type Locale } from '../../shared/contract/setup/settings.ts'

export type InLocales = readonly [de: string, fr: string, it: string, en: string]

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
  open_items_receivables: [
    'Offene Posten Debitoren',
    'Postes ouverts débiteurs',
    'Partite aperte debitori',
    'Open items of customers',
  ],
  open_items_payables: [
    'Offene Posten Kreditoren',
    'Postes ouverts créanciers',
    'Partite aperte creditori',
    'Open items of suppliers',
  ],
  partner_or_document: ['Partner / Beleg', 'Partenaire / document', 'Partner / documento', 'Partner / document'],
  payer_unknown: ['Zahler unbekannt', 'Payeur inconnu', 'Pagatore sconosciuto', 'Payer unknown'],
  due_date: ['Fällig', 'Échéance', 'Scadenza', 'Due'],
  original_currency: ['Fremdwährung', 'Monnaie étrangère', 'Valuta estera', 'Foreign currency'],
  open_amount: ['Offen', 'Ouvert', 'Aperto', 'Open'],
  not_due: ['Nicht fällig', 'Non échu', 'Non scaduto', 'Not due'],
  days_1_30: ['1–30 Tage', '1–30 jours', '1–30 giorni', '1–30 days'],
  days_31_60: ['31–60 Tage', '31–60 jours', '31–60 giorni', '31–60 days'],
  days_61_90: ['61–90 Tage', '61–90 jours', '61–90 giorni', '61–90 days'],
  over_90_days: ['über 90 Tage', 'plus de 90 jours', 'oltre 90 giorni', 'over 90 days'],
  unassigned_before_items: [
    'Buchungen ohne offenen Posten von früher',
    'Écritures antérieures sans poste ouvert',
    'Scritture precedenti senza partita aperta',
    'Earlier lines without an open item',
  ],
  other_side: [
    'Posten der anderen Seite auf diesem Konto',
    "Postes de l'autre côté sur ce compte",
    "Partite dell'altro lato su questo conto",
    'Items of the other side on this account',
  ],
  opposite: ['davon Gegensaldo', 'dont solde inverse', 'di cui saldo inverso', 'of which on the opposite side'],
  control_account: ['Saldo des Kontos', 'Solde du compte', 'Saldo del conto', 'Balance of the account'],
  equals_control_account: [
    'Die Posten ergeben den Saldo jedes Kontos',
    'Les postes donnent le solde de chaque compte',
    'Le partite danno il saldo di ogni conto',
    'The items sum up to the balance of every account',
  ],
  bank_reconciliation: ['Bankabstimmung', 'Rapprochement bancaire', 'Riconciliazione bancaria', 'Bank reconciliation'],
  bank_balance: ['Saldo der Bank', 'Solde de la banque', 'Saldo della banca', 'Balance of the bank'],
  ledger_balance: ['Saldo der Buchhaltung', 'Solde comptable', 'Saldo contabile', 'Balance of the ledger'],
  difference: ['Differenz', 'Différence', 'Differenza', 'Difference'],
  entries_since: ['Bewegungen danach', 'Mouvements depuis lors', 'Movimenti successivi', 'Bank entries since then'],
  unexplained: ['Nicht erklärt', 'Inexpliqué', 'Non spiegato', 'Unexplained'],
  opening: ['Anfangsdifferenz', "Différence d'ouverture", 'Differenza iniziale', 'Opening difference'],
  gap: ['Lücke zwischen Auszügen', 'Lacune entre relevés', 'Lacuna tra estratti', 'Gap between statements'],
  not_explained: ['Saldo nicht erklärt', 'Solde non expliqué', 'Saldo non spiegato', 'Balance not explained'],
  last_statement: ['Letzter Auszug', 'Dernier relevé', 'Ultimo estratto', 'Last statement'],
  no_statement_since: ['Kein Auszug seit', 'Aucun relevé depuis', 'Nessun estratto dal', 'No statement since'],
  contradiction: [
    'Auszüge widersprechen sich',
    'Relevés contradictoires',
    'Estratti contraddittori',
    'Statements contradict',
  ],
  not_compared: ['Nicht verglichen', 'Non comparé', 'Non confrontato', 'Not compared'],
  lone_qr_iban: ['QR-IBAN ohne IBAN', 'QR-IBAN sans IBAN', 'QR-IBAN senza IBAN', 'QR-IBAN without IBAN'],
  kept_twice: ['Unter IBAN und QR-IBAN', 'Sous IBAN et QR-IBAN', 'Sotto IBAN e QR-IBAN', 'Under IBAN and QR-IBAN'],
  missing_number: ['Auszug fehlt', 'Relevé manquant', 'Estratto mancante', 'Statement missing'],
  missing_page: [
    'Seite des Auszugs fehlt',
    'Page du relevé manquante',
    "Pagina dell'estratto mancante",
    'Page missing',
  ],
  statement_difference: [
    'Angenommene Differenz im Auszug',
    'Différence acceptée du relevé',
    "Differenza accettata dell'estratto",
    'Accepted difference of a statement',
  ],
  entry_unbooked: ['Nicht verbucht', 'Non comptabilisé', 'Non contabilizzato', 'Not booked'],
  entry_partly_booked: ['Teilweise verbucht', 'Partiellement comptabilisé', 'Contabilizzato in parte', 'Partly booked'],
  entry_booked_beyond: [
    'Über den Betrag verbucht, bis zum Storno',
    "Comptabilisé au-delà du montant, jusqu'à l'extourne",
    "Contabilizzato oltre l'importo, fino allo storno",
    'Booked beyond its amount until the reversal',
  ],
  entry_dismissed: ['Abgelegt', 'Écarté', 'Scartato', 'Dismissed'],
  possible_repeat: ['Mögliche Wiederholung', 'Répétition possible', 'Possibile ripetizione', 'Possible repeat'],
  repeat_in_balance: [
    'im Banksaldo zusätzlich enthalten',
    'compris en plus dans le solde bancaire',
    'compreso in più nel saldo bancario',
    'counted in the bank balance',
  ],
  repeat_not_in_balance: [
    'im Banksaldo nicht zusätzlich enthalten',
    'pas compris en plus dans le solde bancaire',
    'non compreso in più nel saldo bancario',
    'not counted in the bank balance',
  ],
  undecided: ['nicht entschieden', 'non décidé', 'non deciso', 'undecided'],
  entry_booked_elsewhere: [
    'Auf anderem Konto oder vor dem ersten Auszug verbucht',
    'Comptabilisé sur un autre compte ou avant le premier relevé',
    'Contabilizzato su altro conto o prima del primo estratto',
    'Booked on another account or before the first statement',
  ],
  line_without_entry: [
    'Buchung ohne Bankbewegung',
    'Écriture sans mouvement bancaire',
    'Scrittura senza movimento bancario',
    'Line without a bank entry',
  ],
  line_linked_elsewhere: [
    'Bankbewegung, die hier nicht zählt',
    'Mouvement bancaire qui ne compte pas ici',
    'Movimento bancario che qui non conta',
    'Bank entry that does not count here',
  ],
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
  movement: ['Bewegung', 'Mouvement', 'Movimento', 'Movement'],
  closing_entries: ['Abschlussbuchungen', 'Écritures de clôture', 'Scritture di chiusura', 'Closing entries'],
  prior_year: ['Vorjahr', 'Exercice précédent', 'Esercizio precedente', 'Prior year'],
  row: ['Position', 'Poste', 'Voce', 'Position'],
  total: ['Total', 'Total', 'Totale', 'Total'],
  position: ['Stand nach Buchung', "État après l'écriture", 'Stato dopo la scrittura', 'As of entry'],
  closed: ['Abgeschlossen am', 'Clôturé le', 'Chiuso il', 'Closed on'],
  checks_passed: [
    'Alle Kontrollen bestanden',
    'Tous les contrôles sont en ordre',
    'Tutti i controlli superati',
    'All checks passed',
  ],
  prior_period_result: [
    'Periodenfremd, durch Storno',
    "Résultat d'exercices antérieurs, par extourne",
    'Risultato di esercizi precedenti, per storno',
    'Result of earlier years, by reversals',
  ],
  clearing_account_not_empty: [
    'Durchlaufkonto mit Saldo',
    'Compte de passage non soldé',
    'Conto transitorio con saldo',
    'Clearing account with a balance',
  ],
  mapping_unfit: [
    'Konto auf unpassender Zeile',
    'Compte sur un poste inadapté',
    'Conto su una voce inadatta',
    'Account on a row that does not fit',
  ],
  checks_unknown: [
    'Nicht kontrolliert, weil vorher abgeschlossen',
    'Non contrôlé, car clôturé auparavant',
    'Non controllato, perché chiuso prima',
    'Not checked, as it was closed before',
  ],
  checks_failed: ['Nicht in Ordnung', 'En défaut', 'Non in ordine', 'Not in order'],
} as const satisfies Record<string, InLocales>

export type Word = keyof typeof WORDS

export function isWord(name: string): name is Word {
  return Object.hasOwn(WORDS, name)
}

export function wordsIn(locale: Locale): (word: Word) => string {
  return wordsOf(WORDS, locale)
}

/** The words of a table in the language of a locale. */
export function wordsOf<Name extends string>(words: Readonly<Record<Name, InLocales>>, locale: Locale) {
  const index = LOCALES.indexOf(locale)
  return (word: Name): string => words[word][index] as string
}
