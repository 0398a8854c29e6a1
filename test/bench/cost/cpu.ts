import { readdirSync, readFileSync } from 'node:fs'

/** What Linux counts in: USER_HZ is 100 wherever Node runs. */
const TICK_US = 10_000

type Stat = { readonly pid: number; readonly parent: number; readonly live: number; readonly reaped: number }

/**
 * CPU time of a process with all below it, those that have ended included.
 *
 * @param except processes that are not counted
 * @returns microseconds
 */
export function cpuOf(root: number | undefined, except: readonly number[] = []): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readStat(Number(name)) : []))
  const children = Map.groupBy(all, ({ parent }) => parent)
  const sum = ({ pid, live, reaped }: Stat): number =>
    (except.includes(pid) ? 0 : live + reaped) + (children.get(pid) ?? []).reduce((below, one) => below + sum(one), 0)
  const stat = all.find(({ pid }) => pid === root)
  if (!stat) throw new Error(`The process ${root} has ended while it was measured.`)
  return sum(stat) * TICK_US
}

/** @returns nothing when the process has ended meanwhile */
function readStat(pid: number): Stat[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold anything; the fields after it are numbered from 3 in proc(5).
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const field = (number: number) => Number(fields[number - 3])
    return [{ pid, parent: field(4), live: field(14) + field(15), reaped: field(16) + field(17) }]
  } catch {
    return []
  }
}
