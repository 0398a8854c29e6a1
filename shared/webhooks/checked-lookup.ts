import { type LookupAddress, lookup, promises } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { type Interfaces, isPublicAddress } from './public-address.ts'

/** A name that means an address which nothing is sent to. */
class AddressRefused extends Error {
  readonly code = 'address_refused'
}

type Resolver = Pick<promises.Resolver, 'resolve4' | 'resolve6'>

const DNS_TIMEOUT_MS = 4_000

/**
 * Looks a name up for one connection and gives only addresses that are public. The connection goes to the very address that was
 * checked, so a name that changes between a check and a connection gains nothing. It asks name servers alone: `/etc/hosts` names
 * what is near, and the lookups of the operating system share four threads of the process.
 */
export function checkedLookup(
  resolver: Resolver = new promises.Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 }),
  interfaces?: Interfaces,
): LookupFunction {
  return (hostname, { all }, callback) => {
    const answer = (addresses: LookupAddress[]) => {
      const [first] = addresses
      if (all) callback(null, addresses)
      else callback(null, first?.address ?? '', first?.family)
    }
    resolvePublic(resolver, hostname, interfaces).then(answer, (error) => callback(error, ''))
  }
}

async function resolvePublic(
  resolver: Resolver,
  hostname: string,
  interfaces: Interfaces | undefined,
): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [...addressesOf(four, 4), ...addressesOf(six, 6)]
  if (addresses.length === 0) throw four.status === 'rejected' ? four.reason : new Error(`${hostname} has no address`)
  // One that is not public beside public ones is no accident.
  if (!addresses.every(({ address }) => isPublicAddress(address, interfaces)))
    throw new AddressRefused('The name means an address of this machine or inside a network.')
  return addresses
}

function addressesOf(settled: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return settled.status === 'fulfilled' ? settled.value.map((address) => ({ address, family })) : []
}

/** As everything else on the machine looks names up, for receivers in the network of the service. */
export const anyLookup: LookupFunction = lookup as LookupFunction
