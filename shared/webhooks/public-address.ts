import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * Addresses of IPv4 that are not those of a host on the internet.
 *
 * @source IANA IPv4 Special-Purpose Address Registry (RFC 6890); the last one is a server in each network of Azure
 */
const NOT_PUBLIC: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32],
]

/** The one range of IPv6 that is given out (RFC 4291), and what is not a host in it: protocols, 6to4, documentation. */
const GIVEN_OUT: readonly [string, number] = ['2000::', 3]
const NOT_HOSTS: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const notPublic = new BlockList()
for (const [network, prefix] of NOT_PUBLIC) notPublic.addSubnet(network, prefix, 'ipv4')
const givenOut = new BlockList()
givenOut.addSubnet(...GIVEN_OUT, 'ipv6')
const notHosts = new BlockList()
for (const [network, prefix] of NOT_HOSTS) notHosts.addSubnet(network, prefix, 'ipv6')

export type Interfaces = typeof networkInterfaces

/**
 * Whether an address is one of a host on the internet: not of this machine, of its network, of a cloud's metadata, of many hosts
 * at once. An IPv4 address in an IPv6 one (mapped, NAT64, 6to4) is none.
 *
 * @param interfaces asked each time: a machine gets and loses addresses while it runs
 */
export function isPublicAddress(address: string, interfaces: Interfaces = networkInterfaces): boolean {
  const family = isIP(address)
  if (family === 0 || address.includes('%')) return false
  const isGivenOut = family === 4 ? !notPublic.check(address, 'ipv4') : isHostOfSix(address)
  return isGivenOut && !isOwn(address, interfaces)
}

function isHostOfSix(address: string): boolean {
  return givenOut.check(address, 'ipv6') && !notHosts.check(address, 'ipv6')
}

/** A machine without a router in front has public addresses itself, and what listens on them need not be for the internet. */
function isOwn(address: string, interfaces: Interfaces): boolean {
  const own = new BlockList()
  for (const { address, family } of Object.values(interfaces()).flatMap((found) => found ?? []))
    own.addAddress(address, family === 'IPv4' ? 'ipv4' : 'ipv6')
  return own.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}
