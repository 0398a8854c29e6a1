import { findMisfit } from '../../store/databases/identity.ts'
import { connectAsOwner } from '../../store/databases/urls.ts'
import { readBytes } from '../../store/moving/draining.ts'
import type { MoveDatabase } from '../move-databases.ts'

const CONNECT_MS = 5_000

/**
 * The least full of several databases. One that is away, does not fit, or whose variable is not set, is left out: others may have room.
 *
 * @returns null where none of them can be asked
 */
export async function findRoomiest(offered: readonly MoveDatabase[]): Promise<string | null> {
  const measured = await Promise.all(offered.map((one) => measure(one).catch(() => null)))
  const known = measured.filter((one) => one !== null)
  const [first, ...others] = known
  return first ? others.reduce((one, other) => (other.fill < one.fill ? other : one), first).name : null
}

async function measure({ database, urls }: MoveDatabase): Promise<{ name: string; fill: number } | null> {
  const owner = await connectAsOwner(urls(), CONNECT_MS)
  try {
    if ((await findMisfit(owner, database)) !== null) return null
    return { name: database.name, fill: (await readBytes(owner)) / database.weight }
  } finally {
    await owner.end()
  }
}
