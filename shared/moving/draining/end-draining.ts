import { HOME } from '../../store/databases/registry.ts'
import { connectAsOwner } from '../../store/databases/urls.ts'
import { countThere, endDraining, findDrainedUse, forgetDatabase, holdDraining } from '../../store/moving/draining.ts'
import { listMoveDatabases } from '../move-databases.ts'
import type { MoveOptions } from '../move-end-customer.ts'
import { settleMoves } from './settle-moves.ts'

type StoppedDraining = {
  /** The command that drains it ends behind the end customer that it moves now. */
  readonly is_running: boolean
  readonly left: Awaited<ReturnType<typeof settleMoves>>
}

/**
 * Has a database take end customers again. Who has left stays away; moves from there that have not turned are taken back, and the others
 * are ended.
 */
export async function stopDraining(name: string, options: MoveOptions): Promise<StoppedDraining> {
  const home = await connectAsOwner(options.home_urls)
  try {
    if ((await findDrainedUse(home, name))?.state !== 'draining') throw new Error(`${name} is not being drained.`)
    if (!(await holdDraining(home, name))) {
      await endDraining(home, name)
      return { is_running: true, left: [] }
    }
    const left = await settleMoves(home, name, options)
    // At the end, so that it may be run again where it was interrupted.
    await endDraining(home, name)
    return { is_running: false, left }
  } finally {
    await home.end()
  }
}

/**
 * Takes a database that was drained out of those that home knows.
 *
 * @returns whether it could be looked at; where it is away, home alone says that nobody lives there
 * @throws Error with one sentence where somebody may need it
 */
export async function removeDatabase(
  name: string,
  { home_urls, env }: Pick<MoveOptions, 'home_urls' | 'env'>,
): Promise<boolean> {
  const home = await connectAsOwner(home_urls)
  try {
    if (name === HOME) throw new Error('Home knows the other ledger databases, so it cannot be taken out.')
    const use = await findDrainedUse(home, name)
    if (use === null) throw new Error(`There is no ledger database "${name}"; databases list shows them.`)
    if (use.state !== 'draining') throw new Error(`Run databases drain ${name} first.`)
    if (use.living > 0)
      throw new Error(`${use.living} end customers live in ${name}. Run databases drain ${name} again.`)
    if (use.moving > 0)
      throw new Error(`${use.moving} moves from or to ${name} are not over. Run databases drain ${name} again.`)
    const there = await countIn(name, home, { home_urls, env }).catch(() => null)
    if (there !== null && there > 0)
      throw new Error(`${name} has rows of ${there} end customers that home does not know to live there.`)
    if (!(await forgetDatabase(home, name))) throw new Error(`Somebody has begun to use ${name} again.`)
    return there !== null
  } finally {
    await home.end()
  }
}

async function countIn(
  name: string,
  home: Parameters<typeof listMoveDatabases>[0],
  { home_urls, env }: Pick<MoveOptions, 'home_urls' | 'env'>,
): Promise<number> {
  const found = (await listMoveDatabases(home, home_urls, env)).get(name)
  if (!found) throw new Error(`Home knows no ledger database "${name}".`)
  const owner = await connectAsOwner(found.urls(), 5_000)
  return countThere(owner).finally(() => owner.end())
}
