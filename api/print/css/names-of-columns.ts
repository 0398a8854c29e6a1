/**
 * Where rows are blocks, on a phone and on narrow paper, each cell says the name of its column. It finds the name by its place, so
 * that a row of many cells has no byte more.
 *
 * @returns custom properties of the table, for its style
 */
export function namesOfColumns(labels: readonly string[]): string {
  return labels.map((label, index) => `--c${index + 1}:'${cssText(label)}'`).join(';')
}

/** The rules that give each cell of so many columns the name of its own. */
export function rulesOfCells(columns: number): string {
  const rules = Array.from({ length: columns }, (_, index) => index + 1).map(
    (place) => `tbody :nth-child(${place}):is(td,th){--name:var(--c${place})}`,
  )
  return rules.join('\n')
}

/** Names may have any sign, as those of fiscal years. */
function cssText(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} .,–-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)
}
