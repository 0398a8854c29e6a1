import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '../../../support/books.ts'
import { startLimited } from '../../../support/limited-service.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

const COUNT = 12

describe('exports that are asked for one behind the other on a connection', () => {
  it('are all answered, and nothing is listened to so often that Node warns', async () => {
    const warnings: string[] = []
    const hear = ({ stack }: Error) => warnings.push(String(stack))
    process.on('warning', hear)
    const running = await startLimited({})
    const customer = await newEndCustomer()
    const socket = connect(running.port, '127.0.0.1')
    try {
      let text = ''
      socket.setEncoding('latin1').on('data', (piece) => {
        text += piece
      })
      const path = `/v1/journal-entries?end_customer_id=${customer}&format=csv`
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service().key}\r\n\r\n`.repeat(COUNT))
      await eventually(async () => text.split('HTTP/1.1 200').length === COUNT + 1)
      // A warning comes in the next turn.
      await sleep(10)
      expect(warnings).to.deep.equal([])
    } finally {
      process.off('warning', hear)
      socket.destroy()
      await running.stop()
    }
  })
})
