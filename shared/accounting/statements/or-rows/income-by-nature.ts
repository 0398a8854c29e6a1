import { type OrRow, row } from './row.ts'

/**
 * The rows of the income statement by nature of expense (Produktionserfolgsrechnung), in the order and wording of the
 * law. Income is positive and expense negative, so that the result is the plain sum of the rows.
 *
 * @source OR Art. 959b Abs. 2; the rows of class 7 are an addition of the SME chart that Abs. 5 allows
 */
export const OR_INCOME_STATEMENT_ROWS: readonly OrRow[] = [
  row('nettoerloese', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 1'),
  row('bestandesaenderungen', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 2'),
  row('materialaufwand', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 3'),
  row('personalaufwand', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 4'),
  row('uebriger_betrieblicher_aufwand', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 5'),
  row('abschreibungen_wertberichtigungen', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 6'),
  row('finanzergebnis', 'jahresergebnis', 1, 'subtotal', 'credit', 'OR 959b Abs. 2 Ziff. 7'),
  row('finanzaufwand', 'finanzergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 7'),
  row('finanzertrag', 'finanzergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 7'),
  row('betrieblicher_nebenerfolg', 'jahresergebnis', 1, 'subtotal', 'credit', 'OR 959b Abs. 5'),
  row('nebenaufwand', 'betrieblicher_nebenerfolg', 2, 'line', 'credit', 'OR 959b Abs. 5'),
  row('nebenertrag', 'betrieblicher_nebenerfolg', 2, 'line', 'credit', 'OR 959b Abs. 5'),
  row('betriebsfremdes_ergebnis', 'jahresergebnis', 1, 'subtotal', 'credit', 'OR 959b Abs. 2 Ziff. 8'),
  row('betriebsfremder_aufwand', 'betriebsfremdes_ergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 8'),
  row('betriebsfremder_ertrag', 'betriebsfremdes_ergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 8'),
  row('ausserordentliches_ergebnis', 'jahresergebnis', 1, 'subtotal', 'credit', 'OR 959b Abs. 2 Ziff. 9'),
  row('ausserordentlicher_aufwand', 'ausserordentliches_ergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 9'),
  row('ausserordentlicher_ertrag', 'ausserordentliches_ergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 9'),
  row('direkte_steuern', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 10'),
  row('jahresergebnis', null, 0, 'total', 'credit', 'OR 959b Abs. 2 Ziff. 11'),
]
