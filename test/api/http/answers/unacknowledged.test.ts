import { once } from 'node:events'
import { fstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { findUnacknowledged } from '../../../../shared/http/unacknowledged.ts'

describe('the list of connections of the operating system', () => {
  it('is read piece by piece, so that ten thousand others do not hold the event loop', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const [socket] = (await once(server, 'connection')) as [Socket]
    const { _handle } = socket as unknown as { _handle: { fd: number } }
    const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-list-'))
    const list = join(folder, 'tcp')
    const others = Array.from({ length: 10_000 }, (_, index) => lineOf(index, 'FF', index + 1_000_000_000))
    writeFileSync(
      list,
      ['  sl  local_address …', ...others, lineOf(10_000, '1A2B', fstatSync(_handle.fd).ino), ''].join('\n'),
    )
    let turns = 0
    let isOver = false
    const look = () => {
      turns += 1
      if (!isOver) setImmediate(look)
    }
    look()
    try {
      const found = await findUnacknowledged([socket], [list, join(folder, 'nothing')])
      isOver = true
      expect([...found]).to.deep.equal([[socket, 0x1a2b]])
      // 1.5 MB, in pieces of 64 kB.
      expect(turns).to.be.greaterThan(20)
    } finally {
      rmSync(folder, { recursive: true })
      client.destroy()
      socket.destroy()
      server.close()
    }
  })
})

/** As Linux writes it: `tx_queue` is what is not acknowledged. */
function lineOf(number: number, bytes: string, inode: number): string {
  const addresses = '0100007F:0BB8 0100007F:D431 01'
  const queues = `${bytes.padStart(8, '0')}:00000000`
  return `${String(number).padStart(4)}: ${addresses} ${queues} 00:00000000 00000000     0        0 ${inode} 1 0000000000000000 20 4 30 10 -1`.padEnd(
    149,
  )
}
