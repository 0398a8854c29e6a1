import { createHash, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import type { camt053Import } from '../../../../shared/contract/bank/camt053-imports.ts'
import type { FromSchema } from '../../../../shared/contract/schema.ts'
import { bankEntry, camt053Message } from '../../../camt053/messages.ts'
import { service } from '../../../support/service.ts'

const BYTES_PER_CHUNK = 500

describe('an upload in chunks', () => {
  it('arrives as it was sent, also where one read of the socket brings hundreds of them', async () => {
    const bankEntries = Array.from({ length: 2_000 }, (_, number) => bankEntry({ ref: String(number) })).join('')
    const file = Buffer.from(camt053Message({ bankEntries }))
    const { status, answer } = await uploadInChunks(file)
    expect([status, answer.size_bytes, answer.file_sha256]).to.deep.equal([202, file.length, sha256(file)])
  })
})

/** By hand, as Node's client puts many small chunks into one. */
async function uploadInChunks(file: Buffer) {
  const { base_url, key } = service()
  const socket = connect(Number(new URL(base_url).port), '127.0.0.1')
  socket.write(
    `POST /v1/camt-053/imports?end_customer_id=${randomUUID()} HTTP/1.1\r\nHost: hauptbuch\r\nConnection: close\r\n` +
      `Authorization: Bearer ${key}\r\nContent-Type: application/xml\r\nIdempotency-Key: ${randomUUID()}\r\n` +
      'Transfer-Encoding: chunked\r\n\r\n',
  )
  const chunks: string[] = []
  for (let at = 0; at < file.length; at += BYTES_PER_CHUNK) {
    const chunk = file.toString('latin1', at, at + BYTES_PER_CHUNK)
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  }
  socket.write(`${chunks.join('')}0\r\n\r\n`, 'latin1')
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const answer: FromSchema<typeof camt053Import> = JSON.parse(body)
  return { status: Number(head.split(' ')[1]), answer }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
