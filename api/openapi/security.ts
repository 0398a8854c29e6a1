import type { Endpoint } from '../http/endpoint.ts'

/** Components of the document. */
export const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'hb_<key id>_<secret>' },
  pagePass: {
    type: 'http',
    scheme: 'basic',
    description: 'For browsers: any name, and a page pass as the password. It opens text/html and nothing else.',
  },
} as const

/** Of an operation that is also a page; all others want the key of the whole document. */
export function securityOf(endpoint: Endpoint) {
  const isPage = 'formats' in endpoint && endpoint.formats !== undefined && 'html' in endpoint.formats
  return isPage ? { security: [{ apiKey: [] }, { pagePass: [] }] } : {}
}
