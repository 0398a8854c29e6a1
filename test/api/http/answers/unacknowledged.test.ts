import { once } from 'node:events'
import { fstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { watchReaders } from '../../../../api/http/answers/watch-reader.ts'
import { eachUnacknowledged } from '../../../../shared/http/unacknowledged.ts'

const TICK_MS = 30
const NO_LINE = null
const NO_LIST = -1

describe('the list of connections of the operating system', () => {
  it('may hide a line while connections come and go; then nothing is known of that reader in this window', () =>
    expectCutAtTheEnd([400_000, NO_LINE, 300_000, 200_000, 100_000, 0]))

  it('may be read in vain once; then nothing is known of any reader in this window', () =>
    expectCutAtTheEnd([400_000, NO_LIST, 300_000, 200_000, 100_000, 0]))

  it('shows a reader that acknowledges in steps, who is judged by three windows together', () =>
    expectCutAtTheEnd([300_000, 300_000, 300_000, 200_000, 200_000, 200_000, 100_000, 100_000, 100_000, 0]))

  /** @param windows what the list says in each of them is not acknowledged; from the last one on it stays so */
  async function expectCutAtTheEnd(windows: readonly (number | null)[]): Promise<void> {
    const { socket, close, folder } = await connected()
    // The client reads nothing, so that only these lists say what it has acknowledged.
    const lists = windows.map((bytes, index) => {
      const list = join(folder, `${index}`)
      if (bytes === NO_LIST) return list
      const line = bytes === NO_LINE ? [] : [lineOf(1, bytes.toString(16), inodeOf(socket))]
      writeFileSync(list, ['  sl  local_address …', lineOf(0, 'FF', 1), ...line, ''].join('\n'))
      return list
    })
    let looks = 0
    const listsInTurn = {
      *[Symbol.iterator]() {
        yield lists[Math.min(looks, lists.length - 1)] as string
        looks += 1
      },
    }
    try {
      socket.write(Buffer.alloc(32_000_000))
      await new Promise<void>((resolve) => watchReaders(33_000, 1, TICK_MS, listsInTurn)(socket, resolve))
      // It acknowledges enough in each three windows until the last list, and nothing from then on.
      expect(looks).to.be.greaterThan(lists.length)
    } finally {
      close()
    }
  }

  it('may never have a line of a connection: then what that takes counts, over more windows', async () => {
    const { socket, close, folder } = await connected()
    const list = join(folder, 'tcp')
    writeFileSync(list, ['  sl  local_address …', lineOf(0, 'FF', 1), ''].join('\n'))
    let looks = 0
    const counted = {
      *[Symbol.iterator]() {
        looks += 1
        yield list
      },
    }
    try {
      socket.write(Buffer.alloc(32_000_000))
      await new Promise<void>((resolve) => watchReaders(33_000, 1, TICK_MS, counted)(socket, resolve))
      expect(looks).to.be.greaterThan(6)
      expect(socket.destroyed).to.equal(true)
    } finally {
      close()
    }
  })

  it('is read once at a time, however long it takes: windows do not overlap', async () => {
    const { socket, close, folder } = await connected()
    const list = join(folder, 'tcp')
    writeFileSync(list, ['  sl  local_address …', lineOf(1, 'FF', inodeOf(socket)), ''].join('\n'))
    const under_way: number[] = []
    let readers = 0
    const long = {
      *[Symbol.iterator]() {
        readers += 1
        under_way.push(readers)
        for (let count = 0; count < 200; count += 1) yield list
        readers -= 1
      },
    }
    try {
      socket.write(Buffer.alloc(32_000_000))
      await new Promise<void>((resolve) => watchReaders(33_000, 1, 1, long)(socket, resolve))
      expect(Math.max(...under_way)).to.equal(1)
    } finally {
      close()
    }
  })

  it('is read piece by piece, so that ten thousand others do not hold the event loop', async () => {
    const { socket, close, folder } = await connected()
    const list = join(folder, 'tcp')
    const others = Array.from({ length: 10_000 }, (_, index) => lineOf(index, 'FF', index + 1_000_000_000))
    writeFileSync(list, ['  sl  local_address …', ...others, lineOf(10_000, '1A2B', inodeOf(socket)), ''].join('\n'))
    let turns = 0
    let isOver = false
    const look = () => {
      turns += 1
      if (!isOver) setImmediate(look)
    }
    look()
    try {
      const found: (readonly [Socket, number])[] = []
      const isSaid = await eachUnacknowledged([socket], (of, bytes) => found.push([of, bytes]), [
        list,
        join(folder, 'nothing'),
      ])
      isOver = true
      expect(isSaid).to.equal(true)
      expect(found).to.deep.equal([[socket, 0x1a2b]])
      // 1.5 MB, in pieces of 64 kB.
      expect(turns).to.be.greaterThan(20)
    } finally {
      close()
    }
  })
})

/** A connection whose client reads nothing, and a folder for lists. */
async function connected() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const [socket] = (await once(server, 'connection')) as [Socket]
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-list-'))
  const close = () => {
    rmSync(folder, { recursive: true })
    client.destroy()
    socket.destroy()
    server.close()
  }
  return { socket, folder, close }
}

function inodeOf(socket: Socket): number {
  const { _handle } = socket as unknown as { _handle: { fd: number } }
  return fstatSync(_handle.fd).ino
}

/** As Linux writes it: `tx_queue` is what is not acknowledged. */
function lineOf(number: number, bytes: string, inode: number): string {
  const addresses = '0100007F:0BB8 0100007F:D431 01'
  const queues = `${bytes.padStart(8, '0')}:00000000`
  return `${String(number).padStart(4)}: ${addresses} ${queues} 00:00000000 00000000     0        0 ${inode} 1 0000000000000000 20 4 30 10 -1`.padEnd(
    149,
  )
}
