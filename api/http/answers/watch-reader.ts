import type { Socket } from 'node:net'
import { eachUnacknowledged } from '../../../shared/http/unacknowledged.ts'

/**
 * Watches the reader of a connection, and cuts it off when it takes too little.
 *
 * @param onCut is called once, before
 * @returns stops watching
 */
export type WatchReader = (socket: Socket, onCut: () => void) => () => void

type WatchedReader = {
  readonly socket: Socket
  readonly onCut: () => void
  /** In which something waited for the reader. */
  ticks: number
  /** What the client had acknowledged at the end of each of the last windows. */
  readonly acknowledged: number[]
  /** What the connection had taken at the end of each of the last windows, as long as no list had a line of it. */
  readonly unlisted: number[]
}

/** What Node knows of a connection that the operating system has. It is gone when the connection is closed. */
type Handle = { readonly bytesWritten: number; readonly writeQueueSize: number }

/**
 * A client acknowledges in steps, too: where its buffer is full, it says so and takes nothing until a part of it is free.
 * 64 kB in one go on one machine, which are 32 seconds of a reader that is twice as fast as it must be.
 */
const WINDOWS = 3
/**
 * A line or a whole list may be missing once. Of a connection that is not listed again and again, what it takes from us has to do: that comes in
 * larger steps than what is acknowledged.
 */
const UNLISTED_WINDOWS = 6

/**
 * Cuts readers off that take less than they must in each of some windows together. Time passes in ticks, as for senders; it
 * stands still while the next piece of a stream is made. The timeout of a socket is content with a byte.
 *
 * @param bytes_per_second 0: no limit
 * @param lists of connections, where they are not those of the system
 */
export function watchReaders(
  bytes_per_second: number,
  window_seconds: number,
  tick_ms: number,
  lists?: Iterable<string>,
): WatchReader {
  if (bytes_per_second === 0) return () => () => {}
  const readers = new Set<WatchedReader>()
  const least = bytes_per_second * window_seconds
  let timer: NodeJS.Timeout | undefined
  let isEverSaid = false

  async function tick(): Promise<void> {
    const due: WatchedReader[] = []
    for (const reader of readers) {
      if (reader.socket.writableLength === 0) continue
      reader.ticks += 1
      if (reader.ticks % window_seconds === 0) due.push(reader)
    }
    if (due.length > 0) await judge(due)
  }

  async function judge(due: readonly WatchedReader[]): Promise<void> {
    const acknowledged = new Map<Socket, number>()
    const sockets = due.map(({ socket }) => socket)
    const isSaid = await eachUnacknowledged(sockets, (of, bytes) => acknowledged.set(of, taken(of) - bytes), lists)
    isEverSaid ||= isSaid
    for (const reader of due) {
      if (!readers.has(reader)) continue
      const { socket } = reader
      const now = acknowledged.get(socket)
      // What is taken is more than what is acknowledged: compared with each other they would say nothing.
      if (now === undefined) judgeOne(reader, reader.unlisted, taken(socket), isEverSaid ? UNLISTED_WINDOWS : WINDOWS)
      else {
        reader.unlisted.length = 0
        judgeOne(reader, reader.acknowledged, now, WINDOWS)
      }
    }
  }

  function judgeOne(reader: WatchedReader, last: number[], now: number, windows: number): void {
    if (broughtIn(last, now, windows) >= least * windows) return
    stop(reader)
    reader.onCut()
    // What the operating system has of the answer is given up with it.
    reader.socket.resetAndDestroy()
  }

  function stop(reader: WatchedReader): void {
    readers.delete(reader)
    if (readers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return (socket, onCut) => {
    const reader: WatchedReader = { socket, onCut, ticks: 0, acknowledged: [], unlisted: [] }
    readers.add(reader)
    timer ??= setInterval(oneAtATime(tick), tick_ms).unref()
    return () => stop(reader)
  }
}

/** No time passes while a list of connections is read, however long that takes: two at once would be one window twice. */
function oneAtATime(tick: () => Promise<void>): () => void {
  let isUnderWay = false
  return () => {
    if (isUnderWay) return
    isUnderWay = true
    void tick().finally(() => {
      isUnderWay = false
    })
  }
}

/** What the last windows together have brought, where so many are known. */
function broughtIn(last: number[], now: number, windows: number): number {
  const then = last.length < windows ? Number.NEGATIVE_INFINITY : (last.shift() ?? now)
  last.push(now)
  return now - then
}

function taken(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: Handle | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}
