import type { Column } from './table.ts'

/** How a table is put on A4. */
export type Paper = {
  readonly orientation: 'portrait' | 'landscape'
  readonly letters_pt: number
  /** Each row is a block of its own: its amounts stand under their names, in as many lines as they take. */
  readonly is_in_blocks: boolean
}

/** Widths of columns, in the size of the letters: an amount of up to nine million with its Rappen, in bold; a day, names, other words. */
const AMOUNT = 8.4
const DAY = 6
const NAMES = 14
const WORDS = 5

/** Between the margins of the page. */
const PORTRAIT_PT = 504
const LANDSCAPE_PT = 785
const USUAL_PT = 10
/** Smaller letters are for what fits in no other way. */
const READABLE_PT = 7.5
/** Nobody reads a table in smaller ones, so its columns do not stay side by side. */
const LEAST_PT = 6
const IN_BLOCKS_PT = 8
const STEP_PT = 0.25

/** @param shown the columns that are printed */
export function paperOf(shown: readonly Pick<Column, 'key' | 'is_amount'>[]): Paper {
  const width = widthOf(shown)
  const upright = lettersIn(PORTRAIT_PT / width)
  if (upright >= READABLE_PT) return { orientation: 'portrait', letters_pt: upright, is_in_blocks: false }
  const across = lettersIn(LANDSCAPE_PT / width)
  if (across >= LEAST_PT) return { orientation: 'landscape', letters_pt: across, is_in_blocks: false }
  return { orientation: 'portrait', letters_pt: IN_BLOCKS_PT, is_in_blocks: true }
}

/** The first words name the row. */
function widthOf(shown: readonly Pick<Column, 'key' | 'is_amount'>[]): number {
  const names = shown.findIndex((column) => !column.is_amount && !isDay(column))
  const widths = shown.map((column, index) => {
    if (column.is_amount) return AMOUNT
    if (isDay(column)) return DAY
    return index === names ? NAMES : WORDS
  })
  return widths.reduce((sum, width) => sum + width, 0)
}

function isDay({ key }: Pick<Column, 'key'>): boolean {
  return key.endsWith('date')
}

function lettersIn(size_pt: number): number {
  return Math.min(USUAL_PT, Math.floor(size_pt / STEP_PT) * STEP_PT)
}
