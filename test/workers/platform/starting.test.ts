import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect } from 'chai'
import { freePort } from '../../support/processes/free-port.ts'
import { runProcess } from '../../support/processes/real-processes.ts'
import { service } from '../../support/service.ts'

/** Where a start has to say in one sentence what is wrong, and where it may go on with another connection. */
describe('a connection to the database that breaks during the start', function () {
  this.timeout(180_000)

  /** A line to the database that resets a connection when the piece with this number is sent. */
  async function openBreakingLine(target: URL, breaking: number) {
    let pieces = 0
    const sockets = new Set<Socket>()
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      const both = [near, far]
      const end = () => {
        for (const socket of both) socket.destroy()
      }
      for (const socket of both) sockets.add(socket.on('error', end).on('close', end))
      far.on('data', (piece) => near.write(piece))
      near.on('data', (piece) => {
        if (++pieces === breaking) near.resetAndDestroy()
        else far.write(piece)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = new URL(target)
    url.port = String((server.address() as { port: number }).port)
    return {
      database_url: url.href,
      close() {
        for (const socket of sockets) socket.destroy()
        server.close()
      },
    }
  }

  for (const file of ['api/main.ts', 'workers/main.ts'])
    it(`${file} says which database it cannot use`, async () => {
      const started = runProcess(file, { DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/books', PORT: '0' })
      while (started.child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20))
      await started.stop()
      expect(started.complaints()).to.match(
        /^(web|worker): Cannot use database "books" on 127.0.0.1: nothing listens there\. Check DATABASE_URL\.\n$/,
      )
    })

  for (const file of ['api/main.ts', 'workers/main.ts'])
    it(`${file} ends with one sentence, or runs`, async () => {
      const fates: string[] = []
      for (let breaking = 1; breaking <= 6; breaking++) {
        const line = await openBreakingLine(new URL(service().database_url), breaking)
        const started = runProcess(file, { DATABASE_URL: line.database_url, PORT: String(await freePort()) })
        while (started.child.exitCode === null && !/is running|listening/.test(started.text()))
          await new Promise((resolve) => setTimeout(resolve, 20))
        const code = await started.stop()
        line.close()
        const sentence = /^(web|worker): [^\n]+\n$/.test(started.complaints())
        if (code === 1 && sentence) fates.push('said why')
        else if (code === 0 && started.complaints() === '') fates.push('runs')
        else fates.push(`${code}: ${started.complaints()}`)
      }
      expect(fates.slice(0, 3)).to.deep.equal(['said why', 'said why', 'said why'])
      expect(new Set(fates)).to.deep.equal(new Set(['said why', 'runs']))
    })
})
