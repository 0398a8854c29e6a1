import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** What is sent before nothing more comes: it is small, and its tree would be large. */
const START =
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>' +
  '<GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct><Ntry>'

/** A thread of its own, so that sending delays nobody who measures. The first message of its parent lets them all go. */
const { port, keys, count, of } = workerData as Senders
const KINDS = {
  'bank statements': {
    path: '/v1/camt-053/imports?end_customer_id=',
    type: 'application/xml',
    announced: 200_000_000,
    body: `${START}${'<a/>'.repeat(200_000)}`,
  },
  // The end is all that is missing.
  'JSON bodies': {
    path: '/v1/source-facts/batch',
    type: 'application/json',
    announced: 1_048_576,
    body: `{"items":["${'x'.repeat(1_048_500)}`,
  },
} as const
const { path, type, announced, body } = KINDS[of]
const statuses: Record<string, number> = {}

export type Senders = {
  readonly port: number
  readonly keys: readonly string[]
  readonly count: number
  readonly of: 'bank statements' | 'JSON bodies'
}

const sockets: Socket[] = []
let written = 0
for (let index = 0; index < count; index += 1) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.once('data', (answer) => {
    const status = answer.toString('latin1', 9, 12)
    statuses[status] = (statuses[status] ?? 0) + 1
  })
  socket.write(headOf(keys[index % keys.length] as string) + body, () => {
    written += 1
    if (written === count) parentPort?.postMessage('all is sent')
  })
  sockets.push(socket)
}
parentPort?.once('message', () => {
  for (const socket of sockets) socket.destroy()
  parentPort?.postMessage(statuses)
})

function headOf(key: string): string {
  const lines = [
    `POST ${path}${path.endsWith('=') ? randomUUID() : ''} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    `Content-Type: ${type}`,
    `Idempotency-Key: ${randomUUID()}`,
    `Content-Length: ${announced}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
