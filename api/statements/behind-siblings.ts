import type { OrRow } from '../../shared/accounting/statements/or-rows/row.ts'

type RowBelow = Pick<OrRow, 'row_key' | 'parent_key'>
type Place<Of> = { readonly row: Of | null; next: Place<Of> | null }

/**
 * Puts each row behind the last one that is below its parent, or behind the parent, or at the end. There may be thousands, so
 * the last place below each row is remembered.
 */
export function behindSiblings<Of extends RowBelow>(
  shown: readonly Of[],
  optional_rows: readonly Of[],
  all: readonly Of[],
): Of[] {
  const byKey = new Map(all.map((row) => [row.row_key, row]))
  const lastBelow = new Map<string, Place<Of>>()
  const start: Place<Of> = { row: null, next: null }
  let end = start
  const insert = (row: Of, before: Place<Of>): Place<Of> => {
    const place: Place<Of> = { row, next: before.next }
    before.next = place
    if (before === end) end = place
    return place
  }
  for (const row of shown) {
    const place = insert(row, end)
    for (const key of upwards(row.row_key, byKey)) lastBelow.set(key, place)
  }
  for (const row of optional_rows) {
    const before = lastBelow.get(row.parent_key ?? '') ?? end
    const place = insert(row, before)
    lastBelow.set(row.row_key, place)
    // What is last below a row further up stays so, unless it is the one before.
    for (const key of upwards(row.parent_key, byKey))
      if (place === end || lastBelow.get(key) === before) lastBelow.set(key, place)
  }
  const placed: Of[] = []
  for (let place = start.next; place; place = place.next) placed.push(place.row as Of)
  return placed
}

/** A row and those above it. */
function* upwards(row_key: string | null, byKey: ReadonlyMap<string, RowBelow>): Generator<string> {
  for (let key = row_key; key !== null; key = byKey.get(key)?.parent_key ?? null) yield key
}
