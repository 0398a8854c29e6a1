import { expect } from 'chai'
import { drawInThread } from '../../../api/qr-bills/drawing/draw-in-thread.ts'
import type { DrawingOrder } from '../../../api/qr-bills/drawing/order.ts'
import { readQrCode } from '../../../shared/accounting/qr-bills/read-qr-code.ts'
import { qrCode } from '../../support/requests/qr-codes.ts'

describe('drawings of payment parts', () => {
  function order(): DrawingOrder {
    const bill = readQrCode(qrCode())
    if ('length' in bill) throw new Error('the example is a code')
    return { format: 'svg', language: 'DE', bill, title: '', date: '2026-03-10' }
  }

  it('keys take turns, and what nobody waits for any more is not drawn', async () => {
    const done: string[] = []
    const draw = (key: string, name: string, abandoned?: Parameters<typeof drawInThread>[2]) =>
      drawInThread(key, order(), abandoned).then(
        () => done.push(name),
        (error: Error) => done.push(`${name}: ${error.message}`),
      )
    let hangUp = (_: Error) => {}
    const all = [
      draw('a', 'a1'),
      draw('a', 'a2', (listen) => {
        hangUp = listen
        return () => {}
      }),
      draw('a', 'a3'),
      draw('b', 'b1'),
    ]
    hangUp(new Error('gone'))
    await Promise.all(all)
    expect(done).to.deep.equal(['a2: gone', 'a1', 'b1', 'a3'])
  })
})
