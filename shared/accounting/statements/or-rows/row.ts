import type { Locale } from '../../../contract/setup/settings.ts'
import type { RowKind } from '../../../contract/statements/statements.ts'
import { LABELS_DE } from './labels-de.ts'
import { LABELS_EN } from './labels-en.ts'
import { LABELS_FR } from './labels-fr.ts'
import { LABELS_IT } from './labels-it.ts'

export type OrRow = {
  readonly row_key: string
  readonly parent_key: string | null
  readonly level: number
  readonly kind: RowKind
  /** The row's normal side: assets are shown as debit minus credit, everything else the other way round. */
  readonly side: 'debit' | 'credit'
  /** Null for a row that no law asks for. */
  readonly law: string | null
  readonly labels: Readonly<Record<Locale, string>>
}

/** A row with a label in each language; one that lacks a translation does not compile. */
export function orRow(
  row_key: keyof typeof LABELS_DE,
  parent_key: keyof typeof LABELS_DE | null,
  level: number,
  kind: OrRow['kind'],
  side: OrRow['side'],
  law: string | null,
): OrRow {
  const labels = { de: LABELS_DE[row_key], fr: LABELS_FR[row_key], it: LABELS_IT[row_key], en: LABELS_EN[row_key] }
  return { row_key, parent_key, level, kind, side, law, labels }
}
