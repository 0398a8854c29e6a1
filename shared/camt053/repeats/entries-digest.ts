const MODULUS = 1n << 256n

/** A digest of hashes that does not depend on their order. Equal bank entries count as often as they are there. */
export function createEntriesDigest() {
  let sum = 0n
  return {
    add(hash: string): void {
      sum = (sum + BigInt(`0x${hash}`)) % MODULUS
    },
    hex: () => sum.toString(16).padStart(64, '0'),
  }
}

/** The digest of all of the pages; null where nobody made one of a page. */
export function digestOfPages(digests: readonly (string | null)[]): string | null {
  const digest = createEntriesDigest()
  for (const of_page of digests) {
    if (of_page === null) return null
    digest.add(of_page)
  }
  return digest.hex()
}
