import type { X509Certificate } from 'node:crypto'

const WARNING =
  'warning: TIMESTAMP_CA_FILE is not set, so nobody has checked who signed the stamps. ' +
  'A stamp that somebody has made with a key of his own passes as well: without the certificates of the authority, stamps prove nothing.'

/** Says so where stamps were verified with what comes with them alone. Findings stay apart, for scripts. */
export function warnOfStamps(trusted: readonly X509Certificate[] | null): void {
  if (trusted === null) console.error(WARNING)
}
