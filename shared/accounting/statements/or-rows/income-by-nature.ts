import { type OrRow, orRow } from './row.ts'

/**
 * The rows of the income statement by nature of expense (Produktionserfolgsrechnung), in the order and wording of the
 * law. Income is positive and expense negative, so that the result is the plain sum of the rows.
 *
 * @source OR Art. 959b Abs. 2; the rows of class 7 are an addition of the SME chart that Abs. 5 allows
 */
export const OR_INCOME_STATEMENT_ROWS: readonly OrRow[] = [
  orRow('nettoerloese', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 1'),
  orRow('bestandesaenderungen', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 2'),
  orRow('materialaufwand', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 3'),
  orRow('personalaufwand', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 4'),
  orRow('uebriger_betrieblicher_aufwand', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 5'),
  orRow('abschreibungen_wertberichtigungen', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 6'),
  orRow('finanzergebnis', 'jahresergebnis', 1, 'subtotal', 'credit', 'OR 959b Abs. 2 Ziff. 7'),
  orRow('finanzaufwand', 'finanzergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 7'),
  orRow('finanzertrag', 'finanzergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 7'),
  orRow('betrieblicher_nebenerfolg', 'jahresergebnis', 1, 'subtotal', 'credit', 'OR 959b Abs. 5'),
  orRow('nebenaufwand', 'betrieblicher_nebenerfolg', 2, 'line', 'credit', 'OR 959b Abs. 5'),
  orRow('nebenertrag', 'betrieblicher_nebenerfolg', 2, 'line', 'credit', 'OR 959b Abs. 5'),
  orRow('betriebsfremdes_ergebnis', 'jahresergebnis', 1, 'subtotal', 'credit', 'OR 959b Abs. 2 Ziff. 8'),
  orRow('betriebsfremder_aufwand', 'betriebsfremdes_ergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 8'),
  orRow('betriebsfremder_ertrag', 'betriebsfremdes_ergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 8'),
  orRow('ausserordentliches_ergebnis', 'jahresergebnis', 1, 'subtotal', 'credit', 'OR 959b Abs. 2 Ziff. 9'),
  orRow('ausserordentlicher_aufwand', 'ausserordentliches_ergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 9'),
  orRow('ausserordentlicher_ertrag', 'ausserordentliches_ergebnis', 2, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 9'),
  orRow('direkte_steuern', 'jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 2 Ziff. 10'),
  orRow('jahresergebnis', null, 0, 'total', 'credit', 'OR 959b Abs. 2 Ziff. 11'),
]
