import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { expect } from 'chai'
import { answeringTransport } from '../../../api/mcp/answering-transport.ts'
import { buildMcpServer } from '../../../api/mcp/build-server.ts'

type Answer = { readonly jsonrpc: string; readonly id: unknown; readonly error?: { readonly code: number } }

const [PARSE_ERROR, INVALID_REQUEST] = [-32_700, -32_600]
const REFUSED: readonly (readonly [line: string, code: number, id?: number | string])[] = [
  ['[]', INVALID_REQUEST],
  ['null', INVALID_REQUEST],
  ['{', PARSE_ERROR],
  ['42', INVALID_REQUEST],
  ['"text"', INVALID_REQUEST],
  ['true', INVALID_REQUEST],
  ['{}', INVALID_REQUEST],
  ['GET / HTTP/1.1', PARSE_ERROR],
  ['\u0000\ufffd', PARSE_ERROR],
  ['['.repeat(200_000), PARSE_ERROR],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', INVALID_REQUEST],
  ['{"jsonrpc":"2.0","id":2}', INVALID_REQUEST, 2],
  ['{"jsonrpc":"2.0","id":"three","method":3}', INVALID_REQUEST, 'three'],
  ['{"jsonrpc":"1.0","id":4,"method":"ping"}', INVALID_REQUEST, 4],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', INVALID_REQUEST],
  ['{"jsonrpc":"2.0","id":5,"method":"ping","params":[]}', INVALID_REQUEST, 5],
]
/** Where nobody waits for an answer. */
const IGNORED = ['', ' \t\r', '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}', '{"result":1}']
const PING = '{"jsonrpc":"2.0","id":"ping","method":"ping"}'
const TOO_LONG = 11_000_000

describe('lines that are no messages of MCP', function () {
  this.timeout(30_000)

  /** @returns what was answered when everything was, and what the operator was told */
  async function answersTo(...chunks: readonly string[]) {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()]
    const told: string[] = []
    serveStdio(() => buildMcpServer([]), {
      transport: answeringTransport(stdin, stdout),
      onerror: ({ message }) => told.push(message),
    })
    const said = text(stdout)
    for (const chunk of chunks) stdin.write(chunk)
    stdin.end()
    stdin.once('close', () => setTimeout(() => stdout.end(), 500))
    const lines = (await said).split('\n').filter((line) => line !== '')
    return { answers: lines.map((line) => JSON.parse(line) as Answer), told }
  }

  it('are refused in the words of JSON-RPC one by one, and what follows is answered', async () => {
    const lines = [...REFUSED.map(([line]) => line), ...IGNORED, PING]
    const { answers, told } = await answersTo(lines.map((line) => `${line}\n`).join(''))
    const refused = answers.filter(({ id }) => id !== 'ping')
    expect(refused.map(({ jsonrpc, id, error }) => [jsonrpc, id, error?.code])).to.deep.equal(
      REFUSED.map(([, code, id = null]) => ['2.0', id, code]),
    )
    expect(answers.filter(({ id, error }) => id === 'ping' && !error)).to.have.length(1)
    expect(told).to.deep.equal([])
  })

  it('are refused where the last one has no end', async () => {
    const { answers } = await answersTo('{"jsonrpc":')
    expect(answers.map(({ id, error }) => [id, error?.code])).to.deep.equal([[null, PARSE_ERROR]])
  })

  it('are put together of pieces, also of half a letter', async () => {
    const bytes = Buffer.from(`{"jsonrpc":"2.0","id":"Zürich","method":"ping"}\n`)
    const half = bytes.indexOf(0xc3) + 1
    const [stdin, stdout] = [new PassThrough(), new PassThrough()]
    serveStdio(() => buildMcpServer([]), { transport: answeringTransport(stdin, stdout) })
    stdin.write(bytes.subarray(0, half))
    stdin.write(bytes.subarray(half))
    for await (const line of stdout) {
      expect((JSON.parse(String(line)) as Answer).id).to.equal('Zürich')
      break
    }
  })

  it('are refused once where they are too long, whatever they are, and keep no memory', async () => {
    const chunks = Array.from({ length: 110 }, () => '['.repeat(TOO_LONG / 100))
    const { answers, told } = await answersTo(...chunks, `\n${PING}\n`)
    expect(answers.map(({ id, error }) => [id, error?.code])).to.deep.equal([
      [null, INVALID_REQUEST],
      ['ping', undefined],
    ])
    expect(told).to.deep.equal([])
  })
})
