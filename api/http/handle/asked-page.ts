import type { Context } from 'koa'
import type { Schema } from '../../../shared/contract/schema.ts'
import { LOCALES, type Locale } from '../../../shared/contract/setup/settings.ts'

/** What a page that is asked for has to know of its request. */
export type AskedPage = {
  /** The language that the reader asks for; null for a reader who asks for none: then it is that of the end customer. */
  readonly locale: Locale | null
  /** The way from the address of the page up to /v1/: its links are relative. */
  readonly root: string
  /** As the address of the page has it: its links keep it. */
  readonly named_locale: Locale | undefined
}

/** Where no end customer says another one. */
export const USUAL_LOCALE: Locale = LOCALES[0]
/** Of readers who prefer languages that no page has. */
const LOCALE_OF_OTHERS: Locale = 'en'

export function askedPage(ctx: Context): AskedPage {
  ctx.vary('Accept-Language')
  const depth = ctx.path.split('/').length - 3
  const named_locale = LOCALES.find((locale) => locale === ctx.query.locale)
  // The one rule for all pages: `locale` decides, without it the browser, without both the end customer.
  return { locale: named_locale ?? preferredLocale(ctx), named_locale, root: '../'.repeat(Math.max(depth, 0)) || './' }
}

/** Null where the browser says nothing. */
function preferredLocale(ctx: Context): Locale | null {
  const preferred = ctx.get('Accept-Language').trim()
  if (preferred === '' || preferred === '*') return null
  const known = ctx.acceptsLanguages([...LOCALES])
  return LOCALES.find((locale) => locale === known) ?? LOCALE_OF_OTHERS
}

/** The same read as a page: whatever it is, it takes a language. */
export function queryOfPage(schema: Schema): Schema {
  return { ...schema, properties: { ...schema.properties, locale: { enum: LOCALES } } } as Schema
}

/** A read with texts of its own makes them in the language of its page; the others know of none. */
export function speakLocale(query: Record<string, unknown>, { locale }: AskedPage, { properties = {} }: Schema): void {
  if (!('locale' in properties)) delete query.locale
  else if (locale !== null) query.locale = locale
}
