import { LRUCache } from 'lru-cache'
import type { KnownPlaces } from '../store/databases/known-databases.ts'
import type { Lease } from './lease.ts'

/** Most of the active end customers of an installation, in some ten megabytes. */
const MOST = 200_000

/** Names of databases by end customer. */
type PlaceNames = ReadonlyMap<string, string>

/** What places are asked for; whom nobody has heard of is missing in the answer. */
type PlaceQueries = {
  find(end_customer_ids: readonly string[]): Promise<PlaceNames>
  claim(wanted: PlaceNames): Promise<PlaceNames>
}

type RememberedPlaces = {
  /** At once where it is known. */
  of(end_customer_id: string): string | Promise<string>
  forWrite(end_customer_id: string): string | Promise<string>
  /** The same for many, with one query for those that are not known. */
  ofEach(end_customer_ids: readonly string[]): PlaceNames | Promise<PlaceNames>
  forWriteEach(end_customer_ids: readonly string[]): PlaceNames | Promise<PlaceNames>
}

/** @param known what the lease says at that moment */
type PlaceLook = (end_customer_ids: readonly string[], known: KnownPlaces) => Promise<PlaceNames>

/**
 * Remembers where end customers live for as long as the lease holds, which says who is on the way. One that was not found is not
 * remembered: its first write may come to another process.
 *
 * @param choose the database for somebody new
 */
export function rememberPlaces(
  lease: Pick<Lease<KnownPlaces>, 'known' | 'ask'>,
  { find, claim }: PlaceQueries,
  home: string,
  choose: (known: KnownPlaces) => string,
): RememberedPlaces {
  const names = new LRUCache<string, string>({ max: MOST })
  const under_way = new Map<string, Promise<string>>()

  /** Who is on the way is asked for each time. */
  function remembered(id: string, { moving }: KnownPlaces): string | undefined {
    if (!moving.includes(id)) return names.get(id)
    names.delete(id)
    return undefined
  }
  async function lookFor(ids: readonly string[], known: KnownPlaces, look: PlaceLook): Promise<PlaceNames> {
    const found = await look(ids, known)
    const moving = lease.known()?.moving
    for (const [id, name] of found) if (moving?.includes(id) === false) names.set(id, name)
    return found
  }
  function one(id: string, look: PlaceLook, line: string): string | Promise<string> {
    const known = lease.known()
    return known ? oneIn(known) : lease.ask().then(oneIn)

    function oneIn(known: KnownPlaces): string | Promise<string> {
      if (known.databases.length < 2) return home
      return remembered(id, known) ?? (known.moving.includes(id) ? looked(known) : shared(known))
    }
    async function looked(known: KnownPlaces): Promise<string> {
      return (await lookFor([id], known, look)).get(id) ?? home
    }
    /** Requests for one end customer that come together share a look. */
    function shared(known: KnownPlaces): Promise<string> {
      const begun = under_way.get(line)
      if (begun) return begun
      const looking = looked(known).finally(() => under_way.delete(line))
      under_way.set(line, looking)
      return looking
    }
  }
  function each(ids: readonly string[], look: PlaceLook): PlaceNames | Promise<PlaceNames> {
    const known = lease.known()
    return known ? eachIn(known) : lease.ask().then(eachIn)

    function eachIn(known: KnownPlaces): PlaceNames | Promise<PlaceNames> {
      if (known.databases.length < 2) return new Map(ids.map((id) => [id, home]))
      const places = new Map(ids.map((id) => [id, remembered(id, known)]))
      const asked = ids.filter((id) => places.get(id) === undefined)
      const all = (found: PlaceNames) => new Map(ids.map((id) => [id, places.get(id) ?? found.get(id) ?? home]))
      return asked.length === 0 ? all(new Map()) : lookFor(asked, known, look).then(all)
    }
  }
  const claimEach: PlaceLook = (ids, known) => claim(new Map(ids.map((id) => [id, choose(known)])))

  return {
    of: (id) => one(id, find, `find ${id}`),
    forWrite: (id) => one(id, claimEach, `claim ${id}`),
    ofEach: (ids) => each(ids, find),
    forWriteEach: (ids) => each(ids, claimEach),
  }
}
