import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

describe('npm run mcp at the end of a pipe', function () {
  this.timeout(60_000)

  it('answers everything that was asked before its input ended, then ends itself', async () => {
    const customer = await newEndCustomer()
    const key = await issueKey(service().home, {
      client_name: 'model',
      scopes: ['read'],
      end_customer_ids: [customer],
    })
    const env = { ...process.env, HAUPTBUCH_URL: service().base_url, HAUPTBUCH_KEY: key }
    const child = spawn(process.execPath, ['api/mcp/main.ts'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    const said = text(child.stdout)
    const ended = once(child, 'close')
    const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const call = (id: number, name: string, args: object) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name, arguments: args },
    })
    const asked = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: client },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      call(3, 'listEndCustomers', {}),
      call(4, 'listJournalEntries', { end_customer_id: customer }),
    ]
    child.stdin.end(asked.map((message) => `${JSON.stringify(message)}\n`).join(''))
    const answers = (await said)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result?: { isError?: boolean } })
    expect(answers.map(({ id }) => id)).to.have.members([1, 2, 3, 4])
    expect(answers.filter(({ result }) => !result || result.isError)).to.deep.equal([])
    expect(await ended).to.deep.equal([0, null])
  })
})
