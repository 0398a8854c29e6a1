import { X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { stampLedgers } from '../../shared/proof/stamp-ledgers.ts'
import { checksTokens } from '../../shared/verify/verify-stamps.ts'
import { commandsOn, runCli } from '../support/processes/run-cli.ts'
import { type Openssl, openOpenssl } from '../support/proof/openssl.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { EXPENSES, expense } from '../support/requests/examples.ts'

const CONFIG = `
[tsa]
serial = SERIAL
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
accuracy = secs:1
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
[signer]
extendedKeyUsage = critical, timeStamping
[req]
distinguished_name = dn
[dn]
`

/** Somebody else's implementation of RFC 3161: it makes stamps for us, and verifies ours. */
describe('openssl ts', () => {
  let openssl: Openssl
  let server: Server
  let quiet: QuietService

  before(async function () {
    const found = openOpenssl()
    if (!found) return this.skip()
    openssl = found
    const { at, make, read, write } = openssl
    makeAuthority(openssl)
    server = createServer(async (request, response) => {
      write('request.tsq', Buffer.concat(await Array.fromAsync(request)))
      make(...REPLY, '-queryfile', 'request.tsq', '-out', 'reply.tsr')
      response.end(read('reply.tsr'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const TIMESTAMP_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    quiet = await openQuietService(undefined, { TIMESTAMP_URL, TIMESTAMP_CA_FILE: at('authority.pem') })
  })
  after(async () => {
    await quiet?.close()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
    openssl?.remove()
  })

  it('makes a stamp that we verify, verifies it, and so does an export without a database', async () => {
    const { at, read, run, write } = openssl
    const customer = await quiet.newEndCustomer()
    await quiet.post(EXPENSES, expense(customer))
    await quiet.work('facts.evaluate')
    expect(await stampLedgers(quiet.worker)).to.include({ ledgers: 1, grown: 1 })
    const { body } = await quiet.get(`/v1/ledger-proof?end_customer_id=${customer}&entry_number=1`)
    write('token.der', Buffer.from(body.stamp.token, 'base64'))
    const verify = (digest: string) =>
      run('ts', '-verify', '-digest', digest, '-in', 'token.der', '-token_in', '-CAfile', 'authority.pem')
    expect(verify(body.stamped_tree.root).said).to.include('Verification: OK')
    expect(verify('ab'.repeat(32)).said).to.include('Verification: FAILED')
    const other = new X509Certificate(read('other.pem'))
    const check = (trusted: X509Certificate[] | null) =>
      checksTokens(trusted)(read('token.der'), body.stamped_tree.root)
    expect(check(null)).to.equal(body.stamp.stamped_at)
    expect(check([other])).to.equal('its certificate does not lead to one of TIMESTAMP_CA_FILE')
    const { ops } = commandsOn(() => quiet.database_url)
    const file = at('export.ndjson.gz')
    expect((await ops('export', '--end-customer', customer, '--file', file)).code).to.equal(0)
    const TIMESTAMP_CA_FILE = at('authority.pem')
    const { stdout, stderr } = await runCli('shared/cli/ops.ts', ['verify-export', file], { TIMESTAMP_CA_FILE })
    expect(stderr).to.equal('')
    expect(stdout).to.equal(`1 entries of ${customer} verified, of which 1 are stamped, 0 findings\n`)
  })
})

const REPLY = [
  'ts',
  '-reply',
  '-config',
  'tsa.cnf',
  '-section',
  'tsa',
  '-signer',
  'signer.pem',
  '-inkey',
  'signer.key',
  '-sha256',
]

/** The signer has RSA, as with most authorities: the other tests are on elliptic curves. */
function makeAuthority({ at, make, write }: Openssl) {
  write('tsa.cnf', CONFIG.replace('SERIAL', at('serial')))
  write('serial', '01')
  const config = ['-config', 'tsa.cnf', '-nodes']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-days', '2']
  const steps = [
    ...['authority', 'other'].map((name) => [
      ...['req', '-x509', '-subj', `/CN=${name}`, '-extensions', 'authority', ...config, ...curve],
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
    ]),
    ['req', '-subj', '/CN=signer', ...config, '-newkey', 'rsa:2048', '-keyout', 'signer.key', '-out', 'signer.csr'],
    [
      ...['x509', '-req', '-in', 'signer.csr', '-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial'],
      ...['-extfile', 'tsa.cnf', '-extensions', 'signer', '-days', '2', '-out', 'signer.pem'],
    ],
  ]
  for (const step of steps) make(...step)
}
