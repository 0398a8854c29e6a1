import type { Context } from 'koa'
import { LOCALES, type Locale } from '../../../shared/contract/setup/settings.ts'

/** What a page that is asked for has to know of its request. */
export type AskedPage = {
  /** The language that the reader prefers. */
  readonly locale: Locale
  /** The way from the address of the page up to /v1/: its links are relative. */
  readonly root: string
}

export function askedPage(ctx: Context): AskedPage {
  ctx.vary('Accept-Language')
  const language = ctx.acceptsLanguages([...LOCALES])
  const depth = ctx.path.split('/').length - 3
  return {
    locale: LOCALES.find((locale) => locale === language) ?? 'en',
    root: '../'.repeat(Math.max(depth, 0)) || './',
  }
}
