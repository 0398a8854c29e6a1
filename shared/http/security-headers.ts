/**
 * Headers that forbid browsers to store answers, to frame them, to guess their type and to pass on their addresses. A
 * page to print and an answer with an ETag override them.
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
}
