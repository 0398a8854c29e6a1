import type { OrRow } from './balance-sheet.ts'

/**
 * The rows of the income statement by function of expense (Absatzerfolgsrechnung), in the order and wording of the law.
 *
 * @source OR Art. 959b Abs. 3
 */
export const OR_FUNCTION_ROWS: readonly OrRow[] = [
  {
    row_key: 'af_nettoerloese',
    parent_key: 'af_jahresergebnis',
    level: 1,
    kind: 'line',
    side: 'credit',
    law: 'OR 959b Abs. 3 Ziff. 1',
    labels: {
      de: 'Nettoerlöse aus Lieferungen und Leistungen',
      fr: 'Produits nets des ventes de biens et de prestations de services',
      it: 'Importo netto dei ricavi da forniture e prestazioni',
      en: 'Net proceeds from sales of goods and services',
    },
  },
  {
    row_key: 'af_anschaffungs_herstellungskosten',
    parent_key: 'af_jahresergebnis',
    level: 1,
    kind: 'line',
    side: 'credit',
    law: 'OR 959b Abs. 3 Ziff. 2',
    labels: {
      de: 'Anschaffungs- oder Herstellungskosten der verkauften Produkte und Leistungen',
      fr: "Coûts d'acquisition ou de production des biens et prestations de services vendus",
      it: 'Costi di acquisto o di produzione dei prodotti e delle prestazioni venduti',
      en: 'Acquisition or manufacturing costs of goods and services sold',
    },
  },
  {
    row_key: 'af_verwaltungs_vertriebsaufwand',
    parent_key: 'af_jahresergebnis',
    level: 1,
    kind: 'line',
    side: 'credit',
    law: 'OR 959b Abs. 3 Ziff. 3',
    labels: {
      de: 'Verwaltungsaufwand und Vertriebsaufwand',
      fr: "Charges d'administration et de distribution",
      it: 'Costi di amministrazione e di distribuzione',
      en: 'Administrative costs and distribution costs',
    },
  },
  {
    row_key: 'af_finanzergebnis',
    parent_key: 'af_jahresergebnis',
    level: 1,
    kind: 'line',
    side: 'credit',
    law: 'OR 959b Abs. 3 Ziff. 4',
    labels: {
      de: 'Finanzaufwand und Finanzertrag',
      fr: 'Charges et produits financiers',
      it: 'Costi e ricavi finanziari',
      en: 'Financial costs and financial income',
    },
  },
  {
    row_key: 'af_betriebsfremdes_ergebnis',
    parent_key: 'af_jahresergebnis',
    level: 1,
    kind: 'line',
    side: 'credit',
    law: 'OR 959b Abs. 3 Ziff. 5',
    labels: {
      de: 'Betriebsfremder Aufwand und betriebsfremder Ertrag',
      fr: 'Charges et produits hors exploitation',
      it: "Costi e ricavi estranei all'esercizio",
      en: 'Non-operational costs and non-operational income',
    },
  },
  {
    row_key: 'af_ausserordentliches_ergebnis',
    parent_key: 'af_jahresergebnis',
    level: 1,
    kind: 'line',
    side: 'credit',
    law: 'OR 959b Abs. 3 Ziff. 6',
    labels: {
      de: 'Ausserordentlicher, einmaliger oder periodenfremder Aufwand und Ertrag',
      fr: 'Charges et produits exceptionnels, uniques ou hors période',
      it: 'Costi e ricavi straordinari, unici o relativi ad altri periodi contabili',
      en: 'Extraordinary, non-recurring or prior-period costs and income',
    },
  },
  {
    row_key: 'af_direkte_steuern',
    parent_key: 'af_jahresergebnis',
    level: 1,
    kind: 'line',
    side: 'credit',
    law: 'OR 959b Abs. 3 Ziff. 7',
    labels: {
      de: 'Direkte Steuern',
      fr: 'Impôts directs',
      it: 'Imposte dirette',
      en: 'Direct taxes',
    },
  },
  {
    row_key: 'af_jahresergebnis',
    parent_key: null,
    level: 0,
    kind: 'total',
    side: 'credit',
    law: 'OR 959b Abs. 3 Ziff. 8',
    labels: {
      de: 'Jahresgewinn oder Jahresverlust',
      fr: "Bénéfice ou perte de l'exercice",
      it: 'Utile o perdita annuale',
      en: 'Annual profit or annual loss',
    },
  },
]
