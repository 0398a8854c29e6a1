import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The commands of all processes of this machine; none where it does not tell (Linux alone does). */
export function runningCommands(): string[] {
  return existsSync('/proc/self') ? readdirSync('/proc').map(commandOf) : []
}

/** A process may end meanwhile. */
function commandOf(process_id: string): string {
  try {
    return readFileSync(`/proc/${process_id}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}
