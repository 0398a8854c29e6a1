import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { type InLocales, wordsOf } from '../../print/words.ts'

/** The words around the figures of a VAT return. */
const WORDS = {
  vat_return: ['MWST-Abrechnung', 'Décompte TVA', 'Rendiconto IVA', 'VAT return'],
  effective: ['effektive Methode', 'méthode effective', 'metodo effettivo', 'effective method'],
  net_tax_rate: ['Saldosteuersatz', 'taux de la dette fiscale nette', 'aliquota saldo', 'net tax rate method'],
  agreed: [
    'vereinbarte Entgelte',
    'contre-prestations convenues',
    'controprestazioni convenute',
    'consideration agreed',
  ],
  received: [
    'vereinnahmte Entgelte',
    'contre-prestations reçues',
    'controprestazioni ricevute',
    'consideration received',
  ],
  figure: ['Ziffer', 'Chiffre', 'Cifra', 'Figure'],
  label: ['Bezeichnung', 'Libellé', 'Denominazione', 'Name'],
  turnover: ['Umsatz', "Chiffre d'affaires", "Cifra d'affari", 'Turnover'],
  rate: ['Satz', 'Taux', 'Aliquota', 'Rate'],
  tax: ['Steuer', 'Impôt', 'Imposta', 'Tax'],
  booked_tax: ['Steuer der Belege', 'Impôt des écritures', 'Imposta delle scritture', 'Tax of the records'],
  section_turnover: ['I. Umsatz', "I. Chiffre d'affaires", "I. Cifra d'affari", 'I. Turnover'],
  section_tax: ['II. Steuerberechnung', "II. Calcul de l'impôt", "II. Calcolo dell'imposta", 'II. Computation of tax'],
  section_flows: [
    'III. Andere Mittelflüsse',
    'III. Autres mouvements de fonds',
    'III. Altri flussi di mezzi',
    'III. Other flows of funds',
  ],
  tie: [
    'Abstimmung mit den Steuerkonten',
    "Rapprochement avec les comptes d'impôt",
    'Riconciliazione con i conti imposta',
    'Tie to the tax accounts',
  ],
  opening: ['Anfangssaldo', "Solde d'ouverture", 'Saldo iniziale', 'Opening balance'],
  closing: ['Endsaldo', 'Solde final', 'Saldo finale', 'Closing balance'],
  payable_tax: ['Steuer der Abrechnung', 'Impôt du décompte', 'Imposta del rendiconto', 'Tax of the return'],
  rounding: ['Rundung', 'Arrondi', 'Arrotondamento', 'Rounding'],
  net_rate_step: [
    'Saldosteuer, nicht verbucht',
    'Impôt au taux net, non comptabilisé',
    "Imposta all'aliquota saldo, non contabilizzata",
    'Tax at the net rate, not booked',
  ],
  not_in_return: ['Nicht in der Abrechnung', 'Hors du décompte', 'Non nel rendiconto', 'Not in the return'],
  not_due: ['Noch nicht fällige Steuer', 'Impôt pas encore échu', 'Imposta non ancora esigibile', 'Tax not due yet'],
  other_period: [
    'Steuer anderer Abrechnungen',
    "Impôt d'autres décomptes",
    'Imposta di altri rendiconti',
    'Tax of other returns',
  ],
  other: ['Buchungen ohne Steuer', 'Écritures sans impôt', 'Scritture senza imposta', 'Lines without tax'],
  unexplained: ['Nicht erklärt', 'Inexpliqué', 'Non spiegato', 'Unexplained'],
  transfer: ['Umbuchung der MWST', 'Transfert de la TVA', "Trasferimento dell'IVA", 'Transfer of VAT'],
  position: ['Stand nach Buchung', "État après l'écriture", 'Stato dopo la scrittura', 'As of entry'],
  not_booked: ['Nicht verbucht', 'Pas comptabilisé', 'Non contabilizzato', 'Not booked'],
  at_least: ['mindestens', 'au moins', 'almeno', 'at least'],
  facts_not_booked: ['Belege', 'pièces', 'giustificativi', 'source facts'],
  drafts_not_booked: [
    'Zahlungszuordnungen',
    'imputations de paiements',
    'imputazioni di pagamenti',
    'allocations and settlements',
  ],
  reversals_not_booked: ['Stornos', 'contre-passations', 'storni', 'reversals'],
  bank_entries_not_booked: ['Bankbuchungen', 'écritures bancaires', 'registrazioni bancarie', 'bank entries'],
  money_before_invoice: [
    'Geld von Kunden vor der Rechnung, ohne Steuer (Posten)',
    'Argent de clients reçu avant la facture, sans impôt (postes)',
    'Denaro di clienti prima della fattura, senza imposta (partite)',
    'Money of customers before the invoice, without tax (items)',
  ],
  tax_not_due_at_end: [
    'Bei Ende der Steuerpflicht noch nicht fällige Steuer (offene Posten)',
    "Impôt pas encore échu à la fin de l'assujettissement (postes ouverts)",
    "Imposta non ancora esigibile alla fine dell'assoggettamento (partite aperte)",
    'Tax not due yet at the end of the liability (open items)',
  ],
  taken_over_without_balance: [
    'Mit Posten übernommene Steuer fehlt im Eröffnungssaldo (Konten)',
    "L'impôt repris avec des postes manque dans le solde d'ouverture (comptes)",
    "L'imposta ripresa con partite manca nel saldo d'apertura (conti)",
    'Tax that was taken over with items is not in the opening balance (accounts)',
  ],
  activity_below_threshold: [
    'Tätigkeiten mit höchstens 10 % des Umsatzes',
    "Activités avec 10 % du chiffre d'affaires au plus",
    "Attività con al massimo il 10 % della cifra d'affari",
    'Activities with ten per cent of the turnover or less',
  ],
  preview: [
    'Vorschau, nicht eingereicht',
    'Aperçu, pas encore déposé',
    'Anteprima, non ancora presentato',
    'Preview, not filed',
  ],
  filing: ['Eingereicht, Nr.', 'Déposé, n°', 'Presentato, n.', 'Filed, no.'],
  correction: ['Korrekturabrechnung', 'Décompte de correction', 'Rendiconto di correzione', 'Correction'],
  annual_reconciliation: ['Jahresabstimmung', 'Concordance annuelle', 'Concordanza annuale', 'Annual reconciliation'],
  'MWST-0001': ['Angaben der Datei', 'Données du fichier', 'Dati del file', 'Details of the file'],
  'MWST-0002': ['Methode und Periode', 'Méthode et période', 'Metodo e periodo', 'Method and period'],
  'MWST-0003': ['Periode', 'Période', 'Periodo', 'Period'],
  'MWST-0005': [
    'Umsatz nach Sätzen',
    "Chiffre d'affaires par taux",
    "Cifra d'affari per aliquote",
    'Turnover by rates',
  ],
  'MWST-0009': ['UID', 'IDE', 'IDI', 'UID'],
  records_have_a_line: [
    'Steuer ohne Ziffer der Abrechnung',
    'Impôt sans chiffre du décompte',
    'Imposta senza cifra del rendiconto',
    'Tax without a figure of the return',
  ],
  one_registration: ['Abrechnungsart', 'Mode de décompte', 'Tipo di rendiconto', 'Registration'],
  swiss_francs: ['Währung', 'Monnaie', 'Moneta', 'Currency'],
  not_ready: ['Nicht bereit zur Einreichung', "Pas prêt à l'envoi", "Non pronto per l'invio", 'Not ready to be filed'],
} as const satisfies Record<string, InLocales>

export type ReturnWord = keyof typeof WORDS

export function returnWordsIn(locale: Locale): (word: ReturnWord) => string {
  return wordsOf(WORDS, locale)
}
