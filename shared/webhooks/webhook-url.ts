import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Names that never are those of a host on the internet (RFC 6761, RFC 6762, ICANN SAC113). */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/i

export type UrlRules = { readonly webhook_allow_private: boolean }

/**
 * What is wrong with a URL to send to; null: nothing. The address behind a name is checked when it is connected to: it may be
 * another one each time. A literal one is as `URL` reads it, so decimal, octal and hexadecimal forms are what they mean.
 */
export function defectOfUrl(text: string, { webhook_allow_private }: UrlRules): string | null {
  if (!URL.canParse(text)) return 'It is no absolute URL.'
  const url = new URL(text)
  const schemes = webhook_allow_private ? ['https:', 'http:'] : ['https:']
  if (!schemes.includes(url.protocol)) return 'It has to begin with https://.'
  if (url.username !== '' || url.password !== '')
    return 'It has a user or a password. The signature says who has sent it.'
  if (url.hash !== '') return 'It has a fragment, which is never sent.'
  return webhook_allow_private || mayBePublic(url) ? null : 'It names this machine, or an address inside a network.'
}

/** Whether a host may be reached as far as its name tells. */
export function mayBePublic({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? !LOCAL_NAMES.test(host) : isPublicAddress(host)
}
