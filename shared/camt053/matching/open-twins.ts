import type { BankReferences } from '../repeats/bank-references.ts'

const NAMING = ['uetrs', 'transactions', 'entry']
const KINDS = [...NAMING, 'amounts'] as const

/** The reference of each kind that is there. */
type ByKind = ReadonlyMap<string, string>

type OpenPlace<One> = { readonly one: One; readonly index: number; is_taken: boolean }
/** Those that have references of the same kinds. */
type TwinBucket<One> = {
  readonly kinds: readonly string[]
  readonly places: { readonly place: OpenPlace<One>; readonly references: ByKind }[]
  /** By some of their kinds, and then by the references of these, in their order. */
  readonly lists: Map<string, Map<string, OpenPlace<One>[]>>
}

/**
 * Takes one after the other of equal bank entries for one under the other name of the account: the first that is the same by its
 * references, else the first of which they say nothing certain, as `compareReferences` says. Thousands of payments of one
 * amount and day may be equal, so they are found by their references instead of being compared one by one.
 */
export function openTwins<One extends { readonly bank_references: BankReferences }>(open: readonly One[]) {
  const buckets = new Map<string, TwinBucket<One>>()
  for (const [index, one] of open.entries()) {
    const references = byKind(one.bank_references)
    const kinds = [...references.keys()]
    const name = kinds.join()
    const bucket: TwinBucket<One> = buckets.get(name) ?? { kinds, places: [], lists: new Map() }
    buckets.set(name, bucket)
    bucket.places.push({ place: { one, index, is_taken: false }, references })
  }
  return (bank_references: BankReferences): One | undefined => {
    const wanted = byKind(bank_references)
    const firstBy = (keysOf: (shared: readonly string[]) => readonly string[] | null) => {
      let first: OpenPlace<One> | undefined
      for (const bucket of buckets.values()) {
        const kinds = keysOf(bucket.kinds.filter((kind) => wanted.has(kind)))
        const place = kinds && firstOf(bucket, kinds, wanted)
        if (place && (!first || place.index < first.index)) first = place
      }
      return first
    }
    const found = firstBy(kindsOfSame) ?? firstBy(kindsOfUnknown)
    if (found) found.is_taken = true
    return found?.one
  }
}

function byKind(references: BankReferences): ByKind {
  const found = KINDS.map((kind) => [kind, references.find((reference) => reference.startsWith(kind))] as const)
  return new Map(found.filter((pair): pair is [(typeof KINDS)[number], string] => pair[1] !== undefined))
}

/** All that both have is equal, and something of it names them. */
function kindsOfSame(shared: readonly string[]): readonly string[] | null {
  return shared.some((kind) => NAMING.includes(kind)) ? shared : null
}

/** What must be equal for nothing to be certain, where none is the same. Null: what differs makes them two. */
function kindsOfUnknown(shared: readonly string[]): readonly string[] | null {
  const has = (kind: string) => shared.includes(kind)
  const equal = (...kinds: string[]) => shared.filter((kind) => kind === 'amounts' || kinds.includes(kind))
  if (!shared.some((kind) => NAMING.includes(kind))) return equal()
  if (has('uetrs')) return equal('uetrs')
  return has('transactions') && has('entry') ? equal('transactions') : null
}

function firstOf<One>(bucket: TwinBucket<One>, kinds: readonly string[], wanted: ByKind): OpenPlace<One> | undefined {
  const list = listsBy(bucket, kinds).get(keyOf(kinds, wanted))
  while (list?.at(-1)?.is_taken) list.pop()
  return list?.at(-1)
}

/** The last of a list is the first in order, as it is taken from the end. */
function listsBy<One>({ lists, places }: TwinBucket<One>, kinds: readonly string[]): Map<string, OpenPlace<One>[]> {
  const name = kinds.join()
  const known = lists.get(name)
  if (known) return known
  const made = new Map<string, OpenPlace<One>[]>()
  for (const { place, references } of places.toReversed()) {
    const key = keyOf(kinds, references)
    const list = made.get(key)
    if (list) list.push(place)
    else made.set(key, [place])
  }
  lists.set(name, made)
  return made
}

function keyOf(kinds: readonly string[], references: ByKind): string {
  return kinds.map((kind) => references.get(kind)).join('\n')
}
