import { type OrRow, orRow } from './row.ts'

/**
 * The rows of the income statement by function of expense (Absatzerfolgsrechnung), in the order and wording of the law.
 *
 * @source OR Art. 959b Abs. 3
 */
export const OR_FUNCTION_ROWS: readonly OrRow[] = [
  orRow('af_nettoerloese', 'af_jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 3 Ziff. 1'),
  orRow('af_anschaffungs_herstellungskosten', 'af_jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 3 Ziff. 2'),
  orRow('af_verwaltungs_vertriebsaufwand', 'af_jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 3 Ziff. 3'),
  orRow('af_finanzergebnis', 'af_jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 3 Ziff. 4'),
  orRow('af_betriebsfremdes_ergebnis', 'af_jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 3 Ziff. 5'),
  orRow('af_ausserordentliches_ergebnis', 'af_jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 3 Ziff. 6'),
  orRow('af_direkte_steuern', 'af_jahresergebnis', 1, 'line', 'credit', 'OR 959b Abs. 3 Ziff. 7'),
  orRow('af_jahresergebnis', null, 0, 'total', 'credit', 'OR 959b Abs. 3 Ziff. 8'),
]
