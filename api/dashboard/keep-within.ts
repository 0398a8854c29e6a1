import { createHash } from 'node:crypto'

/** Answered with an empty style sheet, instead of the fonts. */
export const NO_FONTS = '/no-fonts.css'

/** The pages and one of their scripts name these, and Google would learn of every visit. */
const FONTS = /https:\/\/fonts\.(googleapis|gstatic)\.com[^"'`\s]*/g
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * Keeps the dashboard within this host: fonts of others are left out, and the browser may load nothing from elsewhere
 * and run no scripts but the files of the dashboard and those in its page.
 */
export function keepWithin(content_type: string, bytes: Buffer): { body: Buffer; content_security_policy: string } {
  if (!/^text\/(html|javascript)/.test(content_type)) return { body: bytes, content_security_policy: policy([]) }
  const text = bytes.toString('utf8').replace(FONTS, NO_FONTS)
  const scripts = content_type.startsWith('text/html') ? [...text.matchAll(INLINE_SCRIPT)] : []
  return { body: Buffer.from(text), content_security_policy: policy(scripts.map(([, script = '']) => hashOf(script))) }
}

/** Scripts are named by their hashes; styles are set by the scripts as they go. */
function policy(script_hashes: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(script_hashes)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** @source CSP Level 3, 2.3.1: a browser compares with the text between the tags, carriage returns already removed */
function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
