import { fstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** Linux lists the connections of a network here, each with the bytes of it that nobody has acknowledged. */
const LISTS = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
const BYTES = 4
const INODE = 9

/**
 * What the operating system has of some connections and their clients have not acknowledged. Node hears of it in steps of
 * megabytes only: a connection takes more when a third of its buffer is free.
 *
 * @returns nothing of a connection where the system does not say
 */
export async function findUnacknowledged(sockets: readonly Socket[]): Promise<ReadonlyMap<Socket, number>> {
  const byInode = new Map(sockets.flatMap((socket) => inodesOf(socket).map((inode) => [inode, socket] as const)))
  const lists = await Promise.all(LISTS.map((path) => readFile(path, 'latin1').catch(() => '')))
  const found = new Map<Socket, number>()
  for (const line of lists.join('').split('\n')) {
    const columns = line.trim().split(/\s+/, INODE + 1)
    const socket = byInode.get(columns[INODE] ?? '')
    if (socket) found.set(socket, Number.parseInt(columns[BYTES] ?? '0', 16))
  }
  return found
}

function inodesOf(socket: Socket): string[] {
  const { _handle: handle } = socket as { _handle?: { readonly fd: number } | null }
  return handle && handle.fd >= 0 ? [String(fstatSync(handle.fd).ino)] : []
}
