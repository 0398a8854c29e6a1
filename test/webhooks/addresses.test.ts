import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { promises } from 'node:dns'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, isIPv4 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { expect } from 'chai'
import { checkedLookup } from '../../shared/webhooks/checked-lookup.ts'
import { type Interfaces, isPublicAddress } from '../../shared/webhooks/public-address.ts'
import { createSender } from '../../shared/webhooks/send-webhook.ts'
import { defectOfUrl } from '../../shared/webhooks/webhook-url.ts'

// biome-ignore format: a list reads better in rows
const REFUSED = [
  '0.0.0.0', '10.1.2.3', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1', '172.31.255.255',
  '192.0.0.8', '192.168.1.1', '198.18.0.1', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255', '168.63.129.16',
  '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1',
  '2001::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1', '100::1', 'no address',
]
// biome-ignore format: a list reads better in rows
const PUBLIC = ['1.1.1.1', '9.9.9.9', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '192.167.1.1', '223.255.255.255', '2606:4700::1111', '2a00:1450:400a::1']

describe('addresses of receivers', () => {
  it('are those of hosts on the internet', () => {
    expect(REFUSED.filter((address) => isPublicAddress(address))).to.deep.equal([])
    expect(PUBLIC.filter((address) => isPublicAddress(address))).to.deep.equal(PUBLIC)
  })

  it('are none that a network interface of this machine has, however they are written', () => {
    const own = interfacesWith('93.184.216.34', '2606:4700::1111')
    for (const address of ['93.184.216.34', '2606:4700::1111', '2606:4700:0:0:0:0:0:1111', '2606:4700::0:1111'])
      expect(isPublicAddress(address, own), address).to.equal(false)
    for (const address of ['93.184.216.35', '2606:4700::1112']) expect(isPublicAddress(address, own)).to.equal(true)
  })

  it('are refused in a URL however they are written', () => {
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
    ]
    const more = [
      '１２７.0.0.1',
      '169.254.169.254',
      '0xa9fea9fe',
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      'db.internal',
      'printer.local',
    ]
    for (const host of [...hosts, ...more])
      expect(defectOfUrl(`https://${host}/`, { webhook_allow_private: false }), host).to.include('inside a network')
    expect(defectOfUrl('https://hooks.example.com:8443/a?b=c', { webhook_allow_private: false })).to.equal(null)
  })

  it('need https, and no user, unless private ones are allowed', () => {
    const defect = (url: string, webhook_allow_private = false) => defectOfUrl(url, { webhook_allow_private })
    expect(defect('http://hooks.example.com/')).to.include('https')
    expect(defect('ftp://hooks.example.com/', true)).to.include('https')
    expect(defect('https://me:pw@hooks.example.com/')).to.include('password')
    expect(defect('https://hooks.example.com/#a')).to.include('fragment')
    expect(defect('/hook')).to.include('absolute')
    expect([defect('http://127.0.0.1:1/', true), defect('http://localhost/', true)]).to.deep.equal([null, null])
  })

  describe('behind a name', () => {
    let answers: string[]
    let asked: number
    let names: Awaited<ReturnType<typeof startNameServer>>
    before(async () => {
      names = await startNameServer(() => {
        asked += 1
        return answers.length > 1 ? String(answers.shift()) : String(answers[0])
      })
    })
    beforeEach(() => {
      asked = 0
    })
    after(() => names.close())

    let own: string[] = []
    const lookUp = () =>
      new Promise<LookupAddress[]>((resolve, reject) => {
        const lookup = checkedLookup(names.resolver, () => interfacesWith(...own)())
        lookup('receiver.test', { all: true }, (error, found) =>
          error ? reject(error) : resolve(found as LookupAddress[]),
        )
      })

    it('are what name servers say, if they are public', async () => {
      answers = ['93.184.216.34']
      expect(await lookUp()).to.deep.equal([{ address: '93.184.216.34', family: 4 }])
      answers = ['10.0.0.7']
      const error = await lookUp().catch((caught) => caught)
      expect(error.code).to.equal('address_refused')
    })

    it('are looked at for each connection beside those that this machine has then', async () => {
      answers = ['93.184.216.34']
      own = ['93.184.216.34']
      const error = await lookUp().catch((caught) => caught)
      expect(error.code).to.equal('address_refused')
      own = []
      expect(await lookUp()).to.deep.equal([{ address: '93.184.216.34', family: 4 }])
    })

    it('are looked up once for each connection, which goes to what was checked', async () => {
      const inside = createServer(() => {
        throw new Error('somebody has connected')
      }).listen(0, '127.0.0.1')
      await once(inside, 'listening')
      const { port } = inside.address() as AddressInfo
      // Public to whoever looks first, and inside the network from then on.
      answers = ['93.184.216.34', '127.0.0.1']
      expect(await lookUp()).to.deep.equal([{ address: '93.184.216.34', family: 4 }])
      asked = 0
      const sender = createSender(
        { webhook_allow_private: false, webhook_timeout_ms: 500 },
        checkedLookup(names.resolver),
      )
      const refused = await sender.send(`https://receiver.test:${port}/`, {}, '{}')
      expect(refused).to.deep.equal({ status: null, error: 'address_refused', retry_after: undefined })
      expect(asked).to.equal(1)
      for (const url of [`https://127.0.0.1:${port}/`, `https://[::ffff:127.0.0.1]:${port}/`, 'http://receiver.test/'])
        expect((await sender.send(url, {}, '{}')).error, url).to.equal('address_refused')
      sender.close()
      inside.close()
    })
  })
})

/** Of a machine that has these beside its own. */
function interfacesWith(...addresses: readonly string[]): Interfaces {
  const more = addresses.map((address): NetworkInterfaceInfo => {
    const common = { address, mac: '00:00:00:00:00:00', internal: false, cidr: null }
    return isIPv4(address)
      ? { ...common, family: 'IPv4', netmask: '255.255.255.255' }
      : { ...common, family: 'IPv6', netmask: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', scopeid: 0 }
  })
  return () => ({ ...networkInterfaces(), eth9: more })
}

/** A name server on this machine: it answers each question for an IPv4 address with the next one, and knows no IPv6. */
async function startNameServer(next: () => string) {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5
    const isFour = question.readUInt16BE(end - 4) === 1
    const head = Buffer.from(question.subarray(0, end))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(isFour ? 1 : 0, 6)
    head.writeUInt32BE(0, 8)
    const record = Buffer.from([
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      4,
      ...(isFour ? next().split('.').map(Number) : []),
    ])
    socket.send(isFour ? Buffer.concat([head, record]) : head, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new promises.Resolver({ timeout: 1_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`])
  return { resolver, close: () => socket.close() }
}
