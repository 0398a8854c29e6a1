import { createReadStream, fstatSync } from 'node:fs'
import type { Socket } from 'node:net'

/** Linux lists the connections of a network here, each with the bytes of it that nobody has acknowledged. */
const LISTS = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
const BYTES = 4
const INODE = 9

/**
 * What the operating system has of some connections and their clients have not acknowledged. Node hears of it in steps of
 * megabytes only: a connection takes more when a third of its buffer is free.
 * Ten thousand connections are a list of megabytes, so it is read piece by piece, each in a turn of the event loop.
 *
 * @param found is told while the list is read, so that it can compare with what it knows at this moment. Connections that come and go
 *   meanwhile may hide the line of another one; then it is told nothing of that
 * @returns whether the system says it at all
 */
export async function eachUnacknowledged(
  sockets: readonly Socket[],
  found: (socket: Socket, bytes: number) => void,
  lists: Iterable<string> = LISTS,
): Promise<boolean> {
  const byInode = new Map(sockets.flatMap((socket) => inodesOf(socket).map((inode) => [inode, socket] as const)))
  let isSaid = false
  for (const list of lists)
    await eachLine(list, (line) => {
      isSaid = true
      const columns = line.trim().split(/\s+/, INODE + 1)
      const socket = byInode.get(columns[INODE] ?? '')
      if (socket) found(socket, Number.parseInt(columns[BYTES] ?? '0', 16))
    })
  return isSaid
}

/** Of a list that is not there, or cannot be read on, there are no lines more. */
async function eachLine(path: string, take: (line: string) => void): Promise<void> {
  let rest = ''
  try {
    for await (const piece of createReadStream(path, 'latin1')) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    }
  } catch {}
}

function inodesOf(socket: Socket): string[] {
  const { _handle: handle } = socket as { _handle?: { readonly fd: number } | null }
  return handle && handle.fd >= 0 ? [String(fstatSync(handle.fd).ino)] : []
}
