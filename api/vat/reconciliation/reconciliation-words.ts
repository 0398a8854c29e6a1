import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { type InLocales, wordsOf } from '../../print/words.ts'

/** The words around the figures of a yearly reconciliation. */
const WORDS = {
  title: [
    'Umsatz- und Vorsteuerabstimmung',
    "Concordance du chiffre d'affaires et de l'impôt préalable",
    "Riconciliazione della cifra d'affari e dell'imposta precedente",
    'Reconciliation of turnover and tax',
  ],
  law: ['Art. 128 MWSTV', 'art. 128 OTVA', 'art. 128 OIVA', 'Art. 128 MWSTV'],
  account: ['Konto', 'Compte', 'Conto', 'Account'],
  amount: ['Betrag', 'Montant', 'Importo', 'Amount'],
  section_accounts: [
    'I. Umsatz nach Konten',
    "I. Chiffre d'affaires par compte",
    "I. Cifra d'affari per conto",
    'I. Turnover by account',
  ],
  section_steps: [
    'II. Von der Buchhaltung zur Ziffer 200',
    'II. De la comptabilité au chiffre 200',
    'II. Dalla contabilità alla cifra 200',
    'II. From the books to figure 200',
  ],
  section_tax: ['III. Steuerkonten', "III. Comptes d'impôt", 'III. Conti imposta', 'III. Tax accounts'],
  section_399: [
    'IV. Von den Steuerkonten zur Ziffer 399',
    "IV. Des comptes d'impôt au chiffre 399",
    'IV. Dai conti imposta alla cifra 399',
    'IV. From the tax accounts to figure 399',
  ],
  section_479: [
    'V. Von den Steuerkonten zur Ziffer 479',
    "V. Des comptes d'impôt au chiffre 479",
    'V. Dai conti imposta alla cifra 479',
    'V. From the tax accounts to figure 479',
  ],
  figure_200: [
    'Ziffer 200 wie eingereicht',
    'Chiffre 200 tel que remis',
    'Cifra 200 come inoltrata',
    'Figure 200 as filed',
  ],
  recorded_200: [
    'Ziffer 200 nach Buchungen',
    'Chiffre 200 selon les écritures',
    'Cifra 200 secondo le scritture',
    'Figure 200 of the records',
  ],
  figure_289: [
    'Ziffer 289 wie eingereicht',
    'Chiffre 289 tel que remis',
    'Cifra 289 come inoltrata',
    'Figure 289 as filed',
  ],
  recorded_289: [
    'Ziffer 289 nach Buchungen',
    'Chiffre 289 selon les écritures',
    'Cifra 289 secondo le scritture',
    'Figure 289 of the records',
  ],
  figure_299: [
    'Ziffer 299 wie eingereicht',
    'Chiffre 299 tel que remis',
    'Cifra 299 come inoltrata',
    'Figure 299 as filed',
  ],
  recorded_299: [
    'Ziffer 299 nach Buchungen',
    'Chiffre 299 selon les écritures',
    'Cifra 299 secondo le scritture',
    'Figure 299 of the records',
  ],
  figure_399: [
    'Ziffer 399 wie eingereicht',
    'Chiffre 399 tel que remis',
    'Cifra 399 come inoltrata',
    'Figure 399 as filed',
  ],
  recorded_399: [
    'Ziffer 399 nach Buchungen',
    'Chiffre 399 selon les écritures',
    'Cifra 399 secondo le scritture',
    'Figure 399 of the records',
  ],
  figure_479: [
    'Ziffer 479 wie eingereicht',
    'Chiffre 479 tel que remis',
    'Cifra 479 come inoltrata',
    'Figure 479 as filed',
  ],
  recorded_479: [
    'Ziffer 479 nach Buchungen',
    'Chiffre 479 selon les écritures',
    'Cifra 479 secondo le scritture',
    'Figure 479 of the records',
  ],
  revenue: ['Ertrag der Buchhaltung', 'Produits de la comptabilité', 'Ricavi contabili', 'Revenue of the books'],
  without_record: ['Ohne Steuercode', 'Sans code TVA', 'Senza codice IVA', 'Without a tax record'],
  other_account: ['Umsatz auf anderem Konto', 'Sur un autre compte', 'Su un altro conto', 'On another account'],
  not_due: ['Noch nicht fällig', 'Pas encore échu', 'Non ancora esigibile', 'Not due yet'],
  extinguished: ['Nie fällig, abgeschrieben', 'Jamais échu, perte', 'Mai esigibile, perdita', 'Never due, written off'],
  other_period: [
    'Zählt in anderer Abrechnung',
    'Compte dans un autre décompte',
    'Conta in un altro rendiconto',
    'Counts in another return',
  ],
  unregistered: ['Ohne Steuerpflicht', 'Sans assujettissement', 'Senza assoggettamento', 'Not registered'],
  other_flows: [
    'Kein Entgelt (900, 910)',
    'Hors contre-prestation (900, 910)',
    'Non controprestazione (900, 910)',
    'No consideration (900, 910)',
  ],
  reductions: [
    'Entgeltsminderungen (235)',
    'Diminutions de la contre-prestation (235)',
    'Diminuzioni della controprestazione (235)',
    'Reductions of consideration (235)',
  ],
  not_in_return: ['Nicht in einer Abrechnung', 'Hors des décomptes', 'In nessun rendiconto', 'In no return'],
  not_filed: ['Nicht eingereicht', 'Non remis', 'Non inoltrato', 'Not filed'],
  unexplained: ['Nicht erklärt', 'Inexpliqué', 'Non spiegato', 'Unexplained'],
  recorded: ['Mit Steuercode', 'Avec code TVA', 'Con codice IVA', 'With a tax record'],
  disposal: ['Verkauf von Anlagen', "Vente d'immobilisations", 'Vendita di immobilizzazioni', 'Disposal of assets'],
  private_share: ['Privatanteil', 'Part privée', 'Quota privata', 'Private share'],
  advance: ['Anzahlung', 'Acompte', 'Acconto', 'Advance'],
  credit_on_expense: ['Gutschrift auf Aufwand', 'Crédit sur charges', 'Accredito su costi', 'Credit on expense'],
  accrual: ['Abgrenzung', 'Régularisation', 'Delimitazione', 'Accrual'],
  tax: ['Steuer', 'Impôt', 'Imposta', 'Tax'],
  takeover: ['Übernommen', 'Repris', 'Ripreso', 'Taken over'],
  not_booked: [
    'Deklariert, nicht verbucht',
    'Déclaré, non comptabilisé',
    'Dichiarato, non contabilizzato',
    'Declared, not booked',
  ],
  declared_with_payment: [
    'Mit der Zahlung deklariert',
    'Déclaré avec le paiement',
    'Dichiarato con il pagamento',
    'Declared with the payment',
  ],
  without_code: ['Ohne Steuercode', 'Sans code TVA', 'Senza codice IVA', 'Without a tax record'],
  booked: ['Verbucht', 'Comptabilisé', 'Contabilizzato', 'Booked'],
  owed: ['Geschuldet', 'Dû', 'Dovuto', 'Owed'],
  deducted: ['Abgezogen', 'Déduit', 'Dedotto', 'Deducted'],
  transferred: [
    'Umbuchung der Abrechnungen',
    'Virement des décomptes',
    'Giroconto dei rendiconti',
    'Transfer of returns',
  ],
  other: ['Buchungen ohne Steuer', 'Écritures sans impôt', 'Scritture senza imposta', 'Lines without tax'],
  rounding: ['Rundung', 'Arrondi', 'Arrotondamento', 'Rounding'],
  net_tax_rate: [
    'Saldosteuer, nicht verbucht',
    'Impôt au taux net, non comptabilisé',
    "Imposta all'aliquota saldo, non contabilizzata",
    'Tax at the net rate, not booked',
  ],
  below_threshold: [
    'Höchstens 10 % des Umsatzes',
    "Au plus 10 % du chiffre d'affaires",
    "Al massimo il 10 % della cifra d'affari",
    'At most 10 % of the turnover',
  ],
  position: ['Stand nach Buchung', "État après l'écriture", 'Stato dopo la scrittura', 'As of entry'],
  returns: ['Abrechnungen', 'Décomptes', 'Rendiconti', 'Returns'],
} as const satisfies Record<string, InLocales>

export type ReconciliationWord = keyof typeof WORDS

export function reconciliationWordsIn(locale: Locale): (word: ReconciliationWord) => string {
  return wordsOf(WORDS, locale)
}
