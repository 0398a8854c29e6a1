import { readdirSync, readFileSync } from 'node:fs'

export function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {} // it is gone already
}

/**
 * Lets processes stand still and go on, those too that have lost their parent since: the processes of a postmaster that was killed
 * meanwhile are nobody's children, and hold the memory that the next one needs.
 */
export function freezer(pids: () => readonly number[]) {
  const frozen = new Set<number>()
  return {
    freeze() {
      for (const pid of pids()) {
        frozen.add(pid)
        trySignal(pid, 'SIGSTOP')
      }
    },
    thaw() {
      for (const pid of frozen) trySignal(pid, 'SIGCONT')
      frozen.clear()
    },
  }
}

/** Processes of a postmaster; only Linux lists them, elsewhere there are none. */
export function backendsOf(postmaster: number): { pid: number; command: string }[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        if (Number(parent) !== postmaster) return []
        return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }]
      } catch {
        return [] // it ended while we were looking
      }
    })
}
