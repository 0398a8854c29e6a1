import type { IntentRow } from '../../shared/store/settlement/intents.ts'

/**
 * Cuts intents, in their order, before each one that names something which an intent of the same slice names too. The
 * guards of an intent read the journal and what moved its items, and both are written with the entries of a slice.
 *
 * @param named what the subjects name, by their ids
 */
export function slicesOfIntents<Intent extends Pick<IntentRow, 'subject_id'>>(
  intents: readonly Intent[],
  named: ReadonlyMap<string, ReadonlySet<string>>,
): Intent[][] {
  const slices: Intent[][] = []
  let seen = new Set<string>()
  for (const intent of intents) {
    const names = named.get(intent.subject_id) ?? new Set([intent.subject_id])
    const slice = slices.at(-1)
    if (slice && seen.isDisjointFrom(names)) {
      slice.push(intent)
      for (const name of names) seen.add(name)
    } else {
      slices.push([intent])
      seen = new Set(names)
    }
  }
  return slices
}
