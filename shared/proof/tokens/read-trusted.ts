import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * The certificates of TIMESTAMP_CA_FILE; null where there is none.
 *
 * @throws Error with one sentence where the file cannot be used
 */
export async function readTrusted(file: string | null): Promise<readonly X509Certificate[] | null> {
  if (file === null) return null
  const text = await readFile(file, 'latin1').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`TIMESTAMP_CA_FILE cannot be read: ${error.code} ${file}.`)
  })
  const blocks = text.match(PEM) ?? []
  if (blocks.length === 0) throw new Error(`TIMESTAMP_CA_FILE has no certificate in PEM: ${file}.`)
  try {
    return blocks.map((block) => new X509Certificate(block))
  } catch {
    throw new Error(`TIMESTAMP_CA_FILE has a certificate that cannot be read: ${file}.`)
  }
}
