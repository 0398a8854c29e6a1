import { LRUCache } from 'lru-cache'
import type { KnownPlaces } from '../store/databases/known-databases.ts'
import type { Lease } from './lease.ts'

/** Most of the active end customers of an installation, in some ten megabytes. */
const MOST = 200_000

/** What places are asked for, by the names of databases; null: nobody has heard of the end customer. */
type PlaceQueries = {
  find(end_customer_id: string): Promise<string | null>
  claim(end_customer_id: string, name: string): Promise<string | null>
}

type RememberedPlaces = {
  /** At once where it is known. */
  of(end_customer_id: string): string | Promise<string>
  forWrite(end_customer_id: string): string | Promise<string>
}

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

  function place(
    id: string,
    look: (known: KnownPlaces) => Promise<string | null>,
    line: string,
  ): string | Promise<string> {
    const known = lease.known()
    return known ? placeIn(known) : lease.ask().then(placeIn)

    function placeIn(known: KnownPlaces): string | Promise<string> {
      if (known.databases.length < 2) return home
      if (known.moving.includes(id)) {
        names.delete(id)
        return look(known).then((name) => name ?? home)
      }
      return names.get(id) ?? shared(known)
    }
    /** Requests for one end customer that come together share a look. */
    function shared(known: KnownPlaces): Promise<string> {
      const begun = under_way.get(line)
      if (begun) return begun
      const looked = look(known)
        .then((name) => {
          if (name !== null && lease.known()?.moving.includes(id) === false) names.set(id, name)
          return name ?? home
        })
        .finally(() => under_way.delete(line))
      under_way.set(line, looked)
      return looked
    }
  }

  return {
    of: (id) => place(id, () => find(id), `find ${id}`),
    forWrite: (id) => place(id, (known) => claim(id, choose(known)), `claim ${id}`),
  }
}
