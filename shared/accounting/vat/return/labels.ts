import type { Locale } from '../../../contract/setup/settings.ts'
import { LOCALES } from '../../../contract/setup/settings.ts'

type Labels = readonly [de: string, fr: string, it: string, en: string]

const NORMAL: Labels = [
  'Leistungen zum Normalsatz',
  'Prestations au taux normal',
  "Prestazioni all'aliquota normale",
  'Supplies at the normal rate',
]
const REDUCED: Labels = [
  'Leistungen zum reduzierten Satz',
  'Prestations au taux réduit',
  "Prestazioni all'aliquota ridotta",
  'Supplies at the reduced rate',
]
const LODGING: Labels = [
  'Beherbergungsleistungen',
  "Prestations d'hébergement",
  "Prestazioni d'alloggio",
  'Accommodation',
]
const ACQUISITION: Labels = ['Bezugsteuer', 'Impôt sur les acquisitions', "Imposta sull'acquisto", 'Acquisition tax']

/** What the lines of the form are called; those of activities have the text of the registration. */
const LABELS: Readonly<Record<string, Labels>> = {
  '200': [
    'Total der vereinbarten bzw. vereinnahmten Entgelte',
    'Total des contre-prestations convenues ou reçues',
    'Totale delle controprestazioni convenute o ricevute',
    'Total consideration agreed or received',
  ],
  '205': [
    'In Ziffer 200 enthaltene Entgelte aus optierten Leistungen (Art. 22)',
    'Contre-prestations incluses sous 200 provenant de prestations avec option (art. 22)',
    'Controprestazioni incluse nella cifra 200 da prestazioni con opzione (art. 22)',
    'Of 200: supplies taxed by option (Art. 22)',
  ],
  '220': [
    'Steuerbefreite Leistungen, u. a. Exporte (Art. 23)',
    'Prestations exonérées, p. ex. exportations (art. 23)',
    'Prestazioni esenti, p. es. esportazioni (art. 23)',
    'Zero-rated supplies, such as exports (Art. 23)',
  ],
  '221': ['Leistungen im Ausland', "Prestations fournies à l'étranger", "Prestazioni all'estero", 'Supplies abroad'],
  '225': [
    'Übertragung im Meldeverfahren (Art. 38)',
    'Transferts avec la procédure de déclaration (art. 38)',
    'Trasferimenti con procedura di notifica (art. 38)',
    'Transfers by the notification procedure (Art. 38)',
  ],
  '230': [
    'Von der Steuer ausgenommene Leistungen (Art. 21)',
    "Prestations exclues du champ de l'impôt (art. 21)",
    "Prestazioni escluse dall'imposta (art. 21)",
    'Supplies exempt without credit (Art. 21)',
  ],
  '235': [
    'Entgeltsminderungen',
    'Diminutions de la contre-prestation',
    'Diminuzioni della controprestazione',
    'Reductions of consideration',
  ],
  '280': ['Diverses', 'Divers', 'Diversi', 'Other deductions'],
  '289': [
    'Total Ziffern 220 bis 280',
    'Total des chiffres 220 à 280',
    'Totale cifre da 220 a 280',
    'Total of 220 to 280',
  ],
  '299': ['Steuerbarer Gesamtumsatz', "Chiffre d'affaires imposable", 'Cifra d’affari imponibile', 'Taxable turnover'],
  '301': NORMAL,
  '302': NORMAL,
  '303': NORMAL,
  '311': REDUCED,
  '312': REDUCED,
  '313': REDUCED,
  '341': LODGING,
  '342': LODGING,
  '343': LODGING,
  '381': ACQUISITION,
  '382': ACQUISITION,
  '383': ACQUISITION,
  '399': ['Total geschuldete Steuer', "Total de l'impôt dû", "Totale dell'imposta dovuta", 'Total tax due'],
  '400': [
    'Vorsteuer auf Material- und Dienstleistungsaufwand',
    'Impôt préalable grevant les coûts en matériel et en prestations de services',
    'Imposta precedente su costi di materiale e prestazioni di servizi',
    'Input tax on material and services',
  ],
  '405': [
    'Vorsteuer auf Investitionen und übrigem Betriebsaufwand',
    "Impôt préalable grevant les investissements et autres charges d'exploitation",
    "Imposta precedente su investimenti e altri costi d'esercizio",
    'Input tax on investments and other operating expense',
  ],
  '410': [
    'Einlageentsteuerung (Art. 32)',
    'Dégrèvement ultérieur (art. 32)',
    'Sgravio fiscale successivo (art. 32)',
    'Subsequent deduction of input tax (Art. 32)',
  ],
  '415': [
    'Vorsteuerkorrekturen (Art. 30, 31)',
    "Corrections de l'impôt préalable (art. 30, 31)",
    "Correzioni dell'imposta precedente (art. 30, 31)",
    'Corrections of input tax (Art. 30, 31)',
  ],
  '420': [
    'Vorsteuerkürzungen (Art. 33)',
    "Réductions de la déduction de l'impôt préalable (art. 33)",
    "Riduzioni della deduzione dell'imposta precedente (art. 33)",
    'Reductions of input tax (Art. 33)',
  ],
  '479': ['Total Vorsteuer', "Total de l'impôt préalable", "Totale dell'imposta precedente", 'Total input tax'],
  '500': ['Zu bezahlender Betrag', 'Montant à payer', 'Importo da pagare', 'Amount payable'],
  '510': [
    'Guthaben der steuerpflichtigen Person',
    "Solde en faveur de l'assujetti",
    'Credito del contribuente',
    'Credit of the taxable person',
  ],
  '900': [
    'Subventionen, Tourismusabgaben und Ähnliches',
    'Subventions, taxes touristiques et similaires',
    'Sussidi, tasse turistiche e simili',
    'Subsidies, tourist taxes and the like',
  ],
  '910': [
    'Spenden, Dividenden, Schadenersatz und Ähnliches',
    'Dons, dividendes, dédommagements et similaires',
    'Doni, dividendi, risarcimenti e simili',
    'Donations, dividends, damages and the like',
  ],
}

export function labelOfFigure(figure: string, locale: Locale): string {
  return LABELS[figure]?.[LOCALES.indexOf(locale)] ?? figure
}
