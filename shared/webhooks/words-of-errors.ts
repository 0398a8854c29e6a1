/** Words of the log of deliveries for what went wrong before there was an answer, by the code of the error. */
const WORDS: Readonly<Record<string, string>> = {
  address_refused: 'address_refused',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  ENOTFOUND: 'unknown_host',
  ENODATA: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ESERVFAIL: 'unknown_host',
  EREFUSED: 'unknown_host',
  ETIMEOUT: 'unknown_host',
}

/** Errors of certificates, as OpenSSL and Node name them. */
const TLS = /^(ERR_(SSL|TLS)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO$)/

/** One word, and never a value of the message: addresses and names are the receiver's. */
export function wordOfError(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return 'connection_failed'
  if (TLS.test(code)) return 'tls'
  if (code.startsWith('HPE_')) return 'no_http'
  return WORDS[code] ?? 'connection_failed'
}
